import { AppError } from '../../platform/app-error.ts';

/** Creates the refusal of a malformed request: why, in English (`refusals.json`), and which parameter. */
export function invalidRequest(reason: string, param: string): AppError {
  return new AppError('relay_invalid_request', { reason, param });
}
