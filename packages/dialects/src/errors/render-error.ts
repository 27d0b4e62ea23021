import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { renderAnthropicErrorText } from './anthropic-error.ts';
import type { ErrorFields } from './error-fields.ts';
import { renderGeminiErrorText } from './gemini-error.ts';
import { renderOpenAiError, renderOpenAiErrorEvent, toErrorObject } from './openai-error.ts';

/** Renders the JSON body of an error in a client's dialect, as UTF-8 bytes. */
export function renderError(dialect: Dialect, fields: ErrorFields): Uint8Array {
  switch (dialect) {
    case 'openai-chat':
    case 'openai-responses':
      return renderOpenAiError(withOpenAiNames(fields));
    case 'anthropic-messages':
      return encodeText(renderAnthropicErrorText(fields));
    case 'gemini-generate':
      return encodeText(renderGeminiErrorText(fields));
  }
}

/** Renders the event that ends a broken stream, in a client's dialect; never looks like a normal end. */
export function renderErrorEvent(dialect: Dialect, fields: ErrorFields): Uint8Array {
  switch (dialect) {
    case 'openai-chat':
      return renderOpenAiErrorEvent(withOpenAiNames(fields));
    case 'openai-responses':
      return encodeText(`event: error\ndata: ${responsesErrorText(withOpenAiNames(fields))}\n\n`);
    case 'anthropic-messages':
      return encodeText(`event: error\ndata: ${renderAnthropicErrorText(fields)}\n\n`);
    case 'gemini-generate':
      return encodeText(`data: ${renderGeminiErrorText(fields)}\n\n`);
  }
}

/** Applies the types and codes that clients of OpenAI's dialects know. */
function withOpenAiNames(fields: ErrorFields): ErrorFields {
  const known = withOpenAiCode(withOpenAiType(fields));
  const isOverflow = fields.status >= 400 && fields.status < 500 && OVERFLOW.test(fields.message);
  return isOverflow ? { ...known, code: 'context_length_exceeded' } : known;
}

/**
 * How vendors report that a conversation exceeds the context window: Anthropic, Google, OpenAI and compatible
 * ones. Codex and others shorten a conversation only on the code.
 */
const OVERFLOW =
  /^prompt is too long\b|^the input token count (?:\(\d+\) )?exceeds the maximum\b|\bmaximum context length\b|\bexceed(?:s|ed)? (?:the )?context (?:limit|window|length)\b/i;

/** Types of other dialects mean nothing to the client: the status decides then. */
function withOpenAiType(fields: ErrorFields): ErrorFields {
  const { type } = fields;
  const foreign = type && (FOREIGN.has(type) || /^[A-Z_]+$/.test(type));
  return foreign ? { ...fields, type: null } : fields;
}

/**
 * Clients recognize a rate limit by its code. Google's code is the status or its name, Anthropic has none, for
 * which the kind of the fault stands in.
 */
function withOpenAiCode(fields: ErrorFields): ErrorFields {
  const { code, status } = fields;
  const isRate = status === 429 && code && RATE_CODE.test(code);
  return isRate ? { ...fields, code: 'rate_limit_exceeded' } : fields;
}

const RATE_CODE = /^(?:429|RESOURCE_EXHAUSTED|RATE_LIMIT_EXCEEDED|rate-limit)$/;

const FOREIGN = new Set([
  'api_error',
  'billing_error',
  'not_found_error',
  'overloaded_error',
  'request_too_large',
  'timeout_error',
]);

/**
 * Renders the error event of the responses dialect. It is flat in OpenAI's reference and SDK types, and nested as
 * OpenAI sends it (openai/openai-dotnet#881): its SDKs before version 7, and so LangChain, notice only an error object.
 */
function responsesErrorText(fields: ErrorFields): string {
  const { message, code, type, param } = fields;
  return JSON.stringify({
    type: 'error',
    sequence_number: fields.sequenceNumber ?? 0,
    code: code ?? type ?? 'server_error',
    message,
    param: param ?? null,
    error: toErrorObject(fields),
  });
}
