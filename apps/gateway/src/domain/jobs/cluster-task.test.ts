import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { manualClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { createClusterTask } from './cluster-task.ts';

describe.each(databaseKinds)('work that one node does for all nodes, on %s', (kind) => {
  const clock = manualClock(1_790_000_000_000);
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore(database);
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  const node = (nodeClock = clock) =>
    createClusterTask<{ done: number }>(
      { store, clock: nodeClock, log: createLogger('silent') },
      'work',
    );
  const held = () => {
    let letGo = () => {};
    const wait = new Promise<void>((resolve) => (letGo = resolve));
    return { wait, letGo };
  };

  test('a cluster task runs on one node at a time, and every node reports its progress', async () => {
    const [first, second] = [node(), node()];
    const { wait, letGo } = held();
    expect(await second.read()).toBeUndefined();
    expect(
      await first.start(async (report) => {
        report({ done: 3 });
        await wait;
        report({ done: 4 });
      }),
    ).toBe(true);
    expect(await second.start(async () => {})).toBe(false);
    const startedAt = clock.nowMs() / 1000;
    await expect
      .poll(() => second.read())
      .toEqual({ running: true, startedAt, progress: { done: 3 } });
    letGo();
    await expect
      .poll(() => second.read())
      .toEqual({ running: false, startedAt, progress: { done: 4 } });
  });

  test('a cluster task whose node died ends after little more than a minute and may be run by another', async () => {
    const { wait, letGo } = held();
    const deadNode = node();
    await deadNode.start(() => wait);
    clock.advance(76_000);
    const heir = node();
    await expect.poll(async () => (await heir.read())?.running).toBe(false);
    expect(await heir.start(async () => {})).toBe(true);
    letGo();
  });

  test.each([-60_000, 60_000])(
    'a node whose clock differs by a minute (%d ms) neither takes over what runs nor waits once it has ended',
    async (skewMs) => {
      const [runner, other] = [node(), node(manualClock(clock.nowMs() + skewMs))];
      const { wait, letGo } = held();
      await runner.start(() => wait);
      expect((await other.read())?.running).toBe(true);
      expect(await other.start(async () => {})).toBe(false);
      letGo();
      await expect.poll(async () => (await runner.read())?.running).toBe(false);
      expect(await other.start(async () => {})).toBe(true);
      await expect.poll(async () => (await other.read())?.running).toBe(false);
    },
  );
});
