import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test-support/databases.ts';
import { consumeRow, give, makeUser } from '../../../test-support/money/accounts.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { systemClock } from '../../platform/clock.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { createWallet } from './create-wallet.ts';
import { SqliteBackend } from './sqlite-backend.ts';
import type { Reservation } from './wallet.ts';

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

function openBackend(): SqliteBackend {
  const { sqlite } = store;
  if (!sqlite) throw new Error('the test is about SQLite');
  return new SqliteBackend({
    database: sqlite.journal,
    whenWritable: sqlite.whenWritable,
    transaction: store.transaction,
    nodeId: 'node',
    nowSeconds: () => 1_790_000_000,
  });
}

test('a lease that was already returned is not deducted from held again, and all leases start over', async () => {
  const backend = openBackend();
  await backend.recover();
  const userId = await makeUser(store, systemClock);
  await give(createWallet({ backend, clock: systemClock }), userId, 1000);
  let dropped = 0;
  backend.onLeasesDropped = () => void (dropped += 1);
  const otherUser = await makeUser(store, systemClock);
  expect(await backend.acquire({ kind: 'user', ownerId: userId, choose: () => 100 })).toBe(100);

  await backend.release('user', userId, 100);
  await backend.release('user', userId, 100);
  await backend.release('user', otherUser, 5);

  expect(await readMoneyState(store, userId)).toMatchObject({ held: 0, leases: 0 });
  expect(await readMoneyState(store, otherUser)).toMatchObject({ held: 0, leases: 0 });
  expect(dropped).toBe(0);
  await backend.heartbeat();
  expect(dropped).toBe(1);
});

test('a note that had to wait is not written once its stream is charged', async () => {
  const backend = openBackend();
  await backend.recover();
  const wallet = createWallet({ backend, clock: systemClock });
  const userId = await makeUser(store, systemClock);
  await give(wallet, userId, 1000);
  const reserve = { userId, limitedApiKeyId: undefined, amount: 300 };
  const reservation = (await wallet.reserve(reserve)) as Reservation;
  const charge = (price: number) => ({
    row: consumeRow({ requestId: 'stream', userId, apiKeyId: 0, price, at: 1_790_000_000 }),
    logged: true,
  });
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = store.transaction(() => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  // Waits for the transaction, and then stores the charge before the note, which has waited as well.
  const applied = wallet.flush();
  const noted = wallet.noteStreams([{ id: 'stream', reservation, ...charge(100) }]);
  const settled = wallet.settle(reservation, charge(200));
  end.resolve();
  await Promise.all([other, applied, noted, settled]);

  await openBackend().recover();
  expect(await readMoneyState(store, userId)).toMatchObject({ quota: 800, used: 200 });
});
