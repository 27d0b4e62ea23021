import { sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { readKey } from '../credentials.ts';
import type { Endpoint } from '../endpoint.ts';
import { openAiWire } from '../openai-wire.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';
import { ollamaChatEndpoint } from './ollama-chat.ts';
import { ollamaEmbedEndpoint } from './ollama-embed.ts';

const ENDPOINTS = new Map<string, Endpoint>([
  ['/api/chat', ollamaChatEndpoint],
  ['/api/embed', ollamaEmbedEndpoint],
]);

const renderError = (_status: number, { message }: ErrorBody) => ({ error: message });

/** Ollama: its own API under /api, OpenAI's under /v1. */
const ollamaWire: Wire = {
  ...openAiWire,
  readKey,
  findEndpoint(path) {
    const endpoint = ENDPOINTS.get(path);
    return endpoint ? { endpoint } : openAiWire.findEndpoint(path);
  },
  renderError,
  errorEvent: ({ message }) => `${JSON.stringify({ error: message })}\n`,
  serveRead(options, method, path, response) {
    if (path !== '/api/tags') return openAiWire.serveRead(options, method, path, response);
    const { models = ['llama3.3'] } = options;
    sendJson(response, 200, { models: models.map((name) => ({ name, model: name })) });
  },
};

/** An upstream like an Ollama server. */
export function startOllamaSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(ollamaWire, options);
}
