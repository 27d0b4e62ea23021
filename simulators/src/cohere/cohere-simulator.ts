import { sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { readKey } from '../credentials.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';
import { cohereRerank, rerankEndpoint } from '../rerank.ts';
import { cohereChatEndpoint } from './cohere-chat.ts';
import { cohereEmbedEndpoint } from './cohere-embed.ts';

const ENDPOINTS = new Map<string, Endpoint>([
  ['/v2/chat', cohereChatEndpoint],
  ['/v2/embed', cohereEmbedEndpoint],
  ['/v2/rerank', rerankEndpoint(cohereRerank)],
]);
const MODELS = ['command-a-03-2025', 'embed-v4.0', 'rerank-v3.5'];

const renderError = (_status: number, { message }: ErrorBody) => ({ id: 'sim', message });

/** Cohere's API, version 2. */
const cohereWire: Wire = {
  readKey,
  keyMistake: () => ({ message: 'invalid api token', type: '', code: null }),
  findEndpoint(path) {
    const endpoint = ENDPOINTS.get(path);
    return endpoint && { endpoint };
  },
  renderError,
  errorEvent: ({ message }) =>
    `event: message-end\ndata: ${JSON.stringify({ type: 'message-end', delta: { finish_reason: 'ERROR', error: message } })}\n\n`,
  serveRead({ models = MODELS }, _method, path, response) {
    if (path === '/v1/models')
      return sendJson(response, 200, {
        models: models.map((name) => ({ name, endpoints: ['chat'] })),
      });
    sendJson(response, 404, { message: `not found: ${path}` });
  },
};

/** An upstream that speaks Cohere's own API. */
export function startCohereSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(cohereWire, options);
}
