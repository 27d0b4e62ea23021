import type { ErrorObject } from './error-object.ts';

/**
 * How vendors refuse reasoning in a history that they can't read or that is missing: another vendor, account
 * or model produced it, or it was altered in transit; or items with duplicate ids, calls with ids of other
 * servers, a response that was cut off while thinking. Such a history is refused every time, but is accepted
 * once cleaned.
 *
 * Source: messages that the vendors' users reported up to November 2026, by vendor: Anthropic, OpenAI,
 * Google.
 */
const TEXTS: readonly RegExp[] = [
  /invalid `?signature`? in `?thinking`? block/i,
  /thinking(?:`)? or `?redacted_thinking`? blocks .{0,80}cannot be modified/i,
  /expected `?thinking`? or `?redacted_thinking`?, but found/i,
  /final block in an assistant message cannot be `?(?:redacted_)?thinking/i,
  /tool_use`? ids must be unique/i,
  /\bid: string should match pattern/i,
  /(?:tool_calls\[\d+\]\.id|call_id)'?: string too long/i,
  /signature: field required/i,
  /each thinking block must contain thinking/i,
  /encrypted content .{0,200}(?:could not be (?:verified|decrypted)|decrypted or parsed)/i,
  /without its required (?:following item|'?reasoning'? item)/i,
  /items are not persisted when/i,
  /missing a `?thought_signature/i,
  /(?:corrupted|invalid) thought signature/i,
  /duplicate item found with id/i,
];
const CODES: ReadonlySet<string> = new Set(['invalid_encrypted_content']);
const TEXT_LENGTH_MAX = 2000;

/** Returns whether an upstream refused a call because of something that cleaning removes from its history. */
export function refusesHistory(status: number, error: ErrorObject): boolean {
  if (status !== 400 && status !== 404 && status !== 422 && status >= 300) return false;
  if (error.code !== null && CODES.has(error.code)) return true;
  const text = error.message.slice(0, TEXT_LENGTH_MAX);
  return TEXTS.some((pattern) => pattern.test(text));
}
