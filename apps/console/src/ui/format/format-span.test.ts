import { expect, test } from 'vitest';
import { formatSpan } from './format-span.ts';

const at = (time: string) => new Date(time).getTime();
const span = (language: string, options: Intl.DateTimeFormatOptions, from: string, to: string) =>
  formatSpan(new Intl.DateTimeFormat(language, options), at(from), at(to)).replaceAll(/\s/g, ' ');

test('a Chinese span keeps the format of its days and does not repeat what both ends share', () => {
  const days = { day: 'numeric', month: 'short' } as const;
  const [noon, later] = ['2026-11-24T12:00', '2026-11-27T12:00'];
  expect(span('zh', days, noon, later)).toBe('11月24日–27日');
  expect(span('zh', days, noon, '2026-12-03T12:00')).toBe('11月24日–12月3日');
  expect(span('zh', days, noon, noon)).toBe('11月24日');
  expect(span('zh', { ...days, year: 'numeric' }, noon, '2027-01-03T12:00')).toBe(
    '2026年11月24日–2027年1月3日',
  );
  const times = { ...days, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  expect(span('zh', times, noon, '2026-11-24T15:30')).toBe('11月24日 12:00–15:30');
  expect(span('en-GB', days, noon, later)).toBe('24 – 27 Nov');
});
