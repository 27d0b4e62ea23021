const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Longer than `[DONE]` in any spelling, in bytes. */
const MARK_BYTES_MAX = 16;

/**
 * Returns whether an event's data that is not JSON looks like a fragment of it. Words (ping), bracketed marks
 * ([DONE]) and empty data are sent by some servers to keep a connection alive, or to end it.
 */
export function isGarbled(data: Uint8Array): boolean {
  if (data.length <= MARK_BYTES_MAX && data[0] === OPEN_BRACKET) return false;
  return data.some((byte) => byte === OPEN_BRACE || byte === CLOSE_BRACE || byte === QUOTE);
}
