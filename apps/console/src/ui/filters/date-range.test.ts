import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { comparedRange, formatRange, rangeOfPreset } from './date-range.ts';

const NOW = dayjs('2026-11-22T15:20:30').unix();
const range = (from: string, to: string) => ({ start: dayjs(from).unix(), end: dayjs(to).unix() });

test.each([
  ['24h', '2026-11-21T16:00:00', '2026-11-22T15:59:59'],
  ['7d', '2026-11-16T00:00:00', '2026-11-22T23:59:59'],
  ['30d', '2026-10-24T00:00:00', '2026-11-22T23:59:59'],
  ['1y', '2025-11-23T00:00:00', '2026-11-22T23:59:59'],
] as const)('the preset %s reaches from %s to %s', (preset, from, to) => {
  expect(rangeOfPreset(preset, NOW)).toEqual(range(from, to));
});

test.each([
  ['before', '2026-11-09T00:00:00', '2026-11-15T23:59:59'],
  ['year', '2025-11-16T00:00:00', '2025-11-22T23:59:59'],
] as const)('seven days are compared (%s) with those from %s to %s', (comparison, from, to) => {
  const week = range('2026-11-16T00:00:00', '2026-11-22T23:59:59');
  expect(comparedRange(week, comparison)).toEqual(range(from, to));
});

test('hours are compared with as many hours right before them, and nothing with nothing', () => {
  const hours = range('2026-11-22T08:00:00', '2026-11-22T11:59:59');
  expect(comparedRange(hours, 'before')).toEqual(
    range('2026-11-22T04:00:00', '2026-11-22T07:59:59'),
  );
  expect(comparedRange(hours, 'off')).toBeUndefined();
});

test('whole days are named without hours, parts of days with them', () => {
  const spaced = (text: string) => text.replaceAll(/\s/g, ' ');
  const week = range('2026-11-16T00:00:00', '2026-11-22T23:59:59');
  expect(spaced(formatRange(week, 'en'))).toBe('16 – 22 Nov 2026');
  expect(spaced(formatRange(week, 'zh'))).toBe('2026/11/16 – 2026/11/22');
  const hours = range('2026-11-22T08:00:00', '2026-11-22T11:59:59');
  expect(spaced(formatRange(hours, 'en'))).toBe('22 Nov 2026, 08:00–11:59');
});
