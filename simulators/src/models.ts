import type { ServerResponse } from 'node:http';
import { sendError, sendJson } from './respond.ts';
import type { ErrorBody } from './error-body.ts';

export const SIMULATED_MODELS = [
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-5-mini',
  'text-embedding-3-small',
  'omni-moderation-latest',
];

const describe = (id: string) => ({
  id,
  object: 'model',
  created: 1_760_000_000,
  owned_by: 'simulator',
});

/** GET /v1/models, and /v1/models/{id} if an id is given. */
export function serveModels(
  models: readonly string[],
  id: string | undefined,
  response: ServerResponse,
): void {
  if (id === undefined)
    return sendJson(response, 200, { object: 'list', data: models.map(describe) });
  if (!models.includes(id)) return sendError(response, 404, modelNotFound(id));
  sendJson(response, 200, describe(id));
}

/** The error for an unknown model. */
export function modelNotFound(id: string): ErrorBody {
  return {
    message: `The model '${id}' does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
    param: 'model',
  };
}
