import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { comparedRange, formatRange, rangeOfMonth, rangeOfPreset } from './date-range.ts';

const NOW = dayjs('2026-11-22T15:20:30').unix();
const range = (from: string, to: string) => ({ start: dayjs(from).unix(), end: dayjs(to).unix() });

test.each([
  ['24h', '2026-11-21T16:00:00', '2026-11-22T15:59:59'],
  ['7d', '2026-11-16T00:00:00', '2026-11-22T23:59:59'],
  ['30d', '2026-10-24T00:00:00', '2026-11-22T23:59:59'],
  ['1y', '2025-11-23T00:00:00', '2026-11-22T23:59:59'],
] as const)('the preset %s lasts from %s to %s', (preset, from, to) => {
  expect(rangeOfPreset(preset, NOW)).toEqual(range(from, to));
});

test.each([
  ['thisMonth', '2026-11-22T15:20:30', '2026-11-01T00:00:00', '2026-11-22T23:59:59'],
  ['lastMonth', '2026-11-22T15:20:30', '2026-10-01T00:00:00', '2026-10-31T23:59:59'],
  ['lastMonth', '2026-01-31T10:00:00', '2025-12-01T00:00:00', '2025-12-31T23:59:59'],
  ['lastMonth', '2026-03-31T10:00:00', '2026-02-01T00:00:00', '2026-02-28T23:59:59'],
] as const)('%s, at %s, lasts from %s to %s', (month, now, from, to) => {
  expect(rangeOfMonth(month, dayjs(now).unix())).toEqual(range(from, to));
});

test.each([
  ['before', '2026-11-09T00:00:00', '2026-11-15T23:59:59'],
  ['year', '2025-11-16T00:00:00', '2025-11-22T23:59:59'],
] as const)('seven days are compared (%s) with those from %s to %s', (comparison, from, to) => {
  const week = range('2026-11-16T00:00:00', '2026-11-22T23:59:59');
  expect(comparedRange(week, comparison)).toEqual(range(from, to));
});

test('hours are compared with as many hours right before them, or with nothing if off', () => {
  const hours = range('2026-11-22T08:00:00', '2026-11-22T11:59:59');
  expect(comparedRange(hours, 'before')).toEqual(
    range('2026-11-22T04:00:00', '2026-11-22T07:59:59'),
  );
  expect(comparedRange(hours, 'off')).toBeUndefined();
});

test('whole days are formatted without hours, parts of days with them', () => {
  const spaced = (text: string) => text.replaceAll(/\s/g, ' ');
  const week = range('2026-11-16T00:00:00', '2026-11-22T23:59:59');
  expect(spaced(formatRange(week, 'en', { zone: '', thisYear: 2026 }))).toBe('16 – 22 Nov 2026');
  expect(spaced(formatRange(week, 'zh', { zone: '', thisYear: 2026 }))).toBe('2026年11月16日–22日');
  const hours = range('2026-11-22T08:00:00', '2026-11-22T11:59:59');
  const thisYear = (year: number) => ({ zone: '', thisYear: year });
  expect(spaced(formatRange(hours, 'en', thisYear(2027)))).toBe('22 Nov 2026, 08:00–11:59');
  // A text with hours is long enough, so the current year is left out.
  expect(spaced(formatRange(hours, 'en', thisYear(2026)))).toBe('22 Nov, 08:00–11:59');
  const night = range('2025-12-31T20:00:00', '2026-01-01T03:59:59');
  expect(formatRange(night, 'en', thisYear(2026))).toMatch(/31 Dec 2025.*1 Jan 2026/);
});

test('the last 24 hours contain the present in both hours that a clock shows when it is set back', () => {
  const at = (text: string) => Date.parse(text) / 1000;
  for (const moment of [at('2026-10-25T02:30:00+02:00'), at('2026-10-25T02:30:00+01:00')]) {
    const { start, end } = rangeOfPreset('24h', moment, 'Europe/Berlin');
    expect([start, end]).toEqual([moment - 1800 - 23 * 3600, moment + 1799]);
  }
  // Half an hour back: a clock that is not a whole hour from UTC.
  const moment = at('2026-04-05T01:45:00+10:30');
  const { start, end } = rangeOfPreset('24h', moment, 'Australia/Lord_Howe');
  expect([start, end]).toEqual([moment - 2700 - 23 * 3600, moment + 899]);
});

test('days are those of the selected time zone, even across a DST change', () => {
  // 03:20 on the 23rd in Shanghai.
  const moment = Date.parse('2026-11-22T19:20:00Z') / 1000;
  const at = (text: string) => Date.parse(text) / 1000;
  expect(rangeOfPreset('7d', moment, 'Asia/Shanghai')).toEqual({
    start: at('2026-11-17T00:00:00+08:00'),
    end: at('2026-11-23T23:59:59+08:00'),
  });
  expect(rangeOfPreset('24h', moment, 'Asia/Kolkata').end).toBe(at('2026-11-23T00:59:59+05:30'));
  // New York's DST ends on November 1.
  const week = {
    start: at('2026-10-29T00:00:00-04:00'),
    end: at('2026-11-04T23:59:59-05:00'),
  };
  expect(comparedRange(week, 'before', 'America/New_York')).toEqual({
    start: at('2026-10-22T00:00:00-04:00'),
    end: at('2026-10-28T23:59:59-04:00'),
  });
  expect(formatRange(week, 'en', { zone: 'America/New_York', thisYear: 2026 })).toMatch(
    /29 Oct.*4 Nov 2026$/,
  );
});

test('with `byDay`, a range of more than two days is formatted without hours', () => {
  const at = (text: string) => Date.parse(text) / 1000;
  const range = { start: at('2026-11-24T03:21:00Z'), end: at('2026-11-27T04:20:59Z') };
  const options = { zone: 'UTC', thisYear: 2026 };
  expect(formatRange(range, 'en', options)).toMatch(/03:21.*04:20/);
  expect(formatRange(range, 'en', { ...options, byDay: true })).toMatch(/^24\s*–\s*27 Nov$/);
  const short = { ...range, end: at('2026-11-25T04:20:59Z') };
  expect(formatRange(short, 'en', { ...options, byDay: true })).toMatch(/03:21.*04:20/);
});
