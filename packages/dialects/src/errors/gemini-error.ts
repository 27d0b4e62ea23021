import type { ErrorFields } from './error-fields.ts';

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/**
 * Renders an error as JSON text of the Gemini dialect. The machine-readable code and the request id are in
 * the details, in Google's format. Source: google.rpc.Status and its error details.
 */
export function renderGeminiErrorText(fields: ErrorFields): string {
  const { status, message, code, requestId } = fields;
  const details = [
    ...(code
      ? [{ '@type': `${TYPES}ErrorInfo`, reason: code.toUpperCase(), domain: 'gateway' }]
      : []),
    ...(requestId === undefined ? [] : [{ '@type': `${TYPES}RequestInfo`, requestId }]),
  ];
  return JSON.stringify({
    error: {
      code: status,
      message,
      status: BY_STATUS[status] ?? (status < 500 ? 'FAILED_PRECONDITION' : 'INTERNAL'),
      ...(details.length > 0 ? { details } : {}),
    },
  });
}

const TYPES = 'type.googleapis.com/google.rpc.';
