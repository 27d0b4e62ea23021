import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { consumeRow, give, makeUser } from '../../../test-support/money/accounts.ts';
import { SeededRandom } from '../../../test-support/money/seeded-random.ts';
import { startFaultyProxy } from '../../../test-support/money/faulty-proxy.ts';
import { startGatewayProcess } from '../../../test-support/gateway-process.ts';
import { runLoad } from '../../../test-support/money/load.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { type Clock, manualClock, systemClock } from '../../platform/clock.ts';
import { tryLockFolder } from '../../platform/lock-folder.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { shipOrphanedJournals, ORPHAN_AFTER_SECONDS } from './ship-orphaned-journals.ts';
import { createWallet } from './create-wallet.ts';
import { LocalJournal } from './store/local-journal.ts';
import { journalPath, nodeFolder } from './node-folders.ts';
import { PostgresBackend } from './postgres-backend.ts';
import type { Reservation } from './wallet.ts';

const hasPostgres = databaseKinds.includes('postgres');
const QUOTA = 100_000_000;

describe('journals of workers that no longer run', () => {
  const clock = manualClock(1_790_000_000_000);
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
    store = await openStore(database);
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  const seconds = () => Math.floor(clock.nowMs() / 1000);
  const adopt = () =>
    shipOrphanedJournals({
      store,
      dataDir: database.dataDir,
      ownFolder: database.dataDir,
      clock,
      durability: 'normal',
    });

  /**
   * Creates a worker that ended with a lease and a charge of 300 in its journal, or only the note of a stream.
   */
  async function leaveJournal(number: number, nodeId: string, { isRunning = false } = {}) {
    const folder = nodeFolder(database.dataDir, number);
    mkdirSync(folder, { recursive: true });
    const journal = new LocalJournal({ path: journalPath(folder), durability: 'normal' });
    const backend = new PostgresBackend({
      store,
      journal,
      nodeId: journal.nodeId(nodeId),
      clock,
    });
    await backend.recover();
    const wallet = createWallet({ backend, clock });
    const userId = await makeUser(store, clock);
    await give(wallet, userId, 1000);
    const claimed = await wallet.reserve({ userId, limitedApiKeyId: undefined, amount: 300 });
    const reservation = claimed as Reservation;
    const row = consumeRow({ requestId: nodeId, userId, apiKeyId: 0, price: 300, at: seconds() });
    if (isRunning) await wallet.noteStreams([{ id: nodeId, reservation, row, logged: true }]);
    else await wallet.settle(reservation, { row, logged: true });
    await journal.close();
    return { userId, folder };
  }

  test.runIf(hasPostgres)(
    'orphaned journals are charged once, however many live workers try',
    async () => {
      const { userId } = await leaveJournal(3, 'gone');
      expect(await readMoneyState(store, userId)).toMatchObject({ quota: 1000, used: 0 });
      clock.advance(ORPHAN_AFTER_SECONDS * 1000);
      const adopted = await Promise.all([adopt(), adopt(), adopt()]);
      expect(adopted.flat()).toEqual([{ nodeId: 'gone', rows: 1 }]);
      const moneyState = await readMoneyState(store, userId);
      expect(moneyState).toMatchObject({
        quota: 700,
        used: 300,
        held: 0,
        leases: 0,
        differences: [],
      });
      expect(await adopt()).toEqual([]);
    },
  );

  test.runIf(hasPostgres)(
    'orphaned journals are charged even if another one can’t be read, which is reported',
    async () => {
      const broken = nodeFolder(database.dataDir, 2);
      mkdirSync(broken, { recursive: true });
      writeFileSync(journalPath(broken), 'no database, for sure'.repeat(1000));
      const { userId } = await leaveJournal(3, 'gone');
      clock.advance(ORPHAN_AFTER_SECONDS * 1000);
      await expect(adopt()).rejects.toThrow(/not a database/);
      expect(await readMoneyState(store, userId)).toMatchObject({ quota: 700, used: 300 });
    },
  );

  test.runIf(hasPostgres)(
    'a stream of a worker that never comes back is charged once for what it had delivered',
    async () => {
      const { userId } = await leaveJournal(2, 'killed', { isRunning: true });
      clock.advance(ORPHAN_AFTER_SECONDS * 1000);
      expect((await Promise.all([adopt(), adopt()])).flat()).toEqual([
        { nodeId: 'killed', rows: 1 },
      ]);
      expect(await adopt()).toEqual([]);
      const moneyState = await readMoneyState(store, userId);
      expect(moneyState).toMatchObject({ quota: 700, used: 300, held: 0, differences: [] });
    },
  );

  test.runIf(hasPostgres)('journals are not touched while their worker may come back', async () => {
    const { userId } = await leaveJournal(2, 'restarting');
    clock.advance((ORPHAN_AFTER_SECONDS - 1) * 1000);
    expect(await adopt()).toEqual([]);
    expect(await readMoneyState(store, userId)).toMatchObject({ used: 0 });
  });

  test.runIf(hasPostgres)('orphaned journals are charged after the clock is set back', async () => {
    const { userId } = await leaveJournal(2, 'earlier');
    clock.set(-86_400_000);
    expect(await adopt()).toEqual([{ nodeId: 'earlier', rows: 1 }]);
    expect(await readMoneyState(store, userId)).toMatchObject({ quota: 700, held: 0 });
  });

  test.runIf(hasPostgres)(
    'journals are not touched while a process is using their folder',
    async () => {
      const { userId, folder } = await leaveJournal(2, 'slow');
      clock.advance(ORPHAN_AFTER_SECONDS * 1000);
      const unlock = tryLockFolder(folder);
      expect(await adopt()).toEqual([]);
      unlock?.();
      expect(await readMoneyState(store, userId)).toMatchObject({ used: 0 });
      expect(await adopt()).toEqual([{ nodeId: 'slow', rows: 1 }]);
    },
  );

  test.runIf(hasPostgres)(
    'journals are not charged to a database that never saw their node',
    async () => {
      const { userId } = await leaveJournal(2, 'elsewhere');
      await store.db.deleteFrom('nodes').where('id', '=', 'elsewhere').execute();
      clock.advance(ORPHAN_AFTER_SECONDS * 1000);
      expect(await adopt()).toEqual([]);
      expect(await readMoneyState(store, userId)).toMatchObject({ used: 0 });
    },
  );
});

