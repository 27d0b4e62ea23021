import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test-support/databases.ts';
import { consumeRow, give, makeUser } from '../../../test-support/money/accounts.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { systemClock } from '../../platform/clock.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { createWallet } from './create-wallet.ts';
import { SqliteBackend } from './sqlite-backend.ts';
import type { Reservation, Wallet } from './wallet.ts';

const USERS = 60;
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

/** Starts what exists only in a process, and is lost with it. */
async function startNode() {
  const { sqlite } = store;
  if (!sqlite) throw new Error('the test is about SQLite');
  const backend = new SqliteBackend({
    database: sqlite.journal,
    whenWritable: sqlite.whenWritable,
    transaction: store.transaction,
    nodeId: 'node',
    nowSeconds: () => Math.floor(systemClock.nowMs() / 1000),
  });
  await backend.recover();
  return { backend, wallet: createWallet({ backend, clock: systemClock }) };
}

async function callAs(wallet: Wallet, userId: number, requestId: string): Promise<void> {
  const reserved = await wallet.reserve({ userId, limitedApiKeyId: undefined, amount: 100 });
  const row = consumeRow({ requestId, userId, apiKeyId: 0, price: 30, at: 1_790_000_000 });
  await wallet.settle(reserved as Reservation, { row, logged: true });
}

async function callsOfManyUsers(wallet: Wallet): Promise<number[]> {
  const users: number[] = [];
  for (let number = 0; number < USERS; number += 1) {
    const userId = await makeUser(store, systemClock);
    await give(wallet, userId, 1000);
    await callAs(wallet, userId, `call ${number}`);
    users.push(userId);
  }
  return users;
}

const usedBy = (users: readonly number[]) =>
  Promise.all(users.map(async (userId) => (await readMoneyState(store, userId)).used));

test('usage of many users is applied in parts, with calls served between them', async () => {
  const { backend, wallet } = await startNode();
  const users = await callsOfManyUsers(wallet);
  let turns = 0;
  const applied = backend.apply().then(() => 'applied');
  const turn = () => new Promise<string>((resolve) => setImmediate(resolve, 'turn'));
  while ((await Promise.race([applied, turn()])) === 'turn') turns += 1;
  expect(turns).toBeGreaterThan(1);
  expect(await usedBy(users)).toEqual(users.map(() => 30));
});

test('a crash between two parts neither loses a call nor charges one twice', async () => {
  const { backend, wallet } = await startNode();
  const users = await callsOfManyUsers(wallet);
  const applied: number[] = [];
  backend.onApplied = ({ ownerId }) => {
    applied.push(ownerId);
    throw new Error('the process ends here');
  };
  await expect(backend.apply()).rejects.toThrow('the process ends here');
  const used = await usedBy(users);
  expect(used[0]).toBe(30);
  expect(used.at(-1)).toBe(0);
  await startNode();
  for (const userId of users)
    expect(await readMoneyState(store, userId)).toMatchObject({
      quota: 970,
      used: 30,
      held: 0,
      differences: [],
    });
});
