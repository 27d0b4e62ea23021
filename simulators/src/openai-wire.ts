import { renderOpenAiError, sendError } from './respond.ts';
import { answerBilling } from './billing.ts';
import { chatEndpoint } from './chat.ts';
import { completionsEndpoint } from './completions.ts';
import { keyMistake, readKey } from './credentials.ts';
import { embeddingsEndpoint } from './embeddings.ts';
import type { Endpoint } from './endpoint.ts';
import { serveModels, SIMULATED_MODELS } from './models.ts';
import { imagesEndpoint } from './media/images.ts';
import { speechEndpoint } from './media/speech.ts';
import { transcriptionsEndpoint } from './media/transcriptions.ts';
import { moderationsEndpoint } from './moderations.ts';
import { responsesEndpoint } from './responses/responses.ts';
import type { Wire } from './wire.ts';

const ENDPOINTS = new Map<string, Endpoint>([
  ['/v1/chat/completions', chatEndpoint],
  ['/v1/responses', responsesEndpoint],
  ['/v1/completions', completionsEndpoint],
  ['/v1/embeddings', embeddingsEndpoint],
  ['/v1/moderations', moderationsEndpoint],
  ['/v1/images/generations', imagesEndpoint('image_generation', 'prompt')],
  ['/v1/images/edits', imagesEndpoint('image_edit', 'prompt')],
  ['/v1/images/variations', imagesEndpoint('image_generation', 'image')],
  ['/v1/audio/speech', speechEndpoint],
  ['/v1/audio/transcriptions', transcriptionsEndpoint],
  ['/v1/audio/translations', transcriptionsEndpoint],
]);

const BILLING_PATHS = ['/v1/dashboard/billing/subscription', '/v1/dashboard/billing/usage'];

/** Azure has the deployment in the path. */
const AZURE_PATH = /^\/openai\/deployments\/([^/]+)(\/.+)$/;

/** OpenAI's API. */
export const openAiWire: Wire = {
  readKey,
  keyMistake,
  findEndpoint(path) {
    const [, deployment, rest = ''] = AZURE_PATH.exec(path) ?? [];
    const endpoint = ENDPOINTS.get(deployment === undefined ? path : `/v1${rest}`);
    return endpoint && { endpoint, inPath: deployment === undefined ? {} : { model: deployment } };
  },
  renderError: renderOpenAiError,
  errorEvent: (error) => `data: ${JSON.stringify({ error })}\n\n`,
  serveRead({ models = SIMULATED_MODELS }, method, path, response) {
    if (method === 'GET' && path === '/v1/models') return serveModels(models, undefined, response);
    if (method === 'GET' && path.startsWith('/v1/models/'))
      return serveModels(models, decodeURIComponent(path.slice('/v1/models/'.length)), response);
    if (method === 'GET' && BILLING_PATHS.includes(path)) return answerBilling(path, response);
    sendError(response, 404, {
      message: `Invalid URL (${method} ${path})`,
      type: 'invalid_request_error',
      code: null,
    });
  },
};
