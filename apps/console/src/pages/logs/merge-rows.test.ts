import type { LogEntry } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { mergeRows } from './merge-rows.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }) as LogEntry);

test('a row that was both heard of and read stands there once, at its place', () => {
  expect(mergeRows(rows(5, 4), rows(4, 3, 2), 10)).toEqual(rows(5, 4, 3, 2));
});

test('the oldest make room for the newest', () => {
  expect(mergeRows(rows(5, 4), rows(3, 2, 1), 3)).toEqual(rows(5, 4, 3));
});
