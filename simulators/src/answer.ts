import type { ServerResponse } from 'node:http';

/** Sends a JSON answer. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-request-id': 'req_simulated',
    ...headers,
  });
  response.end(text);
}

export interface ErrorBody {
  message: string;
  type: string;
  code: string | null;
  param?: string | null;
}

/** Sends an error in the shape of the OpenAI API. */
export function sendError(
  response: ServerResponse,
  status: number,
  error: ErrorBody,
  headers: Record<string, string> = {},
): void {
  sendJson(response, status, { error: { param: null, ...error } }, headers);
}
