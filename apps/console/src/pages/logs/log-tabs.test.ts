import { expect, test } from 'vitest';
import { LOG_TABS, rowsOfTab, tabOf } from './log-tabs.ts';

test("each tab maps to its filter and back, and the API's statuses have a tab too", () => {
  for (const tab of LOG_TABS) expect(tabOf(rowsOfTab(tab))).toBe(tab);
  expect(tabOf({ type: 0, status: 'success' })).toBe('consume');
  expect(tabOf({ type: 4, status: 'failed' })).toBe('error');
  expect(tabOf({ type: 9, status: '' })).toBe('all');
});
