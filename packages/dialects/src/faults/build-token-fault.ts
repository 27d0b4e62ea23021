import { isRecord, parseJsonText } from '../json/parse-json.ts';
import { buildFault } from './build-fault.ts';
import { readErrorObject } from './read-error-object.ts';
import type { UpstreamFault } from './upstream-fault.ts';

/**
 * The fault of a refused token: what is wrong is the channel's key, whatever status says so. Limits
 * and trouble of the token server stay what they are.
 */
export function buildAccessTokenFault(status: number, text: string): UpstreamFault {
  const body = parseJsonText(text);
  const error = readErrorObject(withDescription(body), true);
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return buildFault(isRefusal ? 401 : status, error);
}

/** OAuth has its error as a word, and the sentence beside it. */
function withDescription(body: unknown): unknown {
  if (!isRecord(body) || typeof body['error'] !== 'string') return body;
  const { error, error_description: description } = body;
  const message = typeof description === 'string' ? description : error;
  return { error: { code: error, message } };
}
