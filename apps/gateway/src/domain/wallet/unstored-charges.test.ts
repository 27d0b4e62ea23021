import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { consumeRow, give, makeUser } from '../../../test-support/money/accounts.ts';
import { fillDisk } from '../../../test-support/money/fill-disk.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { manualClock } from '../../platform/clock.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import type { WalletBackend } from './backend.ts';
import { createWallet } from './create-wallet.ts';
import { DiskReserve } from './disk-reserve.ts';
import { LostCharges } from './lost-charges.ts';
import { LocalJournal } from './store/local-journal.ts';
import { PostgresBackend } from './postgres-backend.ts';
import { SqliteBackend } from './sqlite-backend.ts';
import type { UsageLogRow } from './usage-record.ts';
import type { Reservation, Wallet } from './wallet.ts';

describe.each(databaseKinds)('a charge that can’t be stored on %s', (kind) => {
  const clock = manualClock(1_790_000_000_000);
  const nowSeconds = () => Math.floor(clock.nowMs() / 1000);
  let database: TestDatabase;
  let store: Store;
  let backend: WalletBackend;
  let wallet: Wallet;
  let userId = 0;
  let isClosed = false;

  beforeEach(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
    const { sqlite, transaction } = store;
    const path = join(database.dataDir, 'journal.db');
    backend = sqlite
      ? new SqliteBackend({
          nodeId: 'node',
          nowSeconds,
          database: sqlite.journal,
          whenWritable: sqlite.whenWritable,
          transaction,
        })
      : new PostgresBackend({
          nodeId: 'node',
          clock,
          store,
          journal: new LocalJournal({ path, durability: 'normal' }),
        });
    await backend.recover();
    wallet = createWallet({ backend, clock });
    userId = await makeUser(store, clock);
    await give(wallet, userId, 1000);
    isClosed = false;
  });
  afterEach(async () => {
    if (!isClosed) await wallet.close();
    await store.close();
    await database.remove();
  });

  const reserve = async (amount: number) =>
    (await wallet.reserve({ userId, limitedApiKeyId: undefined, amount })) as Reservation;
  const settle = (reservation: Reservation, price: number, delivered: boolean) => {
    const row = consumeRow({
      requestId: `r${price}`,
      userId,
      apiKeyId: 0,
      price,
      at: nowSeconds(),
    });
    return wallet.settle(reservation, { row, logged: true, delivered });
  };

  test('an unstored charge is stored once as soon as possible if something was delivered, and dropped otherwise', async () => {
    const [delivered, withheld] = [await reserve(100), await reserve(100)];
    const mend = fillDisk(store, backend);
    await expect(settle(delivered, 70, true)).rejects.toThrow();
    await expect(settle(withheld, 90, false)).rejects.toThrow();
    // The disk is still full: the charge keeps waiting, and its part of the balance can't be reserved.
    await wallet.maintain(1e9).catch(() => {});
    mend();
    clock.advance(5000);
    expect(await reserve(950)).toBe('user');
    await Promise.all([wallet.maintain(1e9), wallet.maintain(1e9)]);
    expect(wallet.unavailableReason()).toBeUndefined();
    expect(await readMoneyState(store, userId)).toMatchObject({
      quota: 930,
      used: 70,
      logged: 70,
      differences: [],
    });
  });

  test('an unstored charge is stored at the latest on graceful shutdown', async () => {
    const delivered = await reserve(100);
    const mend = fillDisk(store, backend);
    await expect(settle(delivered, 70, true)).rejects.toThrow();
    mend();
    await wallet.close();
    isClosed = true;
    expect(await readMoneyState(store, userId)).toMatchObject({ quota: 930, used: 70, held: 0 });
  });

  /** Closes a wallet on a disk that stays full, or has space once the reserve is released. */
  async function closeOnFullDisk(hasReserve: boolean) {
    const diskReserve = new DiskReserve(database.dataDir);
    wallet = createWallet({ backend, clock, diskReserve });
    const delivered = await reserve(100);
    const mend = fillDisk(store, backend);
    vi.spyOn(diskReserve, 'release').mockImplementation(() => {
      if (hasReserve) mend();
    });
    await expect(settle(delivered, 70, true)).rejects.toThrow();
    isClosed = true;
    const closed = wallet.close().catch((error: unknown) => error);
    const passing = setInterval(() => clock.advance(250), 1);
    return closed.finally(() => clearInterval(passing));
  }

  test('on a disk that stays full, an unstored charge is stored in the reserved space on shutdown', async () => {
    expect(await closeOnFullDisk(true)).toBeUndefined();
    expect(await readMoneyState(store, userId)).toMatchObject({ quota: 930, used: 70, held: 0 });
  });

  test('a charge that can’t be stored at all is reported as a line of JSON, without the content of the call', async () => {
    const end = await closeOnFullDisk(false);
    expect(end).toBeInstanceOf(LostCharges);
    const [line = ''] = (end as LostCharges).lines;
    const { lost_charge: lostCharge } = JSON.parse(line) as { lost_charge: UsageLogRow };
    expect(lostCharge).toMatchObject({ quota: 70, user_id: userId, request_id: 'r70' });
    expect(Object.keys(lostCharge)).not.toEqual(expect.arrayContaining(['other']));
  });

  test('the disk reserve is created once, and released completely', async () => {
    const files = () => readdirSync(database.dataDir).filter((name) => name === 'disk-reserve');
    const diskReserve = new DiskReserve(database.dataDir);
    await diskReserve.take();
    await diskReserve.take();
    expect(files()).toHaveLength(1);
    diskReserve.release();
    diskReserve.release();
    expect(files()).toEqual([]);
  });

  test('the disk reserve is created after startup, but not if the process has ended by then', async () => {
    const path = join(database.dataDir, 'disk-reserve');
    const time = manualClock(0);
    const ended = new DiskReserve(database.dataDir);
    ended.takeSoon(time);
    ended.close();
    time.advance(30_000);
    expect(existsSync(path)).toBe(false);
    const diskReserve = new DiskReserve(database.dataDir);
    diskReserve.takeSoon(time);
    expect(existsSync(path)).toBe(false);
    time.advance(30_000);
    await expect.poll(() => existsSync(path)).toBe(true);
  });
});
