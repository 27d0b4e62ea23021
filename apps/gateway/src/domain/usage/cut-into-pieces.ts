import type { UsagePiece } from '@tollgate/contract';

const HOUR = 3600;
const DAY = 86_400;
/** Seconds of each piece, and how many seconds before 1970 one began: weeks begin on Monday, 1970 on a Thursday. */
const LENGTHS: Readonly<Record<UsagePiece, { length: number; shift: number }>> = {
  hour: { length: HOUR, shift: 0 },
  '6h': { length: 6 * HOUR, shift: 0 },
  day: { length: DAY, shift: 0 },
  week: { length: 7 * DAY, shift: 3 * DAY },
};
/** So that no chart and no response has more. */
const PIECES_MAX = 400;

/** The piece that suits a range of some seconds, unless a finer or coarser one is wanted and possible. */
export function choosePiece(seconds: number, wanted: UsagePiece | ''): UsagePiece {
  if (wanted !== '' && seconds / LENGTHS[wanted].length <= PIECES_MAX) return wanted;
  if (seconds <= 2.2 * DAY) return 'hour';
  if (seconds <= 10.5 * DAY) return '6h';
  return seconds <= 120 * DAY ? 'day' : 'week';
}

/**
 * The edges of the pieces of a range in a time zone, both ends of the range among them: the first and the
 * last piece may be shorter than the others, and a day on which the clock changes has 23 or 25 hours.
 * Seconds since 1970.
 */
export function cutIntoPieces(
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
  // An hour is an hour, but a day ends at midnight by the clock.
  if (length <= HOUR) return next;
  const changed = offset - offsetAt(next);
  const moved = next + changed;
  return changed !== 0 && moved > at && offsetAt(moved) === offsetAt(next) ? moved : next;
}

/** Seconds that the clocks of a zone are ahead of UTC at a time. */
function createOffsets(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - at;
  };
}
