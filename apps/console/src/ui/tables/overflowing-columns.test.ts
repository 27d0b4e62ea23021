import { expect, test } from 'vitest';
import { type HiddenRank, hideOverflowingColumns, type TableFit } from './overflowing-columns.ts';

/**
 * Repeats until nothing changes, like the table. Each column in `ranks` is 100 pixels wide, in addition to
 * 300 fixed ones.
 */
function settle(before: readonly HiddenRank[], ranks: readonly number[], available: number) {
  let hidden = before;
  for (;;) {
    const below = hidden.at(-1)?.rank ?? Infinity;
    const shown = ranks.filter((rank) => rank < below);
    const fit: TableFit = {
      needed: Math.max(available, 300 + 100 * shown.length),
      available,
      highest: Math.max(0, ...shown),
    };
    const next = hideOverflowingColumns(hidden, fit);
    if (next === hidden) return hidden;
    hidden = next;
  }
}

const RANKS = [1, 2, 3];

test('columns are hidden from the highest rank on until the table fits', () =>
  expect(settle([], RANKS, 400).map(({ rank }) => rank)).toEqual([3, 2]));

test('a table that fits keeps all columns', () => expect(settle([], RANKS, 600)).toEqual([]));

test('columns return one by one as the window grows, and only once there is space', () => {
  const narrow = settle([], RANKS, 400);
  expect(settle(narrow, RANKS, 499)).toHaveLength(2);
  expect(settle(narrow, RANKS, 500)).toHaveLength(1);
  expect(settle(narrow, RANKS, 600)).toHaveLength(0);
});

test('columns without a rank stay, and the table scrolls', () =>
  expect(settle([], [0, 0], 300)).toEqual([]));
