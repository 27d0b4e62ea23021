import { expect, test } from 'vitest';
import { formatTime } from '../format/format-time.ts';
import { parseTimeFilter } from './parse-time-filter.ts';

const SHOWN = 1_790_000_000;

test('a default window that nobody touched goes on moving with the clock', () => {
  expect(parseTimeFilter({ typed: formatTime(SHOWN), shown: SHOWN, chosen: 0 })).toBe(0);
});

test('a chosen time that was not touched keeps its seconds, though the field shows minutes', () => {
  expect(
    parseTimeFilter({ typed: formatTime(SHOWN + 7), shown: SHOWN + 7, chosen: SHOWN + 7 }),
  ).toBe(SHOWN + 7);
});

test('an emptied field goes back to the default, a typed one is taken, nonsense is refused', () => {
  expect(parseTimeFilter({ typed: ' ', shown: SHOWN, chosen: SHOWN })).toBe(0);
  expect(parseTimeFilter({ typed: formatTime(SHOWN + 600), shown: SHOWN, chosen: 0 })).toBe(
    SHOWN + 600 - ((SHOWN + 600) % 60),
  );
  expect(parseTimeFilter({ typed: 'soon', shown: SHOWN, chosen: 0 })).toBeUndefined();
});
