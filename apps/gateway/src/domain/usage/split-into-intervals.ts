import type { UsagePiece } from '@tollgate/contract';
import { createOffsets } from './create-offsets.ts';

const HOUR = 3600;
const DAY = 86_400;
/**
 * Length of each piece in seconds, and how many seconds before 1970 one began: weeks begin on Monday, and
 * 1970 began on a Thursday.
 */
const LENGTHS: Readonly<Record<UsagePiece, { length: number; shift: number }>> = {
  hour: { length: HOUR, shift: 0 },
  '6h': { length: 6 * HOUR, shift: 0 },
  day: { length: DAY, shift: 0 },
  week: { length: 7 * DAY, shift: 3 * DAY },
};
/** Maximum number of pieces in a chart or response. */
const PIECES_MAX = 400;

/** Returns the piece that suits a range in seconds, unless another one is requested and possible. */
export function chooseInterval(seconds: number, requested: UsagePiece | ''): UsagePiece {
  if (requested !== '' && seconds / LENGTHS[requested].length <= PIECES_MAX) return requested;
  if (seconds <= 2.2 * DAY) return 'hour';
  if (seconds <= 10.5 * DAY) return '6h';
  return seconds <= 120 * DAY ? 'day' : 'week';
}

/**
 * Returns the edges of the pieces of a range in a time zone, including both ends of the range: the first and
 * last piece may be shorter than the others, and a day with a clock change has 23 or 25 hours. Unix seconds.
 */
export function splitIntoIntervals(
  { from, to }: { from: number; to: number },
  piece: UsagePiece,
  zone: string,
): number[] {
  const offsetAt = createOffsets(zone);
  const { length, shift } = LENGTHS[piece];
  const edges = [from];
  for (let at = from; edges.length <= PIECES_MAX;) {
    at = nextEdge(at, { length, shift, offsetAt });
    if (at >= to) break;
    edges.push(at);
  }
  return [...edges, to];
}

function nextEdge(
  at: number,
  { length, shift, offsetAt }: { length: number; shift: number; offsetAt: (at: number) => number },
): number {
  const offset = offsetAt(at);
  const next = at + length - ((at + offset + shift) % length);
  // Hours have a fixed length, but a day ends at local midnight.
  if (length <= HOUR) return next;
  const changed = offset - offsetAt(next);
  const moved = next + changed;
  return changed !== 0 && moved > at && offsetAt(moved) === offsetAt(next) ? moved : next;
}
