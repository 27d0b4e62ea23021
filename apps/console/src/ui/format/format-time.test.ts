import { describe, expect, test } from 'vitest';
import { formatRelativeTime, formatTime, parseTime } from './format-time.ts';

describe('parsing times', () => {
  test('a formatted time parses to the same minute', () => {
    const seconds = 1_790_000_000 - (1_790_000_000 % 60);
    expect(parseTime(formatTime(seconds))).toBe(seconds);
  });

  test('seconds and the T of ISO times are accepted', () => {
    expect(parseTime('2026-11-21 10:20:30')).toBe((parseTime('2026-11-21 10:20') ?? 0) + 30);
    expect(parseTime('2026-11-21T10:20')).toBe(parseTime('2026-11-21 10:20'));
  });

  test.each([
    'abc',
    '2026-11-21',
    '2026-02-31 10:00',
    '2026-13-01 10:00',
    '2026-11-21 25:00',
    '1',
    '',
  ])('%s is rejected, never taken for another day', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe('relative times', () => {
  const now = 1_000_000;

  test('the largest unit that fits is used, rounded toward now', () => {
    expect(formatRelativeTime(now - 59, now, 'en')).toBe('59 seconds ago');
    expect(formatRelativeTime(now - 119, now, 'en')).toBe('1 minute ago');
    expect(formatRelativeTime(now - 30, now, 'zh-CN')).toBe('30 秒前');
    expect(formatRelativeTime(now - 3 * 3600, now, 'en')).toBe('3 hours ago');
    expect(formatRelativeTime(now + 2 * 86_400, now, 'en')).toBe('in 2 days');
  });

  test('a span of days is never given as a day of the calendar, which may be another one', () => {
    expect(formatRelativeTime(now - 47 * 3600, now, 'en')).toBe('1 day ago');
    expect(formatRelativeTime(now + 25 * 3600, now, 'en')).toBe('in 1 day');
    expect(formatRelativeTime(now - 71 * 3600, now, 'zh')).toBe('2 天前');
    expect(formatRelativeTime(now + 71 * 3600, now, 'zh')).toBe('2 天后');
  });

  test("they use the page's language", () => {
    expect(formatRelativeTime(now - 3 * 3600, now, 'zh')).toBe('3 小时前');
  });
});
