import { describe, expect, test } from 'vitest';
import {
  hideColumns,
  moveColumn,
  DEFAULT_PREFERENCES,
  orderColumns,
  readPreferences,
} from './table-preferences.ts';

const columns = [
  { key: 'id', fixed: true },
  { key: 'a' },
  { key: 'b' },
  { key: 'c' },
  { key: 'actions', fixed: true },
];
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);

describe("a user's preferences for a table", () => {
  test('the order is applied; fixed columns keep their place', () => {
    expect(keys(orderColumns(columns, ['c', 'a', 'b']))).toEqual(['id', 'c', 'a', 'b', 'actions']);
  });

  test('a column that was added later is shown after the ordered ones', () => {
    expect(keys(orderColumns(columns, ['c']))).toEqual(['id', 'c', 'a', 'b', 'actions']);
  });

  test('names that no longer exist are ignored', () => {
    expect(keys(orderColumns(columns, ['gone', 'b']))).toEqual(['id', 'b', 'a', 'c', 'actions']);
    expect(keys(hideColumns(columns, ['gone']))).toEqual(keys(columns));
  });

  test('hidden columns are removed, fixed ones never', () => {
    expect(keys(hideColumns(columns, ['a', 'id']))).toEqual(['id', 'b', 'c', 'actions']);
  });

  test('a column moves one place and stops at the ends', () => {
    expect(moveColumn(columns, 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(moveColumn(columns, 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moveColumn(columns, 'a', -1)).toEqual(['a', 'b', 'c']);
    expect(moveColumn(columns, 'c', 1)).toEqual(['a', 'b', 'c']);
  });

  test('the table opens whatever is stored', () => {
    for (const stored of [null, 'text', 7, [], { hidden: 'a', order: 3, pageSize: -5 }])
      expect(readPreferences(stored)).toEqual(DEFAULT_PREFERENCES);
    const chosen = { hidden: ['a'], order: ['b'], compact: true, pageSize: 50 };
    expect(readPreferences(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  });
});
