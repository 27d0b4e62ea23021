import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test-support/databases.ts';
import { consumeRow, give, makeUser } from '../../../test-support/money/accounts.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';
import { systemClock } from '../../platform/clock.ts';
import { openStore } from '../../store/open-store.ts';
import { LocalJournal } from './store/local-journal.ts';
import type { Reservation } from './wallet.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('sqlite', { hasTables: true });
});
afterEach(() => database.remove());

test('a second process on the same data folder refuses to start, and nothing is charged twice', async () => {
  const gateway = await startTestGateway({ database });
  const { wallet, store } = gateway.app.domain;
  const userId = await makeUser(store, systemClock);
  await give(wallet, userId, 1000);
  const reservation = (await wallet.reserve({
    userId,
    limitedApiKeyId: undefined,
    amount: 100,
  })) as Reservation;
  const row = consumeRow({ requestId: 'r', userId, apiKeyId: 0, price: 100, at: 1_790_000_000 });
  await wallet.settle(reservation, { row, logged: true });
  await expect(startTestGateway({ database })).rejects.toThrow('Another process');
  await wallet.flush();
  expect(await readMoneyState(store, userId)).toMatchObject({
    quota: 900,
    used: 100,
    differences: [],
  });
  await gateway.close();
});

test.each([
  ['normal', 1],
  ['full', 2],
] as const)(
  'DURABILITY=%s reaches the disk of both database and journal',
  async (durability, level) => {
    const store = await openStore({
      databaseUrl: undefined,
      dataDir: database.dataDir,
      durability,
    });
    const path = join(database.dataDir, 'journal.db');
    const journal = new LocalJournal({ path, durability });
    const levels = [
      store.sqlite?.journal.pragma('synchronous', { simple: true }),
      journal.synchronous(),
    ];
    expect(levels).toEqual([level, level]);
    await journal.close();
    await store.close();
  },
);
