import { expect, test } from 'vitest';
import { formatTime } from '../format/format-time.ts';
import { parseTimeFilter } from './parse-time-filter.ts';

const SHOWN = 1_790_000_000;

test('an untouched default window keeps moving with the clock', () => {
  expect(parseTimeFilter({ typed: formatTime(SHOWN), shown: SHOWN, chosen: 0 })).toBe(0);
});

test('an untouched selected time keeps its seconds, though the field shows minutes', () => {
  expect(
    parseTimeFilter({ typed: formatTime(SHOWN + 7), shown: SHOWN + 7, chosen: SHOWN + 7 }),
  ).toBe(SHOWN + 7);
});

test('an emptied field falls back to the default, a valid time is accepted, anything else rejected', () => {
  expect(parseTimeFilter({ typed: ' ', shown: SHOWN, chosen: SHOWN })).toBe(0);
  expect(parseTimeFilter({ typed: formatTime(SHOWN + 600), shown: SHOWN, chosen: 0 })).toBe(
    SHOWN + 600 - ((SHOWN + 600) % 60),
  );
  expect(parseTimeFilter({ typed: 'soon', shown: SHOWN, chosen: 0 })).toBeUndefined();
});
