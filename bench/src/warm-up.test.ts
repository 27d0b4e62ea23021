import { expect, test } from 'vitest';
import { warmUp } from './warm-up.ts';

/** Returns how many steps a target is loaded whose calls cost this, the last cost again and again. */
function stepsOf(costs: readonly number[]): Promise<number> {
  let step = 0;
  return warmUp(() => Promise.resolve(costs[Math.min(step++, costs.length - 1)] as number));
}

test('a target is loaded as long as its calls get cheaper, whatever a single step says', async () => {
  expect(await stepsOf([100])).toBe(3);
  expect(await stepsOf([100, 80, 70, 60, 59.5])).toBe(6);
  expect(await stepsOf([100, 80, 85, 60, 61, 60])).toBe(6);
});

test('the warm-up ends after 15 steps', async () => {
  expect(await stepsOf(Array.from({ length: 30 }, (_, step) => 100 * 0.9 ** step))).toBe(15);
});
