import { AppError } from '../../platform/app-error.ts';
import { isObject } from '../../platform/lenient-json.ts';
import type { RelayRequest } from '../relay-call.ts';
import { type BodyServices, readCheckedBody } from './read-checked-body.ts';

/**
 * Reads the body of a call that is parsed whole: a JSON object of at most `maxBytes`. Rejects with AppError
 * relay_invalid_json and the errors of readCheckedBody.
 */
export async function readJsonObject(
  services: BodyServices,
  incoming: RelayRequest,
  maxBytes: number,
): Promise<Record<string, unknown>> {
  const bytes = await readCheckedBody(services, incoming, { maxBytes, isForm: false });
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new AppError('relay_invalid_json');
  }
  if (!isObject(body)) throw new AppError('relay_invalid_json');
  return body;
}
