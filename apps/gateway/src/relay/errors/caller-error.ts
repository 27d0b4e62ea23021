import type { CallerError } from './caller-error-fields.ts';
import type { HttpResponse } from '../../platform/http-server/http-exchange.ts';
import { type Dialect, renderError } from '@tollgate/dialects';
import { type ErrorCode, errorTable, REPORTED_AS, wireCodeOf } from '@tollgate/contract';
import { translateError, type Language } from '../../domain/error-texts.ts';
import { AppError } from '../../platform/app-error.ts';
import { databaseFaultOf } from '../../platform/database-fault.ts';
import { renderTaskError } from '../tasks/render-task-error.ts';
import { taskPlatformOf } from '../tasks/task-routes.ts';
import { privateHeaders, endWithBody } from '../response/write-response.ts';

const TYPES: Partial<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'invalid_request_error',
  405: 'invalid_request_error',
  413: 'invalid_request_error',
  415: 'invalid_request_error',
  429: 'rate_limit_error',
};

/**
 * Converts a failure of ours into the error for the caller. Anything unknown is an internal error
 * without details.
 */
export function toCallerError(error: unknown, language: Language): CallerError {
  const failure = toAppError(error);
  const code = REPORTED_AS[failure.code] ?? failure.code;
  const { status } = errorTable[code];
  return {
    status: status === 200 ? 400 : status,
    ...describe(code, failure, language),
    reason: { code: failure.code, params: failure.params },
    type: TYPES[status] ?? 'server_error',
    ...(code === failure.code ? {} : { logged: describe(failure.code, failure, language) }),
    param: typeof failure.params.param === 'string' ? failure.params.param : null,
    ...(failure.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: failure.retryAfterSeconds }),
  };
}

function describe(code: ErrorCode, { params }: AppError, language: Language) {
  return {
    message: translateError(code, params, language),
    code: wireCodeOf(code),
  };
}

/** Seconds after which to retry when the database was unavailable or full. */
const RETRY_SECONDS = 5;

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return isInternalError(error)
    ? new AppError('relay_internal')
    : new AppError('relay_database_unavailable', {}, { retryAfterSeconds: RETRY_SECONDS });
}

/**
 * Whether a failure is a bug of ours and must be logged: neither a refusal nor an unavailable database, which
 * is logged once.
 */
export function isInternalError(error: unknown): boolean {
  return !(error instanceof AppError) && databaseFaultOf(error) === undefined;
}

/** The recipient of an error. */
export interface ErrorRecipient {
  requestId: string;
  dialect: Dialect;
  path: string;
}

/** Writes an error as the whole response, in the caller's dialect. */
export function writeCallerError(
  response: HttpResponse,
  fault: CallerError,
  { requestId, dialect, path }: ErrorRecipient,
): void {
  // A stream that ended with an error event has already reported it; its connection may carry the next call.
  if (response.writableFinished) return;
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const platform = taskPlatformOf(path);
  const body = platform
    ? renderTaskError(platform, fault)
    : renderError(dialect, { ...fault, requestId });
  const headers = privateHeaders(requestId);
  headers.push('content-type', 'application/json; charset=utf-8');
  if (dialect === 'anthropic-messages') headers.push('request-id', requestId);
  if (fault.retryAfterSeconds !== undefined)
    headers.push('retry-after', String(fault.retryAfterSeconds));
  endWithBody(response, fault.status, headers, body);
}
