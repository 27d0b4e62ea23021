import { describe, expect, test } from 'vitest';
import { choosableIds, stickyOffsets, toggleId } from './column.ts';

describe('sticky columns', () => {
  test('leading fixed columns stick next to each other, the rest scrolls', () => {
    const columns = [{ fixed: true, width: 60 }, { fixed: true }, {}, { fixed: true }];
    expect(stickyOffsets(columns, false)).toEqual([0, 60, undefined, undefined]);
  });

  test('are offset by the checkboxes', () => {
    expect(stickyOffsets([{ fixed: true }, {}], true)).toEqual([40, undefined]);
  });

  test('do not exist in a table that begins with a movable column', () => {
    expect(stickyOffsets([{}, { fixed: true }], false)).toEqual([undefined, undefined]);
  });
});

test('toggling a row twice restores the selection, and does not mutate the original set', () => {
  const ids = new Set([1, 2]);
  expect([...toggleId(ids, 3)]).toEqual([1, 2, 3]);
  expect(toggleId(toggleId(ids, 1), 1)).toEqual(ids);
  expect([...ids]).toEqual([1, 2]);
});

test('selecting a page also selects nested rows, but not rows that only represent them', () => {
  interface Row {
    id: number;
    under?: Row[];
  }
  const rows: Row[] = [{ id: -1, under: [{ id: 1 }, { id: 2 }] }, { id: 3 }];
  const childrenOf = ({ under }: Row) => under;
  expect(choosableIds({ rows, rowId: ({ id }) => id, childrenOf })).toEqual([1, 2, 3]);
  expect(choosableIds({ rows: undefined, rowId: () => 1 })).toEqual([]);
});
