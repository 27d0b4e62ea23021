import { sendJson } from '../respond.ts';
import type { Endpoint } from '../endpoint.ts';
import { imagenImages } from '../media/image-forms.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';
import { batchEmbedEndpoint } from './embed-contents.ts';
import { countTokensEndpoint, generateEndpoint } from './generate.ts';
import { renderGeminiError } from './render-gemini-error.ts';

const ACTIONS = new Map<string, { endpoint: Endpoint; stream: boolean }>([
  ['generateContent', { endpoint: generateEndpoint, stream: false }],
  ['streamGenerateContent', { endpoint: generateEndpoint, stream: true }],
  ['batchEmbedContents', { endpoint: batchEmbedEndpoint, stream: false }],
  ['predict', { endpoint: imagenImages, stream: false }],
  ['countTokens', { endpoint: countTokensEndpoint, stream: false }],
]);

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
  renderError: renderGeminiError,
  errorEvent: (error) => `data: ${JSON.stringify(renderGeminiError(500, error))}\n\n`,
  serveRead(_options, _method, path, response) {
    const error = { message: `Not found: ${path}`, type: '', code: null };
    sendJson(response, 404, renderGeminiError(404, error));
  },
};

/** An upstream that speaks Gemini's generateContent. */
export function startGeminiSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(geminiWire, options);
}
