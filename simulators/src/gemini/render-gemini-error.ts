import type { ErrorBody } from '../error-body.ts';

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** Renders an error in Google's format. */
export function renderGeminiError(status: number, { message }: ErrorBody) {
  return { error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' } };
}
