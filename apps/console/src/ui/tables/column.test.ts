import { describe, expect, test } from 'vitest';
import { choosableIds, stickyOffsets, toggleId } from './column.ts';

describe('columns that stay in sight', () => {
  test('leading fixed columns stand side by side, the rest scrolls', () => {
    const columns = [{ fixed: true, width: 60 }, { fixed: true }, {}, { fixed: true }];
    expect(stickyOffsets(columns, false)).toEqual([0, 60, undefined, undefined]);
  });

  test('they make room for the checkboxes', () => {
    expect(stickyOffsets([{ fixed: true }, {}], true)).toEqual([40, undefined]);
  });

  test('a table that begins with a movable column has none', () => {
    expect(stickyOffsets([{}, { fixed: true }], false)).toEqual([undefined, undefined]);
  });
});

test('choosing a row twice leaves the choice as it was, and the first set untouched', () => {
  const ids = new Set([1, 2]);
  expect([...toggleId(ids, 3)]).toEqual([1, 2, 3]);
  expect(toggleId(toggleId(ids, 1), 1)).toEqual(ids);
  expect([...ids]).toEqual([1, 2]);
});

test('choosing a page chooses the rows under others too, but none that only stands for them', () => {
  interface Row {
    id: number;
    under?: Row[];
  }
  const rows: Row[] = [{ id: -1, under: [{ id: 1 }, { id: 2 }] }, { id: 3 }];
  const childrenOf = ({ under }: Row) => under;
  expect(choosableIds({ rows, rowId: ({ id }) => id, childrenOf })).toEqual([1, 2, 3]);
  expect(choosableIds({ rows: undefined, rowId: () => 1 })).toEqual([]);
});
