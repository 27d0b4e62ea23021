import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldEventLoop } from './yield-event-loop.ts';

test('each slice of long work gets its own turn of the event loop, in order', async () => {
  const took: number[] = [];
  const works = [0, 1, 2].map(async (worker) => {
    for (let slice = 0; slice < 3; slice++) {
      // oxlint-disable-next-line no-await-in-loop -- one slice after the other
      await yieldEventLoop();
      took.push(worker);
    }
  });
  for (let turn = 1; turn <= 9; turn++) {
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await setImmediate();
    expect(took.length).toBeLessThanOrEqual(turn);
  }
  await Promise.all(works);
  expect(took).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
});
