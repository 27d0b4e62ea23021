import type { Dialect } from '../ir/dialect.ts';
import { countOf } from '../ir/usage.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';

const OPEN_BRACE = 0x7b;

/**
 * Renders the response to a token count call, in the caller's dialect; the chat dialect has no such call and
 * uses the format of the responses dialect.
 */
export function renderTokenCount(dialect: Dialect, tokens: number): Uint8Array {
  switch (dialect) {
    case 'anthropic-messages':
      return encodeText(JSON.stringify({ input_tokens: tokens }));
    case 'gemini-generate':
      return encodeText(
        JSON.stringify({
          totalTokens: tokens,
          promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }],
        }),
      );
    case 'openai-chat':
    case 'openai-responses':
      return encodeText(JSON.stringify({ object: 'response.input_tokens', input_tokens: tokens }));
  }
}

/**
 * Reads the tokens that an upstream counted, in any dialect or in Bedrock's format; undefined for anything
 * else.
 */
export function readTokenCount(bytes: Uint8Array): number | undefined {
  const body = parseJson(bytes);
  return isRecord(body)
    ? countOf(body.input_tokens ?? body.totalTokens ?? body.inputTokens)
    : undefined;
}

/**
 * Returns the body of the request to be counted; a countTokens call may contain the contents themselves or a
 * whole request.
 */
export function unwrapCountRequest(bytes: Uint8Array): Uint8Array {
  const members = scanTopLevelMembers(bytes);
  const inner = members?.get('generateContentRequest') ?? members?.get('generate_content_request');
  return inner && bytes[inner.start] === OPEN_BRACE
    ? bytes.subarray(inner.start, inner.end)
    : bytes;
}