describe('a worker is killed while the database is unreachable and never comes back', () => {
  let database: TestDatabase;
  let simulator: Simulator;
  beforeEach(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
    simulator = await startOpenAiSimulator();
  });
  afterEach(async () => {
    await simulator.close();
    await database.remove();
  });

  test.runIf(hasPostgres)(
    'the first worker of its machine charges every complete response once',
    async () => {
      const later: Clock = {
        ...systemClock,
        nowMs: () => systemClock.nowMs() + ORPHAN_AFTER_SECONDS * 1000,
      };
      const first = await startTestGateway({ kind: 'postgres', database, clock: later });
      await first.channel({ base_url: simulator.url });
      const owner = await first.user({ quota: QUOTA });
      const { secret } = await first.token(owner, { unlimited_quota: true });

      const respondedIds = await callAndKill(database, secret);
      const state = async ({ app }: TestGateway) => {
        const { timesLogged, held } = await readMoneyState(app.domain.store, owner.id);
        return { missing: respondedIds.filter((id) => timesLogged.get(id) !== 1).length, held };
      };
      expect((await state(first)).missing).toBeGreaterThan(0);
      // The job first ran at startup; its next run is due now.
      await first.close();
      const restarted = await startTestGateway({ kind: 'postgres', database, clock: later });
      // The charges are booked first, then the lease is returned.
      await expect.poll(() => state(restarted)).toEqual({ missing: 0, held: 0 });
      const { store } = restarted.app.domain;
      const { quota, logged, differences } = await readMoneyState(store, owner.id);
      expect({ quota, differences }).toEqual({ quota: QUOTA - logged, differences: [] });
      await restarted.close();
    },
  );

  /** Lets worker 2 respond to calls, lose the database, respond to more, and be killed. */
  async function callAndKill(ownDatabase: TestDatabase, secret: string): Promise<string[]> {
    const line = await startFaultyProxy(ownDatabase.databaseUrl ?? '');
    const worker = await startGatewayProcess(
      { dataDir: ownDatabase.dataDir, databaseUrl: line.url },
      { WORKER_NUMBER: '2' },
    );
    const respondedIds: string[] = [];
    let away = 0;
    let refused = 0;
    let ended: Promise<unknown> | undefined;
    let cut: Promise<void> | undefined;
    const endWhen = (isDue: boolean) => {
      if (isDue) ended ??= worker.end('SIGKILL');
    };
    await runLoad(8, {
      url: () => worker.url,
      keys: [secret],
      chance: new SeededRandom(3),
      goOn: () => ended === undefined,
      onResponse(id) {
        respondedIds.push(id);
        if (respondedIds.length >= 40) cut ??= line.cut();
        if (cut) away += 1;
        endWhen(away >= 30);
      },
      // What was leased when the connection broke may not suffice for thirty calls.
      onTrouble() {
        if (cut) refused += 1;
        endWhen(refused >= 100);
      },
    });
    await ended;
    await line.close();
    return respondedIds;
  }
});
