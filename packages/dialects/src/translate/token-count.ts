import type { Dialect } from '../ir/dialect.ts';
import { countOf } from '../ir/usage.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';

const OPEN_BRACE = 0x7b;

/**
 * The response to a call that only counts tokens, in the caller's dialect; the chat dialect has no
 * such call and gets the form of the responses dialect.
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

/** The tokens that an upstream counted, in any of the dialects or Bedrock's way; undefined for anything else. */
export function readTokenCount(bytes: Uint8Array): number | undefined {
  const body = parseJson(bytes);
  return isRecord(body)
    ? countOf(body.input_tokens ?? body.totalTokens ?? body.inputTokens)
    : undefined;
}

/**
 * The body of a countTokens call, which may hold the contents themselves or a whole request, as
 * the body of the request that would be made.
 */
export function unwrapCountRequest(bytes: Uint8Array): Uint8Array {
  const members = scanTopLevelMembers(bytes);
  const inner = members?.get('generateContentRequest') ?? members?.get('generate_content_request');
  return inner && bytes[inner.start] === OPEN_BRACE
    ? bytes.subarray(inner.start, inner.end)
    : bytes;
}
