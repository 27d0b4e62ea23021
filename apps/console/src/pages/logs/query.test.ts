import { describe, expect, test } from 'vitest';
import { countFilters, logQuery, NO_FILTERS, windowOf } from './query.ts';

const NOW = 1_790_000_050;

describe('the query of the log', () => {
  test('without a window the last 3 days up to one hour ahead are queried, never the whole history', () => {
    const minute = NOW - (NOW % 60);
    expect(windowOf({ start_timestamp: 0, end_timestamp: 0 }, NOW)).toEqual({
      start_timestamp: minute - 3 * 86_400,
      end_timestamp: minute + 3600,
    });
  });

  test('queries within one minute are equal, so the cached response is reused', () => {
    const query = { start_timestamp: 0, end_timestamp: 0 };
    expect(windowOf(query, NOW)).toEqual(windowOf(query, NOW + 29));
  });

  test('a chosen window is kept to the second', () => {
    const chosen = { start_timestamp: 1_700_000_001, end_timestamp: 1_700_000_002 };
    expect(windowOf(chosen, NOW)).toEqual(chosen);
  });

  test('a request is searched within a year, as its time is unknown, unless a window is set', () => {
    const query = { request_id: 'r', start_timestamp: 0, end_timestamp: 0 };
    const { start_timestamp: start, end_timestamp: end } = windowOf(query, NOW);
    expect(end - start).toBe(365 * 86_400 + 3600);
    expect(windowOf({ ...query, start_timestamp: 5, end_timestamp: 9 }, NOW).start_timestamp).toBe(
      5,
    );
  });

  test('a preset has exactly its length and moves with the time, ignoring start and end', () => {
    const query = logQuery.parse({ range: '24h', start_timestamp: '5', end_timestamp: '6' });
    const { start_timestamp: start, end_timestamp: end } = windowOf(query, NOW);
    expect([end - start + 1, start <= NOW && NOW <= end]).toEqual([86_400, true]);
    expect(countFilters(query)).toBe(1);
  });

  test('invalid query parameters open the log without filters', () => {
    const query = logQuery.parse({ type: 'x', channel: '-3', start_timestamp: 'soon', p: '0' });
    expect(query).toMatchObject(NO_FILTERS);
    expect(countFilters(query)).toBe(0);
  });

  test('active filters are counted, a window once, the page never', () => {
    const query = logQuery.parse({
      p: '4',
      model_name: 'gpt-4o',
      type: '2',
      start_timestamp: '1700000000',
      end_timestamp: '1700000001',
    });
    expect(countFilters(query)).toBe(3);
  });
});
