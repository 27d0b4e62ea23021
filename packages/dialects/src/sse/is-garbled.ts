const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** `[DONE]`, in any spelling, is shorter. */
const MARK_BYTES_MAX = 16;

/**
 * Whether the data of an event that is no JSON was meant to be: a piece of it. Words (ping), marks in brackets ([DONE])
 * and nothing at all are sent by some servers to keep a connection alive, or to end it.
 */
export function isGarbled(data: Uint8Array): boolean {
  if (data.length <= MARK_BYTES_MAX && data[0] === OPEN_BRACKET) return false;
  return data.some((byte) => byte === OPEN_BRACE || byte === CLOSE_BRACE || byte === QUOTE);
}
