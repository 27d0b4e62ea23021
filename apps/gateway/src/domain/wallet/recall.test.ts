import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { consumeRow, give, makeApiKey, makeUser } from '../../../test-support/money/accounts.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { manualClock } from '../../platform/clock.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { openPostgresSignals } from '../../store/postgres-signals.ts';
import { createWallet } from './create-wallet.ts';
import { LocalJournal } from './store/local-journal.ts';
import { PostgresBackend } from './postgres-backend.ts';
import type { Reservation, Wallet } from './wallet.ts';

const hasPostgres = databaseKinds.includes('postgres');

describe('quota that is idle on one node and needed on another', () => {
  const clock = manualClock(1_790_000_000_000);
  const seconds = () => Math.floor(clock.nowMs() / 1000);
  let database: TestDatabase;
  let store: Store;
  let open: Wallet[] = [];
  let calls = 0;

  beforeEach(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
    store = await openStore(database);
    open = [];
  });
  afterEach(async () => {
    for (const wallet of open) await wallet.close();
    await store.close();
    await database.remove();
  });

  async function node(name: string, { signals = true, recallWaitMs = 5000 } = {}): Promise<Wallet> {
    const path = join(database.dataDir, `${name}.db`);
    const backend = new PostgresBackend({
      store,
      journal: new LocalJournal({ path, durability: 'normal' }),
      nodeId: name,
      clock,
      recallWaitMs,
      ...(signals
        ? {
            openSignals: (receive: () => void) =>
              openPostgresSignals({
                databaseUrl: database.databaseUrl ?? '',
                channel: 'recall',
                receive,
                onError: () => {},
              }),
          }
        : {}),
    });
    await backend.recover();
    const wallet = createWallet({ backend, clock });
    open.push(wallet);
    return wallet;
  }

  const reserve = async (wallet: Wallet, userId: number, amount: number, apiKeyId?: number) =>
    wallet.reserve({ userId, limitedApiKeyId: apiKeyId, amount });

  async function settle(wallet: Wallet, reservation: Reservation, price: number): Promise<void> {
    const { ownerId: userId } = reservation.user;
    const requestId = `r${(calls += 1)}`;
    const row = consumeRow({
      requestId,
      userId,
      apiKeyId: reservation.apiKey?.ownerId ?? 0,
      price,
      at: seconds(),
    });
    await wallet.settle(reservation, { row, logged: true });
  }

  /** A user with 1000, of which the first node spent 100 and holds a further lease that it doesn't use. */
  async function userOfFirst(wallet: Wallet): Promise<number> {
    const userId = await makeUser(store, clock);
    await give(wallet, userId, 1000);
    await settle(wallet, (await reserve(wallet, userId, 100)) as Reservation, 100);
    await wallet.flush();
    expect((await readMoneyState(store, userId)).held).toBeGreaterThan(200);
    return userId;
  }

  test.runIf(hasPostgres)('idle quota is spent to the last unit', async () => {
    const [first, second] = [await node('first'), await node('second')];
    const userId = await userOfFirst(first);
    const reserved = await reserve(second, userId, 900);
    expect(reserved).toMatchObject({ amount: 900 });
    await settle(second, reserved as Reservation, 900);
    await second.flush();
    expect(await readMoneyState(store, userId)).toMatchObject({ quota: 0, held: 0, used: 1000 });
  });

  test.runIf(hasPostgres)('quota moves between the nodes with the calls', async () => {
    const nodes = [await node('first'), await node('second'), await node('third')] as const;
    const userId = await makeUser(store, clock);
    await give(nodes[0], userId, 900);
    let remaining = 900;
    for (const wallet of [...nodes, ...nodes, ...nodes]) {
      const reserved = await reserve(wallet, userId, remaining);
      expect(reserved).toMatchObject({ open: true });
      await settle(wallet, reserved as Reservation, 100);
      await wallet.flush();
      remaining -= 100;
    }
    expect(await readMoneyState(store, userId)).toMatchObject({
      quota: 0,
      used: 900,
      differences: [],
    });
  });

  test.runIf(hasPostgres)(
    'of two nodes that need all of it simultaneously, one gets it',
    async () => {
      const [first, second] = [await node('first'), await node('second')];
      const userId = await userOfFirst(first);
      const results = await Promise.all([
        reserve(first, userId, 900),
        reserve(second, userId, 900),
      ]);
      expect(results.filter((result) => result === 'user')).toHaveLength(1);
      expect(await readMoneyState(store, userId)).toMatchObject({ quota: 900, held: 900 });
    },
  );

  test.runIf(hasPostgres)('the limit of an API key is recalled likewise', async () => {
    const [first, second] = [await node('first'), await node('second')];
    const userId = await makeUser(store, clock);
    await give(first, userId, 10_000);
    const apiKeyId = await makeApiKey(store, userId, 1000);
    const reserved = (await reserve(first, userId, 100, apiKeyId)) as Reservation;
    await settle(first, reserved, 100);
    await first.flush();
    expect(await reserve(second, userId, 900, apiKeyId)).toMatchObject({ amount: 900 });
  });

  test.runIf(hasPostgres)('a deduction recalls idle quota too', async () => {
    const [first, second] = [await node('first'), await node('second')];
    const userId = await userOfFirst(first);
    await give(second, userId, -900);
    expect(await readMoneyState(store, userId)).toMatchObject({
      quota: 0,
      held: 0,
      differences: [],
    });
  });

  test.runIf(hasPostgres)('quota reserved for a running call is not recalled', async () => {
    const [first, second] = [await node('first'), await node('second')];
    const userId = await userOfFirst(first);
    const running = (await reserve(first, userId, 200)) as Reservation;
    expect(await reserve(second, userId, 800)).toBe('user');
    expect(await reserve(second, userId, 700)).toMatchObject({ amount: 700 });
    await settle(first, running, 200);
    await first.flush();
    expect(await readMoneyState(store, userId)).toMatchObject({ quota: 700, held: 700, used: 300 });
  });

  test.runIf(hasPostgres)(
    'a recall takes effect with the next heartbeat if the signal was lost',
    async () => {
      const [first, second] = [
        await node('first', { signals: false }),
        await node('second', { signals: false, recallWaitMs: 60_000 }),
      ];
      const userId = await userOfFirst(first);
      const reserved = reserve(second, userId, 900);
      await expect
        .poll(async () => {
          await first.maintain(60_000);
          return (await readMoneyState(store, userId)).held;
        })
        .toBe(900);
      expect(await reserved).toMatchObject({ amount: 900 });
    },
  );

  test.runIf(hasPostgres)('a recall does not wait for a node without heartbeats', async () => {
    const first = await node('first');
    const userId = await userOfFirst(first);
    clock.advance(20_000);
    const second = await node('second', { recallWaitMs: 600_000 });
    expect(await reserve(second, userId, 900)).toBe('user');
  });
});
