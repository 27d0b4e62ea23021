import { expect, test } from 'vitest';
import { runPool } from './run-pool.ts';

test('results are in the order of the tasks, whichever ends first', async () => {
  const first = Promise.withResolvers<string>();
  const results = runPool(
    [
      () => first.promise,
      async () => {
        first.resolve('a');
        return 'b';
      },
    ],
    2,
  );
  await expect(results).resolves.toEqual(['a', 'b']);
});

test("no more tasks run concurrently than the pool's width", async () => {
  let open = 0;
  let most = 0;
  const task = async () => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
  };
  await runPool(
    Array.from({ length: 9 }, () => task),
    2,
  );
  expect(most).toBe(2);
});
