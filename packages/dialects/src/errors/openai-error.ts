import { encodeText } from '../json/encode-text.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { ErrorFields } from './error-fields.ts';

/** Fields of an error in the OpenAI dialect. */
export type OpenAiErrorFields = ErrorFields;

/** Renders the JSON body of an error in the OpenAI dialect, as UTF-8 bytes. */
export function renderOpenAiError(fields: OpenAiErrorFields): Uint8Array {
  return encodeText(renderText(fields));
}

/**
 * Renders the event that ends a broken stream: an error in the dialect, and never a [DONE], so that no client
 * takes the response for complete.
 */
export function renderOpenAiErrorEvent(fields: OpenAiErrorFields): Uint8Array {
  return encodeText(`data: ${renderText(fields)}\n\n`);
}

function renderText(fields: OpenAiErrorFields): string {
  return JSON.stringify({ error: toErrorObject(fields) });
}

/** Returns the error object, which OpenAI's SDKs look for in bodies and events. */
export function toErrorObject(fields: OpenAiErrorFields): JsonObject {
  return {
    message: fields.message,
    type: fields.type ?? defaultType(fields.status),
    param: fields.param ?? null,
    code: fields.code ?? null,
    ...(fields.requestId === undefined ? {} : { request_id: fields.requestId }),
  };
}

function defaultType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 402) return 'insufficient_quota';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
