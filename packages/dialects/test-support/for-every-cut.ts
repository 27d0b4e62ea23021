/**
 * Bytes between two cuts of one run, about an event of a stream. It is prime, so that in events of equal
 * length the cuts fall on different positions.
 */
const PIECE_BYTES = 199;

/**
 * Checks bytes received whole, byte by byte, and cut at every position. A run holds all cuts that are a
 * multiple of PIECE_BYTES apart: one run a position would take quadratic time.
 */
export function forEveryCut(
  bytes: Uint8Array,
  check: (chunks: readonly Uint8Array[], cut: string) => void,
): void {
  check([bytes.slice()], 'whole');
  const last = Math.min(bytes.length - 1, PIECE_BYTES);
  for (let first = 1; first <= last; first++)
    check(cutFrom(bytes, first, PIECE_BYTES), `cut at ${first} and every ${PIECE_BYTES} after it`);
  check(cutFrom(bytes, 1, 1), 'byte by byte');
}

function cutFrom(bytes: Uint8Array, first: number, size: number): Uint8Array[] {
  const chunks = [bytes.slice(0, first)];
  for (let at = first; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return chunks;
}
