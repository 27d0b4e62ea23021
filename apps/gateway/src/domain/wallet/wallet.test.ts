import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import fc from 'fast-check';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { makeApiKey } from '../../../test-support/money/accounts.ts';
import { fillDisk } from '../../../test-support/money/fill-disk.ts';
import { manualClock } from '../../platform/clock.ts';
import { findLedgerDifferences } from '../../store/ledger-repository.ts';
import { listLedger } from '../../../test-support/list-ledger.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { findUserById } from '../../store/users-repository.ts';
import { addUser } from '../accounts/users.ts';
import type { WalletBackend } from './backend.ts';
import { createWallet } from './create-wallet.ts';
import { LocalJournal } from './store/local-journal.ts';
import { PostgresBackend } from './postgres-backend.ts';
import { SqliteBackend } from './sqlite-backend.ts';
import type { UsageLogRow } from './usage-record.ts';
import type { Reservation, Wallet } from './wallet.ts';

describe.each(databaseKinds)('the wallet on %s', (kind) => {
  const clock = manualClock(1_790_000_000_000);
  let database: TestDatabase;
  let store: Store;
  let wallet: Wallet;
  let backend: WalletBackend;
  let calls = 0;

  beforeEach(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    await open();
  });
  afterEach(async () => {
    await wallet.close();
    await store.close();
    await database.remove();
  });

  async function open(): Promise<void> {
    store = await openStore({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
    const seconds = () => Math.floor(clock.nowMs() / 1000);
    backend = store.sqlite
      ? new SqliteBackend({
          database: store.sqlite.journal,
          whenWritable: store.sqlite.whenWritable,
          transaction: store.transaction,
          nodeId: 'node',
          nowSeconds: seconds,
        })
      : new PostgresBackend({
          store,
          journal: new LocalJournal({
            path: join(database.dataDir, 'journal.db'),
            durability: 'normal',
          }),
          nodeId: 'node',
          clock,
        });
    await backend.recover();
    wallet = createWallet({ backend, clock });
  }

  /** Drops everything in memory, like kill -9, and restarts on the same data. */
  async function crash(): Promise<void> {
    await store.close();
    await open();
  }

  async function userWith(quota: number): Promise<number> {
    const user = await addUser(
      { store, clock },
      { username: `u${(calls += 1)}`, display_name: '', password_hash: null, role: 1 },
    );
    if (quota > 0)
      await wallet.adjustUser({
        userId: user.id,
        delta: quota,
        kind: 'gift',
        reason: '',
        actorId: 0,
        idempotencyKey: `gift:${user.id}`,
      });
    return user.id;
  }

  const row = (userId: number, quota: number, apiKeyId = 0): UsageLogRow => ({
    created_at: Math.floor(clock.nowMs() / 1000),
    type: LOG_CONSUME,
    user_id: userId,
    username: 'u',
    token_id: apiKeyId,
    token_name: 'k',
    channel_id: 1,
    model_name: 'm',
    group: 'default',
    quota,
    prompt_tokens: 1,
    completion_tokens: 1,
    use_time: 0,
    is_stream: 0,
    content: '',
    other: '',
    request_id: `r${(calls += 1)}`,
    ip: '',
  });
  const reserve = async (userId: number, amount: number, limitedApiKeyId?: number) =>
    wallet.reserve({ userId, limitedApiKeyId, amount });
  const settle = (reservation: Reservation, quota: number, apiKeyId = 0) =>
    wallet.settle(reservation, {
      row: row(reservation.user.ownerId, quota, apiKeyId),
      logged: true,
    });
  const stored = async (userId: number) => {
    await wallet.flush();
    const user = await findUserById(store.db, userId);
    return { quota: user?.quota, used: user?.used_quota, count: user?.request_count };
  };
  const booksAreRight = async () => expect(await findLedgerDifferences(store.db)).toEqual([]);

  test('settling a call charges its price once and releases the rest of the reservation', async () => {
    const user = await userWith(1000);
    await settle((await reserve(user, 600)) as Reservation, 250);
    expect(await stored(user)).toEqual({ quota: 750, used: 250, count: 1 });
    await booksAreRight();
  });

  test('while charges can’t be stored, one call starts every 5 seconds, and all do once storing works again', async () => {
    const user = await userWith(100_000);
    const running = [(await reserve(user, 100)) as Reservation, await reserve(user, 100)];
    const mend = fillDisk(store, backend);
    await expect(settle(running[0] as Reservation, 100)).rejects.toThrow();
    expect(wallet.unavailableReason()).toBe('not-stored');
    await expect(reserve(user, 100)).rejects.toMatchObject({ code: 'relay_ledger_unavailable' });
    clock.advance(5000);
    // Otherwise a load balancer would send no probing call.
    expect(wallet.unavailableReason()).toBeUndefined();
    const trial = (await reserve(user, 100)) as Reservation;
    await expect(reserve(user, 100)).rejects.toMatchObject({ code: 'relay_ledger_unavailable' });
    await expect(settle(trial, 100)).rejects.toThrow();
    mend();
    await settle(running[1] as Reservation, 100);
    expect(wallet.unavailableReason()).toBeUndefined();
    wallet.void((await reserve(user, 100)) as Reservation);
    expect(await stored(user)).toEqual({ quota: 99_900, used: 100, count: 1 });
    await booksAreRight();
  });

  test('a lease that could not be returned is returned once the database accepts it', async () => {
    const user = await userWith(1000);
    wallet.void((await reserve(user, 600)) as Reservation);
    const release = vi.spyOn(store, 'transaction').mockRejectedValue(new Error('gone'));
    const mend = fillDisk(store, backend);
    await expect(wallet.returnIdle(-1)).rejects.toThrow();
    release.mockRestore();
    mend();
    await wallet.maintain(1e9);
    expect(await findUserById(store.db, user)).toMatchObject({ quota: 1000, held: 0 });
    wallet.void((await reserve(user, 1000)) as Reservation);
  });

  test('rows with text that PostgreSQL can’t store block no settlement', async () => {
    const user = await userWith(1000);
    const charged = { ...row(user, 250), model_name: 'a\0b', token_name: 'half \uD83D' };
    const reservation = (await reserve(user, 600)) as Reservation;
    await wallet.record({ ...row(user, 0), type: LOG_ERROR, content: '\0' });
    await wallet.settle(reservation, { row: charged, logged: true });
    expect(await stored(user)).toEqual({ quota: 750, used: 250, count: 1 });
    const rows = await store.db.selectFrom('logs').select('model_name').orderBy('id').execute();
    expect(rows[1]?.model_name).toBe(kind === 'sqlite' ? 'a\0b' : 'a\uFFFDb');
  });

  test('a voided call costs nothing, and voiding after settling changes nothing', async () => {
    const user = await userWith(1000);
    wallet.void((await reserve(user, 900)) as Reservation);
    const reservation = (await reserve(user, 900)) as Reservation;
    await settle(reservation, 100);
    wallet.void(reservation);
    expect(await stored(user)).toEqual({ quota: 900, used: 100, count: 1 });
  });

  test('calls that end simultaneously are each charged, and only those to be logged leave a row', async () => {
    const user = await userWith(100_000);
    const rows = await Promise.all(
      Array.from({ length: 29 }, async (_, at) => {
        const used = row(user, 100 + at);
        const reservation = (await reserve(user, 200)) as Reservation;
        await wallet.settle(reservation, { row: used, logged: at % 3 > 0 });
        return used;
      }),
    );
    const spent = rows.reduce((sum, { quota }) => sum + quota, 0);
    expect(await stored(user)).toEqual({ quota: 100_000 - spent, used: spent, count: 29 });
    const storedLogs = await store.db.selectFrom('logs').select(['request_id', 'quota']).execute();
    const expected = rows.filter((_, at) => at % 3 > 0);
    const describeRow = (log: { request_id: string; quota: number | string }) =>
      `${log.request_id} ${Number(log.quota)}`;
    expect(storedLogs.map(describeRow).toSorted()).toEqual(expected.map(describeRow).toSorted());
    await booksAreRight();
  });

  test('settling twice is refused', async () => {
    const user = await userWith(1000);
    const reservation = (await reserve(user, 10)) as Reservation;
    await settle(reservation, 10);
    await expect(settle(reservation, 10)).rejects.toThrow('once');
    expect((await stored(user)).quota).toBe(990);
  });

  test('of 400 concurrent calls on a balance for 50, exactly 50 are admitted', async () => {
    const user = await userWith(5000);
    const results = await Promise.all(
      Array.from({ length: 400 }, async () => {
        const reservation = await reserve(user, 100);
        if (typeof reservation === 'string') return reservation;
        await settle(reservation, 100);
        return 'paid';
      }),
    );
    expect(results.filter((result) => result === 'paid')).toHaveLength(50);
    expect(results.filter((result) => result === 'user')).toHaveLength(350);
    expect(await stored(user)).toEqual({ quota: 0, used: 5000, count: 50 });
    await booksAreRight();
  });

  test('the limit of an API key stops it even while the balance is full', async () => {
    const user = await userWith(100_000);
    const token = await makeApiKey(store, user, 250);
    const first = (await reserve(user, 200, token)) as Reservation;
    expect(await reserve(user, 200, token)).toBe('token');
    await settle(first, 200, token);
    expect(await reserve(user, 51, token)).toBe('token');
    await wallet.flush();
    const remaining = await store.db
      .selectFrom('tokens')
      .select(['remain_quota', 'used_quota'])
      .where('id', '=', token)
      .executeTakeFirst();
    expect(remaining).toEqual({ remain_quota: 50, used_quota: 200 });
  });

  test('a call that costs more than the balance takes it to 0, and the excess is booked as a write-off', async () => {
    const user = await userWith(100);
    await settle((await reserve(user, 80)) as Reservation, 150);
    expect(await stored(user)).toEqual({ quota: 0, used: 150, count: 1 });
    const ledger = await listLedger(store.db, user, 10);
    expect(ledger.map(({ kind: entry, amount }) => [entry, amount])).toEqual(
      expect.arrayContaining([
        ['gift', 100],
        ['usage', -150],
        ['loss', 50],
      ]),
    );
    await booksAreRight();
  });

  test('a crash after the charge keeps it, and a crash before it releases the reservation', async () => {
    const user = await userWith(1000);
    await settle((await reserve(user, 300)) as Reservation, 300);
    await reserve(user, 500);
    await crash();
    expect(await stored(user)).toEqual({ quota: 700, used: 300, count: 1 });
    expect(await reserve(user, 700)).toMatchObject({ amount: 700 });
    await booksAreRight();
  });

  test('repeated crashes apply every call once', async () => {
    const user = await userWith(1000);
    for (let round = 0; round < 3; round += 1) {
      await settle((await reserve(user, 10)) as Reservation, 7);
      await crash();
    }
    await wallet.flush();
    await crash();
    expect(await stored(user)).toEqual({ quota: 979, used: 21, count: 3 });
    await booksAreRight();
  });

  test('the same idempotency key books once', async () => {
    const user = await userWith(0);
    const change = {
      userId: user,
      delta: 500,
      kind: 'topup' as const,
      reason: '',
      actorId: 0,
      idempotencyKey: 'order:1',
    };
    await Promise.all(
      [wallet.adjustUser(change), wallet.adjustUser(change)].map((promise) =>
        promise.catch(() => undefined),
      ),
    );
    await wallet.adjustUser(change);
    expect((await stored(user)).quota).toBe(500);
    await booksAreRight();
  });

  test('a deduction cannot take what running calls have reserved', async () => {
    const user = await userWith(1000);
    const running = (await reserve(user, 600)) as Reservation;
    await expect(
      wallet.adjustUser({
        userId: user,
        delta: -500,
        kind: 'adjustment',
        reason: '',
        actorId: 0,
        idempotencyKey: 'a:1',
      }),
    ).rejects.toMatchObject({
      code: 'quota_below_zero',
    });
    await wallet.adjustUser({
      userId: user,
      delta: -400,
      kind: 'adjustment',
      reason: '',
      actorId: 0,
      idempotencyKey: 'a:2',
    });
    await settle(running, 600);
    expect((await stored(user)).quota).toBe(0);
  });

  test('the ledger refuses to be changed or deleted', async () => {
    await userWith(10);
    await expect(store.db.updateTable('ledger').set({ amount: 1 }).execute()).rejects.toThrow(
      'append only',
    );
    await expect(store.db.deleteFrom('ledger').execute()).rejects.toThrow('append only');
  });

  test('idle leases return to the balance', async () => {
    const user = await userWith(10_000);
    await settle((await reserve(user, 10)) as Reservation, 10);
    await wallet.flush();
    clock.advance(60_000);
    await wallet.returnIdle(1000);
    expect(await findUserById(store.db, user)).toMatchObject({ quota: 9990, held: 0 });
    expect(await store.db.selectFrom('leases').selectAll().execute()).toEqual([]);
  });

  test('any sequence of reserving, settling, voiding, flushing and crashing keeps the ledger balanced', async () => {
    const step = fc.record({
      action: fc.constantFrom('reserve', 'settle', 'void', 'flush', 'crash', 'idle', 'topup'),
      amount: fc.integer({ min: 0, max: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const user = await userWith(1000);
        let open: Reservation[] = [];
        let spent = 0;
        let added = 1000;
        for (const { action, amount } of steps) {
          if (action === 'reserve') {
            const result = await reserve(user, amount);
            if (typeof result !== 'string') open.push(result);
          } else if (action === 'settle' && open.length > 0) {
            const price = Math.floor(amount * 1.2);
            await settle(open.shift() as Reservation, price);
            spent += price;
          } else if (action === 'void' && open.length > 0) wallet.void(open.pop() as Reservation);
          else if (action === 'flush') await wallet.flush();
          else if (action === 'idle') await wallet.returnIdle(-1);
          else if (action === 'topup') {
            await wallet.adjustUser({
              userId: user,
              delta: amount,
              kind: 'topup',
              reason: '',
              actorId: 0,
              idempotencyKey: `t:${(calls += 1)}`,
            });
            added += amount;
          } else if (action === 'crash') {
            open = [];
            await crash();
          }
        }
        const { quota = -1, used } = await stored(user);
        const losses = (await listLedger(store.db, user, 500))
          .filter(({ kind: entry }) => entry === 'loss')
          .reduce((sum, { amount }) => sum + amount, 0);
        expect(quota).toBeGreaterThanOrEqual(0);
        expect(used).toBe(spent);
        expect(quota).toBe(added - spent + losses);
        await booksAreRight();
      }),
      { numRuns: kind === 'sqlite' ? 60 : 15 },
    );
  });
});
