import { isRecord, parseJsonText } from '../json/parse-json.ts';
import { buildFault } from './build-fault.ts';
import { readErrorObject } from './read-error-object.ts';
import type { UpstreamFault } from './upstream-fault.ts';

/**
 * Builds the fault for a refused token request: the channel's key is at fault, whatever the status. Rate
 * limits and failures of the token server are classified as usual.
 */
export function buildAccessTokenFault(status: number, text: string): UpstreamFault {
  const body = parseJsonText(text);
  const error = readErrorObject(withDescription(body), true);
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return buildFault(isRefusal ? 401 : status, error);
}

/** OAuth reports the error as a code, with the message next to it. */
function withDescription(body: unknown): unknown {
  if (!isRecord(body) || typeof body['error'] !== 'string') return body;
  const { error, error_description: description } = body;
  const message = typeof description === 'string' ? description : error;
  return { error: { code: error, message } };
}
