import { describe, expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

describe('a semaphore', () => {
  const open = () => {
    const gate = createSemaphore({ maxConcurrent: 2, maxQueued: 3, retryAfterSeconds: 10 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const enter = (id: number) =>
      gate(() => {
        begun.push(id);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    return { gate, begun, ends, enter };
  };

  test('a semaphore runs a few at once and the others in order of arrival', async () => {
    const { begun, ends, enter } = open();
    const all = [1, 2, 3, 4, 5].map(enter);
    expect(begun).toEqual([1, 2]);
    for (let turn = 0; turn < 5; turn += 1) {
      ends[turn]?.();
      await all[turn];
    }
    expect(begun).toEqual([1, 2, 3, 4, 5]);
  });

  test('a semaphore refuses work when its queue is full, stating when to retry', async () => {
    const { ends, enter } = open();
    const all = [1, 2, 3, 4, 5].map(enter);
    await expect(enter(6)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 10,
    });
    for (let turn = 0; turn < 5; turn += 1) {
      ends[turn]?.();
      await all[turn];
    }
  });

  test('a semaphore stays usable after work that failed', async () => {
    const { gate } = open();
    for (let turn = 0; turn < 9; turn += 1)
      await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate(async () => 'yes')).toBe('yes');
  });
});
