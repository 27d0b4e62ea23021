import { expect, test } from 'vitest';
import { formatCountdown } from './format-countdown.ts';

test.each([
  [0, '00:00'],
  [67, '01:07'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [43_201, '12:00:01'],
])('%i seconds are formatted as %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text);
});
