import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { World } from '../../../test-support/money/world.ts';
import { openStore, type Store } from '../../store/open-store.ts';

/** `SEED=123` replays one seed; `SEEDS=5000` runs that many. */
const { SEED, SEEDS } = process.env;
const COUNT = { sqlite: 60, postgres: 12 };

describe.each(databaseKinds)('a seeded simulation on %s', (kind) => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const count = SEEDS ? Number(SEEDS) : COUNT[kind];
  const seeds = SEED ? [Number(SEED)] : Array.from({ length: count }, (_, index) => index + 1);

  test('the wallet neither loses nor creates quota, charges every successful call once and only the winner of a hedged one, and charges what a killed node has noted of its streams at most once, and leaves nothing held, whatever crashes at any point', async () => {
    for (const seed of seeds) {
      const fault = await new World(store, database.dataDir, seed).run();
      expect(fault, `SEED=${seed} on ${kind}`).toBeUndefined();
    }
  });
});
