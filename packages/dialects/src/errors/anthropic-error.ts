import type { ErrorFields } from './error-fields.ts';

/**
 * The dialect's error types, which an error keeps. invalid_request_error is not among them: other dialects
 * use it where this one has a more specific type for the status.
 */
const TYPES = new Set([
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'request_too_large',
  'rate_limit_error',
  'timeout_error',
  'api_error',
  'overloaded_error',
]);

/** The dialect's codes that its SDK acts on. */
const CODES = /^(?:thread|compaction_block|compaction)_[a-z_]+$/;

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/**
 * Renders an error as JSON text of the Anthropic dialect. Source: Anthropic's API reference, errors, November
 * 2026.
 */
export function renderAnthropicErrorText(fields: ErrorFields): string {
  const { status, type, message, code, requestId } = fields;
  const knownType = type && TYPES.has(type) ? type : undefined;
  const fallback = status < 500 ? 'invalid_request_error' : 'api_error';
  return JSON.stringify({
    type: 'error',
    error: {
      type: knownType ?? BY_STATUS[status] ?? fallback,
      message,
      ...(code && CODES.test(code) ? { details: { error_code: code } } : {}),
    },
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
}
