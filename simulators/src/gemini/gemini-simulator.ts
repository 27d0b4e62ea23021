import { type ErrorBody, sendJson } from '../answer.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator.ts';
import type { Wire } from '../wire.ts';
import { batchEmbedEndpoint } from './embed-contents.ts';
import { countTokensEndpoint, generateEndpoint } from './generate.ts';

const ACTIONS = new Map<string, { endpoint: Endpoint; stream: boolean }>([
  ['generateContent', { endpoint: generateEndpoint, stream: false }],
  ['streamGenerateContent', { endpoint: generateEndpoint, stream: true }],
  ['batchEmbedContents', { endpoint: batchEmbedEndpoint, stream: false }],
  ['countTokens', { endpoint: countTokensEndpoint, stream: false }],
]);

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

const renderError = (status: number, { message }: ErrorBody) => ({
  error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' },
});

/** Google's API: the key in x-goog-api-key, the model and the action in the path. */
const geminiWire: Wire = {
  readKey: ({ headers }) => String(headers['x-goog-api-key'] ?? ''),
  keyMistake: () => ({ message: 'API key not valid.', type: '', code: null }),
  findEndpoint(path) {
    const [, model = '', action = ''] = /^\/v1beta\/models\/([^/:]+):(\w+)$/.exec(path) ?? [];
    const found = ACTIONS.get(action);
    if (!found) return undefined;
    const { endpoint, stream } = found;
    return { endpoint, inPath: { model: decodeURIComponent(model), stream } };
  },
  renderError,
  errorEvent: (error) => `data: ${JSON.stringify(renderError(500, error))}\n\n`,
  answerReading(_options, _method, path, response) {
    const error = { message: `Not found: ${path}`, type: '', code: null };
    sendJson(response, 404, renderError(404, error));
  },
};

/** An upstream that speaks Gemini's generateContent. */
export function startGeminiSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(geminiWire, options);
}
