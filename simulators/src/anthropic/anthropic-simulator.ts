import { sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';
import { countTokensEndpoint, messagesEndpoint } from './messages.ts';

const ENDPOINTS = new Map<string, Endpoint>([
  ['/v1/messages', messagesEndpoint],
  ['/v1/messages/count_tokens', countTokensEndpoint],
]);

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};
const VERSIONS = ['2023-06-01', '2026-10-21'];

const renderError = (status: number, { message }: ErrorBody) => ({
  type: 'error',
  error: { type: TYPES[status] ?? 'api_error', message },
  request_id: 'req_simulated',
});

/** Anthropic's API: the key in x-api-key, and a required version header. */
const anthropicWire: Wire = {
  readKey: ({ headers }) => String(headers['x-api-key'] ?? ''),
  keyMistake: () => ({ message: 'invalid x-api-key', type: 'authentication_error', code: null }),
  findHeaderMistake: ({ 'anthropic-version': version }) =>
    VERSIONS.includes(String(version))
      ? undefined
      : {
          message: 'anthropic-version: header is required',
          type: 'invalid_request_error',
          code: null,
        },
  findEndpoint(path) {
    const endpoint = ENDPOINTS.get(path);
    return endpoint && { endpoint };
  },
  renderError,
  errorEvent: (error) => `event: error\ndata: ${JSON.stringify(renderError(500, error))}\n\n`,
  serveRead({ models = ['claude-sonnet-4-6'] }, method, path, response) {
    if (method === 'GET' && path === '/v1/models')
      return sendJson(response, 200, {
        data: models.map((id) => ({ type: 'model', id, display_name: id })),
        has_more: false,
      });
    sendJson(
      response,
      404,
      renderError(404, { message: `Not found: ${path}`, type: '', code: null }),
    );
  },
};

/** An upstream that speaks Anthropic messages. */
export function startAnthropicSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(anthropicWire, options);
}
