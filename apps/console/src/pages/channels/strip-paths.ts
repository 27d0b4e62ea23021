import type { ChannelActivity } from '@tollgate/contract';

const HEIGHT = 20;
/** The minimum visible height of a bar. */
const LEAST = 2;

/**
 * Returns the bars of a strip as SVG paths, three units wide with a gap of one; the busiest interval fills
 * the height. Failed calls are stacked on answered ones and always visible, however few.
 */
export function stripPaths({ answered, failed }: Pick<ChannelActivity, 'answered' | 'failed'>) {
  const most = Math.max(1, ...answered.map((count, at) => count + (failed[at] ?? 0)));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT));
  const bar = (at: number, low: number, high: number) =>
    `M${at * 4} ${round(HEIGHT - low)}V${round(HEIGHT - high)}h3V${round(HEIGHT - low)}z`;
  let good = '';
  let bad = '';
  for (const [at, count] of answered.entries()) {
    const ofFailed = tall(failed[at] ?? 0);
    const answeredHeight = Math.min(tall(count), HEIGHT - ofFailed);
    if (answeredHeight > 0) good += bar(at, 0, answeredHeight);
    if (ofFailed > 0) bad += bar(at, answeredHeight, answeredHeight + ofFailed);
  }
  return { width: Math.max(1, answered.length * 4 - 1), height: HEIGHT, good, bad };
}

const round = (value: number) => Math.round(value * 10) / 10;
