import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test-support/databases.ts';
import { createLocalBus } from '../platform/bus.ts';
import { manualClock } from '../platform/clock.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { openChangeFeed } from './change-feed.ts';

let database: TestDatabase;
let store: Store;
beforeEach(async () => {
  database = await createTestDatabase('sqlite', { hasTables: true });
  store = await openStore(database);
});
afterEach(async () => {
  await store.close();
  await database.remove();
});

/** A node with its own clock and memory. */
async function openNode(from: Pick<Store, 'db' | 'transaction'> = store) {
  const clock = manualClock(1_800_000_000_000);
  const bus = createLocalBus(() => {});
  const learned: string[] = [];
  bus.subscribe(({ topic }) => void learned.push(topic));
  return { clock, learned, changes: await openChangeFeed(from as Store, bus, clock) };
}

test('a process that was stopped learns what changed before it serves what has arrived', async () => {
  const [woken, other] = [await openNode(), await openNode()];
  await other.changes.commit({ topic: 'channels' }, async () => {});
  expect(woken.changes.whenCurrent()).toBeUndefined();
  woken.clock.advance(120_000);
  const [first, second] = [woken.changes.whenCurrent(), woken.changes.whenCurrent()];
  expect(second).toBe(first);
  await second;
  expect(woken.learned).toEqual(['channels']);
  expect(woken.changes.whenCurrent()).toBeUndefined();
});

test('a machine that was suspended learns it too, although its monotonic clock stood still', async () => {
  const [woken, other] = [await openNode(), await openNode()];
  await other.changes.commit({ topic: 'options' }, async () => {});
  woken.clock.set(120_000);
  await woken.changes.whenCurrent();
  expect(woken.learned).toEqual(['options']);
});

test('without its database, a node that was stopped goes on serving, and waits only once', async () => {
  let isGone = false;
  const silent = new Proxy(store, {
    get: (target, member) =>
      isGone && member === 'db'
        ? {
            selectFrom: () => {
              throw new Error('gone');
            },
          }
        : (Reflect.get(target, member) as unknown),
  });
  const node = await openNode(silent);
  isGone = true;
  node.clock.advance(120_000);
  await node.changes.whenCurrent();
  expect(node.changes.whenCurrent()).toBeUndefined();
});

test('a node whose database went back to earlier changes drops what it knew, and misses none after that', async () => {
  const [node, other] = [await openNode(), await openNode()];
  const commitBoth = async () => {
    await other.changes.commit({ topic: 'token' }, async () => {});
    await node.changes.catchUp();
  };
  for (let change = 1; change <= 3; change += 1) await commitBoth();
  await other.changes.commit({ topic: 'options' }, async () => {});
  await node.changes.catchUp();
  expect(node.learned).toEqual(['token', 'token', 'token', 'options']);
  // A standby that lacked the last change of tokens and the only one of options took over.
  await store.db.updateTable('versions').set({ version: 2 }).where('topic', '=', 'token').execute();
  await store.db.deleteFrom('versions').where('topic', '=', 'options').execute();
  await node.changes.catchUp();
  await node.changes.catchUp();
  expect(node.learned.slice(4).toSorted()).toEqual(['options', 'token']);
  const third = await openNode();
  await third.changes.commit({ topic: 'token' }, async () => {});
  await node.changes.catchUp();
  expect(node.learned.slice(6)).toEqual(['token']);
});
