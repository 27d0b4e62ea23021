import { expect, test } from 'vitest';
import { listCharge } from './list-charge.ts';

const usage = { model: 'gpt-4o', prompt: 1000, cached: 200, cacheWrite: 0, completion: 50 };

test('a charge is the reported usage at list price, rounded half up once', () => {
  // 800 × 2.5 + 200 × 1.25 + 50 × 10 = 2,750 millionths of a dollar.
  expect(listCharge(usage)).toBe(1375);
  expect(listCharge({ ...usage, prompt: 1001 })).toBe(1376);
});

test('a model that replaces another is charged at its own price', () => {
  expect(listCharge(usage, 'claude-sonnet-4-5')).toBe(Math.round((800 * 3 + 200 * 0.3 + 750) / 2));
});
