import { expect, test } from 'vitest';
import { hasColumn, LOG_TABS, rowsOfTab, tabOf } from './log-tabs.ts';

test("each tab maps to its filter and back, and the API's statuses have a tab too", () => {
  for (const tab of LOG_TABS) expect(tabOf(rowsOfTab(tab))).toBe(tab);
  expect(tabOf({ type: 0, status: 'success' })).toBe('consume');
  expect(tabOf({ type: 4, status: 'failed' })).toBe('error');
  expect(tabOf({ type: 9, status: '' })).toBe('all');
});

test('a tab without calls has no columns that only calls fill, so that its details are read in full', () => {
  const shown = (tab: (typeof LOG_TABS)[number]) =>
    ['total', 'model', 'request', 'user', 'details'].filter((column) => hasColumn(tab, column));
  expect(shown('all')).toEqual(['total', 'model', 'request', 'user', 'details']);
  expect(shown('system')).toEqual(['model', 'request', 'user', 'details']);
  expect(shown('manage')).toEqual(['user', 'details']);
});
