import { callPrices } from './call-prices.ts';
import { listPrices } from './list-prices.ts';
import { otherPrices } from './other-prices.ts';
import type { SeedRow } from './seed-row.ts';

export interface DatedSeedRow extends SeedRow {
  source: string;
  /** Year and month of the facts. */
  date: string;
}

/** A ratio of 1 stands for 2 USD a million tokens. */
const USD_AT_RATIO_ONE = 2;

/** Every seed price with where and when it was read. */
export const seedRows: readonly DatedSeedRow[] = [
  ...listPrices.map((row) => ({ ...row, source: 'models.dev', date: '2026-11' })),
  ...otherPrices.map((row) => ({ ...row, source: 'provider tables', date: '2026-11' })),
];

const round = (value: number) => Math.round(value * 1e9) / 1e9;

function derive(ratio: (row: SeedRow) => number | undefined): Record<string, number> {
  return Object.fromEntries(
    seedRows.flatMap((row) => {
      const value = ratio(row);
      return value === undefined ? [] : [[row.model, round(value)]];
    }),
  );
}

const over = (part: number | null, { input }: SeedRow) => (part === null || input === 0 ? undefined : part / input);

export const seedModelRatio = () => derive(({ input }) => input / USD_AT_RATIO_ONE);
export const seedCompletionRatio = () => derive((row) => over(row.output, row));
export const seedCacheRatio = () => derive((row) => over(row.cached, row));
export const seedCacheWriteRatio = () => derive((row) => over(row.cacheWrite, row));
export const seedModelPrice = (): Record<string, number> => ({ ...callPrices });
