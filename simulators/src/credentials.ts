import type { IncomingMessage } from 'node:http';
import type { ErrorBody } from './error-body.ts';

/** Returns the bearer key of a request, or the key in Azure's header; empty without one. */
export function readKey({ headers }: IncomingMessage): string {
  const azure = headers['api-key'];
  return typeof azure === 'string' ? azure : (headers.authorization ?? '').replace(/^Bearer /, '');
}

/** The 401 for a missing or wrong key. Like the real one, it repeats part of the key. */
export function keyMistake(key: string): ErrorBody {
  if (key === '')
    return {
      message:
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
      type: 'invalid_request_error',
      code: null,
    };
  const masked = `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(8).slice(-4)}`;
  return {
    message: `Incorrect API key provided: ${masked}.`,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  };
}
