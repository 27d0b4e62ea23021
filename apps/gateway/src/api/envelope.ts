import type { FastifyReply } from 'fastify';
import { type Language, translateError } from '../domain/error-texts.ts';
import { AppError } from '../platform/app-error.ts';
import { databaseFaultOf } from '../platform/database-fault.ts';
import type { ApiResponse } from './context.ts';

/** Writes a failure in the envelope, with its error code's status. */
export function sendFailure(
  reply: FastifyReply,
  error: AppError,
  {
    language,
    requestId,
    hasLegacyOutcome = false,
  }: { language: Language; requestId: string; hasLegacyOutcome?: boolean | undefined },
): FastifyReply {
  if (error.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(error.retryAfterSeconds));
  const text = translateError(error.code, error.params, language);
  return reply.code(error.status).send({
    success: false,
    ...(hasLegacyOutcome ? { message: 'error', data: text } : { message: text, data: null }),
    code: error.code,
    request_id: requestId,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.missing === undefined ? {} : { missing: error.missing }),
    ...(error.attemptsLeft === undefined ? {} : { attempts_left: error.attemptsLeft }),
    ...(error.retryAfterSeconds === undefined ? {} : { retry_after: error.retryAfterSeconds }),
  });
}

/** Returns the body of a handler's response. */
export function envelopeOf(
  { data, extras, failure }: ApiResponse<unknown>,
  {
    language,
    requestId,
    hasLegacyOutcome = false,
  }: { language: Language; requestId: string; hasLegacyOutcome?: boolean | undefined },
): Record<string, unknown> {
  if (!failure)
    return { success: true, message: hasLegacyOutcome ? 'success' : '', data, ...extras };
  const [code, params] = failure;
  const message = translateError(code, params, language);
  return { success: false, message, data, code, request_id: requestId, ...extras };
}

/** Converts a failure of the framework (bad JSON, a body too large …) or of ours to an AppError. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  switch ((error as { code?: string }).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large', {}, { cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', {}, { cause: error });
    case 'FST_ERR_BAD_URL':
      return new AppError('unknown_path', { path: '?' }, { cause: error });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('invalid_json', {}, { cause: error });
    default:
      return toDatabaseError(error) ?? new AppError('internal_error', {}, { cause: error });
  }
}

/** Seconds until the database is checked again. */
const RETRY_SECONDS = 5;

/**
 * Converts the failure of a database that is down, locked or out of space to the caller's error; undefined for
 * other failures.
 */
function toDatabaseError(cause: unknown): AppError | undefined {
  const fault = databaseFaultOf(cause);
  if (fault === undefined) return undefined;
  const code = fault === 'full' ? 'storage_full' : 'database_unavailable';
  return new AppError(code, {}, { cause, retryAfterSeconds: RETRY_SECONDS });
}
