import { expect, test } from 'vitest';
import { LOG_TABS, rowsOfTab, tabOf } from './log-tabs.ts';

test('each tab stands for the rows that it asks for, and the statuses of the API have one too', () => {
  for (const tab of LOG_TABS) expect(tabOf(rowsOfTab(tab))).toBe(tab);
  expect(tabOf({ type: 0, status: 'success' })).toBe('consume');
  expect(tabOf({ type: 4, status: 'failed' })).toBe('error');
  expect(tabOf({ type: 9, status: '' })).toBe('all');
});
