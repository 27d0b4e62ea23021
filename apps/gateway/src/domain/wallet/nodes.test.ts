import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { crashNextTransaction } from '../../../test-support/crash-transaction.ts';
import { consumeRow, give, makeUser } from '../../../test-support/money/accounts.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { manualClock } from '../../platform/clock.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { createWallet } from './create-wallet.ts';
import { LocalJournal } from './store/local-journal.ts';
import { PostgresBackend } from './postgres-backend.ts';
import { LEASE_SECONDS, reapDeadNodes } from './reap-dead-nodes.ts';
import type { Reservation, Wallet } from './wallet.ts';

const hasPostgres = databaseKinds.includes('postgres');
/** Incompressible. */
const longName = randomBytes(8000).toString('base64');

describe('nodes that share a PostgreSQL database', () => {
  const clock = manualClock(1_790_000_000_000);
  let database: TestDatabase;
  let store: Store;
  let open: { wallet: Wallet; journal: LocalJournal }[] = [];
  let calls = 0;

  beforeEach(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
    store = await openStore({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map(({ journal }) => journal.close()));
    await store.close();
    await database.remove();
  });

  const seconds = () => Math.floor(clock.nowMs() / 1000);

  const refused: unknown[] = [];
  async function node(name: string, { bytesMax = 1e9, file = name } = {}): Promise<Wallet> {
    const path = join(database.dataDir, `${file}.db`);
    const journal = new LocalJournal({ path, durability: 'normal', bytesMax });
    const onRefused = (error: unknown) => refused.push(error);
    const backend = new PostgresBackend({
      store,
      journal,
      nodeId: name,
      clock,
      onRefused,
    });
    await backend.recover();
    const wallet = createWallet({ backend, clock });
    open.push({ wallet, journal });
    return wallet;
  }

  async function userWith(wallet: Wallet, quota: number): Promise<number> {
    const user = await makeUser(store, clock);
    await give(wallet, user, quota);
    return user;
  }

  const reserve = async (wallet: Wallet, userId: number, amount: number) =>
    wallet.reserve({ userId, limitedApiKeyId: undefined, amount });

  const spend = async (wallet: Wallet, userId: number, price: number) => {
    const reservation = (await reserve(wallet, userId, price)) as Reservation;
    const requestId = `r${(calls += 1)}`;
    const row = consumeRow({ requestId, userId, apiKeyId: 0, price, at: seconds() });
    await wallet.settle(reservation, { row, logged: true });
  };

  const lossOf = async (userId: number) => {
    const rows = await store.db
      .selectFrom('ledger')
      .select('amount')
      .where('user_id', '=', userId)
      .where('kind', '=', 'loss')
      .execute();
    return rows.reduce((sum, { amount }) => sum + amount, 0);
  };

  test.runIf(hasPostgres).each([
    ['a number out of its range', '22003', { use_time: 1e12 }],
    ['a number that is none', '23502', { prompt_tokens: NaN }],
    ['a name too long for an index', '54000', { model_name: longName }],
  ])('a charge with %s is set aside and does not block those behind it', async (_, code, odd) => {
    const wallet = await node('one');
    const user = await userWith(wallet, 1000);
    await spend(wallet, user, 100);
    const reservation = (await reserve(wallet, user, 50)) as Reservation;
    const row = consumeRow({ requestId: 'odd', userId: user, apiKeyId: 0, price: 50, at: 1 });
    await wallet.settle(reservation, { row: { ...row, ...odd }, logged: true });
    for (const price of [200, 300]) await spend(wallet, user, price);
    await wallet.flush();
    expect(wallet.journalState()?.rows).toBe(0);
    expect(refused.splice(0)).toMatchObject([{ code }]);
    expect(await readMoneyState(store, user)).toMatchObject({ quota: 400, used: 600 });
    await wallet.returnIdle(-1);
    expect(await readMoneyState(store, user)).toMatchObject({ held: 0, leases: 0 });
  });

  test.runIf(hasPostgres)(
    'charges that were booked without this node learning of it are booked once, and what it may reserve follows the balance',
    async () => {
      const wallet = await node('deaf');
      const user = await userWith(wallet, 1000);
      await spend(wallet, user, 100);
      crashNextTransaction(store, true);
      await expect(wallet.flush()).rejects.toThrow('after the commit');
      await wallet.maintain(Infinity);
      expect(await readMoneyState(store, user)).toMatchObject({ quota: 900, used: 100 });
      expect(await reserve(wallet, user, 900)).toBeTypeOf('object');
      expect(await reserve(wallet, user, 1)).toBe('user');
    },
  );

  test.runIf(hasPostgres)(
    'the leases of a silent node are returned once, however many nodes reap it and however often',
    async () => {
      const deadNode = await node('dead');
      const user = await userWith(deadNode, 1000);
      await reserve(deadNode, user, 1000);
      expect((await readMoneyState(store, user)).held).toBe(1000);
      const alive = await node('alive');
      clock.advance((LEASE_SECONDS + 1) * 1000);
      await alive.maintain(0);
      const reaped = await Promise.all([
        reapDeadNodes(store, seconds()),
        reapDeadNodes(store, seconds()),
      ]);
      expect(reaped.flat()).toEqual(['dead']);
      expect((await readMoneyState(store, user)).held).toBe(0);
      await spend(alive, user, 400);
      await reapDeadNodes(store, seconds());
      expect(await readMoneyState(store, user)).toMatchObject({ held: 500, quota: 1000 });
    },
  );

  test.runIf(hasPostgres)(
    'a reaped node that comes back books its charges, and what others spent in the meantime is written off',
    async () => {
      const goneNode = await node('gone');
      const user = await userWith(goneNode, 1000);
      await spend(goneNode, user, 700);
      clock.advance((LEASE_SECONDS + 1) * 1000);
      const alive = await node('alive');
      await reapDeadNodes(store, seconds());
      await spend(alive, user, 600);
      await alive.flush();
      await goneNode.maintain(0);
      const moneyState = await readMoneyState(store, user);
      expect(moneyState).toMatchObject({ quota: 0, used: 1300, logged: 1300, differences: [] });
      expect(await lossOf(user)).toBe(300);
    },
  );

  test.runIf(hasPostgres)(
    'a node that was reaped although alive continues with new leases',
    async () => {
      const slow = await node('slow');
      const user = await userWith(slow, 1000);
      const running = (await reserve(slow, user, 300)) as Reservation;
      clock.advance((LEASE_SECONDS + 1) * 1000);
      await reapDeadNodes(store, seconds());
      await slow.maintain(0);
      const row = consumeRow({
        requestId: 'x',
        userId: user,
        apiKeyId: 0,
        price: 300,
        at: seconds(),
      });
      await slow.settle(running, { row, logged: true });
      await spend(slow, user, 700);
      await slow.close();
      open = open.filter(({ wallet }) => wallet !== slow);
      expect(await readMoneyState(store, user)).toMatchObject({ quota: 0, held: 0, used: 1000 });
      expect(await lossOf(user)).toBe(0);
    },
  );

  test.runIf(hasPostgres)(
    'a node stops granting reservations when it has not reached the database for long',
    async () => {
      const wallet = await node('alone');
      const user = await userWith(wallet, 1000);
      await spend(wallet, user, 10);
      clock.advance((LEASE_SECONDS - 60) * 1000);
      const away = vi.spyOn(PostgresBackend.prototype, 'heartbeat');
      away.mockRejectedValue(new Error('away'));
      await expect(reserve(wallet, user, 10)).rejects.toMatchObject({
        code: 'relay_ledger_unavailable',
      });
      expect(wallet.unavailableReason()).toBe('leases-expired');
      away.mockRestore();
      await wallet.maintain(0);
      await spend(wallet, user, 10);
    },
  );

  test.runIf(hasPostgres)(
    'a clock set back does not let a node lend for longer without the database',
    async () => {
      const wallet = await node('set back');
      const user = await userWith(wallet, 1000);
      await spend(wallet, user, 10);
      clock.set(-86_400_000);
      clock.advance((LEASE_SECONDS - 60) * 1000);
      const away = vi.spyOn(PostgresBackend.prototype, 'heartbeat');
      away.mockRejectedValue(new Error('away'));
      expect(wallet.unavailableReason()).toBe('leases-expired');
      away.mockRestore();
      await wallet.maintain(0);
      expect(wallet.unavailableReason()).toBeUndefined();
    },
  );

  test.runIf(hasPostgres)(
    'the leases of a node that died before the clock was set back are returned',
    async () => {
      const dead = await node('dead');
      const user = await userWith(dead, 1000);
      await spend(dead, user, 100);
      clock.set(-86_400_000);
      await node('alive');
      expect(await reapDeadNodes(store, seconds())).toEqual(['dead']);
      expect(await readMoneyState(store, user)).toMatchObject({ held: 0, quota: 1000 });
    },
  );

  test.runIf(hasPostgres)(
    'a clock jump forward refuses no call: one database check confirms the leases for all',
    async () => {
      const wallet = await node('jumping');
      const user = await userWith(wallet, 1000);
      await spend(wallet, user, 10);
      const heartbeat = vi.spyOn(PostgresBackend.prototype, 'heartbeat');
      clock.advance(LEASE_SECONDS * 12_000);
      await Promise.all([spend(wallet, user, 10), spend(wallet, user, 10)]);
      expect(heartbeat).toHaveBeenCalledTimes(1);
      heartbeat.mockRestore();
      clock.advance(LEASE_SECONDS * -24_000);
      await spend(wallet, user, 10);
      await wallet.maintain(0);
      await wallet.close();
      open = open.filter((one) => one.wallet !== wallet);
      expect(await readMoneyState(store, user)).toMatchObject({ quota: 960, held: 0, used: 40 });
    },
  );

  test.runIf(hasPostgres)(
    'a full journal refuses new calls but still records running ones',
    async () => {
      const wallet = await node('full', { bytesMax: 600 });
      const user = await userWith(wallet, 1000);
      const running = (await reserve(wallet, user, 10)) as Reservation;
      await spend(wallet, user, 10);
      await spend(wallet, user, 10);
      await expect(reserve(wallet, user, 10)).rejects.toMatchObject({
        code: 'relay_ledger_unavailable',
      });
      const row = consumeRow({
        requestId: 'y',
        userId: user,
        apiKeyId: 0,
        price: 10,
        at: seconds(),
      });
      await wallet.settle(running, { row, logged: true });
      expect(wallet.journalState()).toMatchObject({ rows: 3, oldestAt: seconds() });
      await wallet.flush();
      expect(wallet.unavailableReason()).toBeUndefined();
      expect(await readMoneyState(store, user)).toMatchObject({ quota: 970, logged: 30 });
    },
  );

  test.runIf(hasPostgres)(
    'a second process under the same name stops the first, and no charge is lost',
    async () => {
      const first = await node('name');
      const user = await userWith(first, 1000);
      await spend(first, user, 100);
      const second = await node('name', { file: 'copy' });
      await expect(first.flush()).rejects.toThrow('another process');
      expect(first.unavailableReason()).toBe('taken-over');
      expect(first.journalState()?.rows).toBe(1);
      await spend(second, user, 200);
      await second.flush();
      expect(await readMoneyState(store, user)).toMatchObject({ quota: 800, logged: 200 });
    },
  );

  test.runIf(hasPostgres)(
    'after a journal was lost, numbers that the database has seen are not reused',
    async () => {
      const before = await node('n');
      const user = await userWith(before, 1000);
      await spend(before, user, 100);
      await before.flush();
      const after = await node('n', { file: 'new' });
      await spend(after, user, 100);
      await after.flush();
      expect(await readMoneyState(store, user)).toMatchObject({ quota: 800, logged: 200 });
    },
  );
});
