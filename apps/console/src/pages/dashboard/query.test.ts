import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { dashboardQuery, initialPreset, rangeOf, sharedSearch, toReportQuery } from './query.ts';

const NOW = dayjs('2026-11-22T15:20:00').unix();

test.each([
  ['hour', '24h'],
  ['day', '30d'],
  ['week', '1y'],
  ['anything', '24h'],
] as const)('a site whose default period is the %s initially shows %s', (span, preset) => {
  const shown = rangeOf(dashboardQuery.parse({}), initialPreset(span), NOW);
  expect(shown.preset).toBe(preset);
});

test('a shared URL with start and end shows that range, compared with as many days before', () => {
  const [start, end] = ['2026-11-16T00:00:00', '2026-11-22T23:59:59'].map((at) => dayjs(at).unix());
  const query = dashboardQuery.parse({ start: String(start), end: String(end), by: 'nonsense' });
  const { preset, range } = rangeOf(query, '24h', NOW);
  expect([preset, range, query.by]).toEqual(['', { start, end }, 'model']);
  expect(toReportQuery(query, range)).toMatchObject({
    before_start: dayjs('2026-11-09T00:00:00').unix(),
    before_end: dayjs('2026-11-15T23:59:59').unix(),
  });
});

test("a shared link has start, end and time zone, and an unknown time zone falls back to the browser's", () => {
  const query = dashboardQuery.parse({ range: '7d', zone: 'Asia/Shanghai' });
  const { range } = rangeOf(query, '24h', NOW);
  const shared = sharedSearch(query, range);
  expect(shared).toMatchObject({ range: '', zone: 'Asia/Shanghai', ...range });
  expect(rangeOf(dashboardQuery.parse(shared), '24h', NOW + 999_999).range).toEqual(range);
  expect(toReportQuery(query, range).time_zone).toBe('Asia/Shanghai');
  expect(dashboardQuery.parse({ zone: 'Nowhere/Else' }).zone).toBe('');
});
