import { JsonBounds, type JsonLimits } from '../json/json-bounds.ts';

/**
 * Largest event of a stream, line of JSON or message, in bytes: an image of 4096 × 4096 pixels fits. Anything
 * larger is a fault of the upstream.
 */
export const EVENT_BYTES_MAX = 16 * 1024 * 1024;
/** Most bytes of comments and blank lines between two events: enough for years of keep-alives. */
export const IDLE_BYTES_MAX = 1024 * 1024;
/**
 * Most pieces of a stream that are held back: each takes some 200 bytes besides its own. Real streams hold a
 * few, or one keep-alive every second for hours.
 */
export const HELD_PIECES_MAX = 10_000;
/** Most data lines of one event. */
export const DATA_LINES_MAX = 10_000;

/** Up to this size, in bytes, no event takes long to parse. */
const UNBOUNDED_BYTES_MAX = 64 * 1024;
const LIMITS: JsonLimits = {
  depth: 256,
  topLevel: 10_000,
  nodes: 100_000,
  values: 200_000,
  bareBytes: 4 * 1024 * 1024,
  bareRun: 4096,
  escapedQuotes: 2_000_000,
};

/** Returns whether an event's data would take too long to parse. Stops as soon as that is certain. */
export function isTooComplex(bytes: Uint8Array, start = 0, end = bytes.length): boolean {
  if (end - start <= UNBOUNDED_BYTES_MAX) return false;
  const bounds = new JsonBounds(bytes.subarray(start, end), LIMITS);
  bounds.advance(Infinity);
  return bounds.excess !== undefined;
}
