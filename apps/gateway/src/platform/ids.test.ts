import { expect, test } from 'vitest';
import { newRequestId } from './ids.ts';

test('a request id states the current second, and still does after the clock was set back', () => {
  const noon = Date.UTC(2026, 0, 1, 12);
  expect(newRequestId(noon)).toMatch(/^20260101120000/);
  expect(newRequestId(noon + 1000)).toMatch(/^20260101120001/);
  expect(newRequestId(noon - 3_600_000)).toMatch(/^20260101110000/);
});
