import { expect, test, vi } from 'vitest';
import { createWriterLock } from './writer-lock.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

test('synchronous work waits for an open transaction and runs before the next one', async () => {
  const lock = createWriterLock();
  const seen: string[] = [];
  const first = gate();
  const one = lock.hold(async () => {
    seen.push('one begins');
    await first.opened;
    seen.push('one ends');
  });
  const two = lock.hold(async () => void seen.push('two'));
  lock.whenFree(() => seen.push('journal'));
  first.open();
  await Promise.all([one, two]);
  expect(seen).toEqual(['one begins', 'one ends', 'journal', 'two']);
});

test('no two holders ever overlap, even if one asks at the moment of release', async () => {
  const lock = createWriterLock();
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (inside += 1));
    await Promise.resolve();
    inside -= 1;
  };
  const all: Promise<void>[] = [];
  for (let round = 0; round < 20; round += 1) all.push(lock.hold(work).then(() => lock.hold(work)));
  await Promise.all(all);
  expect(most).toBe(1);
});

test('a failing transaction frees the lock', async () => {
  const lock = createWriterLock();
  await expect(lock.hold(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let ran = false;
  lock.whenFree(() => (ran = true));
  expect(ran).toBe(true);
});

test('work that asks for the lock while it runs proceeds at once', async () => {
  const lock = createWriterLock();
  const seen: string[] = [];
  const first = gate();
  const one = lock.hold(() => first.opened);
  lock.whenFree(() => {
    lock.whenFree(() => seen.push('inner'));
    seen.push('outer');
  });
  first.open();
  await one;
  expect(seen).toEqual(['inner', 'outer']);
});

test('work that throws leaves neither the lock held nor the work behind it stuck', async () => {
  const thrown = vi.spyOn(globalThis, 'queueMicrotask').mockReturnValue();
  const lock = createWriterLock();
  const first = gate();
  const one = lock.hold(async () => {
    await first.opened;
    return 'stored';
  });
  const seen: string[] = [];
  lock.whenFree(() => {
    throw new Error('no');
  });
  lock.whenFree(() => seen.push('behind'));
  const two = lock.hold(async () => seen.push('next'));
  first.open();
  expect(await one).toBe('stored');
  await two;
  expect(seen).toEqual(['behind', 'next']);
  expect(thrown.mock.calls[0]?.[0]).toThrow('no');
  thrown.mockRestore();
});

test('synchronous work waits for another program, and in its order with transactions', async () => {
  const free = gate();
  let isFree = false;
  const lock = createWriterLock({
    isFree: () => isFree,
    untilFree: () => free.opened.then(() => true),
  });
  const seen: string[] = [];
  lock.whenFree(() => seen.push('first'));
  const held = lock.hold(async () => void seen.push('transaction'));
  lock.whenFree(() => seen.push('second'));
  await Promise.resolve();
  expect(seen).toEqual([]);
  isFree = true;
  free.open();
  await held;
  expect(seen).toEqual(['first', 'second', 'transaction']);
});
