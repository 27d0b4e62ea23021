import { expect, test } from 'vitest';
import { countFilters, NO_FILTERS, taskQuery } from './query.ts';

test('invalid query parameters open the list without filters', () => {
  const query = taskQuery.parse({ channel_id: '-3', start_timestamp: 'soon', p: '0' });
  expect(query).toMatchObject(NO_FILTERS);
  expect(countFilters(query)).toBe(0);
});

test('active filters are counted, a window once, the page never', () => {
  const window = { start_timestamp: '1700000000', end_timestamp: '1700000001' };
  expect(countFilters(taskQuery.parse({ p: '4', task_id: '17', channel_id: '2', ...window }))).toBe(
    3,
  );
});
