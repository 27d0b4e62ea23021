import type { LogEntry } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { mergeRows } from './merge-rows.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id, created_at: 1 }) as LogEntry);

test('a row that was both streamed and fetched appears once, in its place', () => {
  expect(mergeRows(rows(5, 4), rows(4, 3, 2), 10)).toEqual(rows(5, 4, 3, 2));
});

test('the oldest rows are dropped beyond the limit', () => {
  expect(mergeRows(rows(5, 4), rows(3, 2, 1), 3)).toEqual(rows(5, 4, 3));
});

test('a row that arrives late is sorted in where the log lists it', () => {
  const late = { id: 9, created_at: 0 } as LogEntry;
  expect(mergeRows([late, ...rows(5)], rows(3), 10)).toEqual([...rows(5, 3), late]);
});
