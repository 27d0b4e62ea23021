import { embeddingsEndpoint } from '../embeddings.ts';
import { type Endpoint, refused } from '../endpoint.ts';
import { chatEndpoint } from '../chat.ts';
import { sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { openAiWire } from '../openai-wire.ts';
import { jinaRerank, rerankEndpoint } from '../rerank.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';

/** Embeddings in OpenAI's format, except that the vectors' format is called embedding_type. */
const embeddings: Endpoint = {
  ...embeddingsEndpoint,
  findMistake(body) {
    if (body['encoding_format'] !== undefined)
      return refused('body.encoding_format: Extra inputs are not permitted');
    return embeddingsEndpoint.findMistake(body);
  },
  respond: (call) =>
    embeddingsEndpoint.respond({
      ...call,
      body: { ...call.body, encoding_format: call.body['embedding_type'] },
    }),
};

const ENDPOINTS = new Map<string, Endpoint>([
  ['/v1/embeddings', embeddings],
  ['/v1/rerank', rerankEndpoint(jinaRerank)],
  ['/v1/chat/completions', chatEndpoint],
]);

const renderError = (_status: number, { message }: ErrorBody) => ({ detail: message });

const jinaWire: Wire = {
  ...openAiWire,
  keyMistake: () => ({ message: 'Invalid API key', type: '', code: null }),
  findEndpoint(path) {
    const endpoint = ENDPOINTS.get(path);
    return endpoint && { endpoint };
  },
  renderError,
  serveRead(_options, _method, path, response) {
    sendJson(response, 404, { detail: `Not Found: ${path}` });
  },
};

/** An upstream like Jina. */
export function startJinaSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(jinaWire, options);
}
