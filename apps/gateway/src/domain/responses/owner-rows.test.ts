import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { manualClock } from '../../platform/clock.ts';
import { deleteOldStoredOwners } from '../../store/stored-owners-repository.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { LocalTextStore } from './local-text-store.ts';
import { OwnerRows } from './owner-rows.ts';
import { ResponseMemory } from './response-memory.ts';
import type { Db } from '../../store/schema.ts';

const DAY_MS = 86_400_000;

describe.each(databaseKinds)('owners of stored things on %s', (kind) => {
  let database: TestDatabase;
  let store: Store;
  const clock = manualClock(1_800_000_000_000);
  const errors: unknown[] = [];
  const open = (from: Pick<Store, 'db' | 'reader'> = store) =>
    new OwnerRows({ store: from, clock, onError: (error) => errors.push(error) });
  const owner = (userId: number, tools = '') => ({ userId, tools });

  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore(database);
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  test('are known at once, through a restart and to other nodes; the first one stays', async () => {
    const node = open();
    const ids = Array.from({ length: 450 }, (_, at) => `resp_${kind}_${at}`);
    for (const [at, id] of ids.entries()) node.add(id, owner(at, '[]'));
    node.add(ids[0] as string, owner(999));
    expect((await node.find(['resp_none', ids[3] as string])).get(ids[3] as string)).toEqual(
      owner(3, '[]'),
    );
    await node.close();
    const other = open();
    const older: string[] = [];
    other.onOlder = (id) => older.push(id);
    other.add(ids[1] as string, owner(999));
    other.add(`resp_${kind}_new`, owner(999));
    await other.close();
    expect(older).toEqual([ids[1]]);
    const found = await open().find(ids);
    expect(ids.map((id) => found.get(id)?.userId)).toEqual([...ids.keys()]);
  });

  test('are known for 30 days, and then deleted', async () => {
    const node = open();
    const id = `msg_${kind}`;
    node.add(id, owner(7));
    await node.close();
    clock.advance(29 * DAY_MS);
    expect(await open().find([id])).toEqual(new Map([[id, owner(7)]]));
    clock.advance(2 * DAY_MS);
    expect(await open().find([id])).toEqual(new Map());
    const before = Math.floor(clock.nowMs() / 1000);
    expect(await deleteOldStoredOwners(store.db, { before, limit: 1000 })).toBeGreaterThan(0);
    expect(await deleteOldStoredOwners(store.db, { before, limit: 1000 })).toBe(0);
  });

  test('stay the first ones where memory has forgotten them, whoever is noted later', async () => {
    const local = new LocalTextStore(clock);
    const memory = new ResponseMemory({
      texts: local,
      owners: open(),
      local,
      bus: { subscribe: () => {} } as never,
      changes: {} as never,
      lifetimeMs: () => 0,
    });
    const id = `resp_${kind}_kept_by_the_provider`;
    memory.noteOwner(7, id);
    clock.advance(1000);
    await expect.poll(() => open().find([id])).toHaveProperty('size', 1);
    clock.advance(2 * DAY_MS);
    memory.noteOwner(8, id);
    clock.advance(1000);
    await expect.poll(async () => (await memory.findOwners([id])).get(id)?.userId).toBe(7);
    await memory.close();
  });

  test('are written once the database is back', async () => {
    let isAway = true;
    const unlessAway = (db: Db) => {
      if (isAway) throw new Error('away');
      return db;
    };
    const node = open({
      get db() {
        return unlessAway(store.db);
      },
      get reader() {
        return unlessAway(store.reader);
      },
    });
    node.add(`away_${kind}`, owner(5));
    clock.advance(1000);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(await node.find([`away_${kind}`, 'unknown'])).toEqual(
      new Map([[`away_${kind}`, owner(5)]]),
    );
    isAway = false;
    clock.advance(1000);
    await expect.poll(() => open().find([`away_${kind}`])).toHaveProperty('size', 1);
  });
});
