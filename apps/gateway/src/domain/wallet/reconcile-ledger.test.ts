import { type KyselyPlugin, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { consumeRow, give, makeApiKey, makeUser } from '../../../test-support/money/accounts.ts';
import { SimulatedNode } from '../../../test-support/money/simulated-node.ts';
import { SimulatedSignals } from '../../../test-support/money/simulated-signals.ts';
import { manualClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { registry } from '../../platform/metrics.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { reconcileLedger, readLastReconciliation, reconcileAndReport } from './reconcile-ledger.ts';
import type { Reservation } from './wallet.ts';

const HOUR = 1_789_999_200;

describe.each(databaseKinds)('ledger reconciliation on %s', (kind) => {
  const clock = manualClock(HOUR * 1000);
  let database: TestDatabase;
  let store: Store;
  let node: SimulatedNode;
  let user = 0;
  let token = 0;
  let calls = 0;

  const signals = new SimulatedSignals();

  beforeEach(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
    node = new SimulatedNode({ store, dataDir: database.dataDir, name: 'node', clock, signals });
    await node.start();
    user = await makeUser(store, clock);
    token = await makeApiKey(store, user, 5000);
    await give(node.wallet, user, 10_000);
    await reconcileLedger(store, seconds());
    // In the first second of the hour, in the middle, in its last one, and in the next hour.
    await spend(70, true);
    clock.advance(1_800_000);
    await spend(30, true);
    clock.advance(1_799_000);
    await spend(60, true);
    clock.advance(1000);
    await spend(40, true);
    await spend(100, false);
    await node.wallet.flush();
    clock.advance(3_600_000);
  });
  afterEach(async () => {
    node.dispose();
    await store.close();
    await database.remove();
  });

  const seconds = () => Math.floor(clock.nowMs() / 1000);
  const check = () => reconcileLedger(store, seconds());
  const tamper = (statement: string) => sql.raw(statement).execute(store.db);

  async function spend(price: number, logged: boolean): Promise<void> {
    const reservation = (await node.wallet.reserve({
      userId: user,
      limitedApiKeyId: token,
      amount: price,
    })) as Reservation;
    const requestId = `r${(calls += 1)}`;
    const row = consumeRow({ requestId, userId: user, apiKeyId: token, price, at: seconds() });
    await node.wallet.settle(reservation, { row, logged });
  }

  test('reconciliation reports nothing while all is correct, with outstanding leases and calls that left no log row', async () => {
    expect(await check()).toEqual([]);
    await node.wallet.maintain(15_000);
    await spend(50, true);
    expect(await check()).toEqual([]);
    await node.wallet.flush();
    expect(await check()).toEqual([]);
  });

  test('reconciliation records when each comparison ran and how many rows it compared', async () => {
    const last = (await readLastReconciliation(store)).rules.map(({ checkedAt }) => checkedAt);
    expect(last).toEqual([...Array.from({ length: 6 }, () => last[0]), undefined, undefined]);
    await check();
    await node.wallet.maintain(0);
    await spend(10, true);
    clock.advance(2 * 3_600_000);
    await node.wallet.flush();
    await check();
    const { rules } = await readLastReconciliation(store);
    expect(rules.map(({ rule, checkedAt }) => [rule, checkedAt])).toEqual(
      ['ledger', 'earnings', 'usage', 'held', 'balance', 'hourly', 'log', 'log-sums'].map(
        (rule) => [rule, seconds()],
      ),
    );
    expect(rules.filter(({ comparedCount: looked }) => looked === 0)).toEqual([]);
  });

  test.each([
    ['a balance', 'UPDATE users SET quota = quota + 1', 'user', 'ledger'],
    ['what was earned', 'UPDATE users SET aff_quota = aff_quota + 1', 'user', 'earnings'],
    ['what was used', 'UPDATE users SET used_quota = used_quota + 7', 'user', 'usage'],
    ['what is held', 'UPDATE users SET held = held + 1', 'user', 'held'],
    ['what is held of a key', 'UPDATE tokens SET held = held + 1', 'token', 'held'],
    ['a lease', "UPDATE leases SET amount = amount + 1 WHERE owner_kind = 'user'", 'user', 'held'],
    ['a log row', 'UPDATE logs SET quota = quota + 1 WHERE id = 1', 'hour', 'log'],
    ['a sum of the log', 'UPDATE log_sums SET quota = quota + 1', 'hour', 'log-sums'],
    ['an hourly sum', 'UPDATE usage_hourly SET quota = quota + 1', 'user', 'hourly'],
  ])('reconciliation finds %s that was changed manually', async (_, statement, subject, rule) => {
    await tamper(statement);
    expect(await check()).toEqual(
      expect.arrayContaining([expect.objectContaining({ subject, rule })]),
    );
  });

  test('reconciliation reports a mismatch in every run until it is fixed', async () => {
    await tamper('UPDATE users SET quota = quota + 1');
    await tamper('UPDATE logs SET quota = quota + 1 WHERE type = 2');
    const first = await check();
    expect(first.map(({ rule }) => rule)).toEqual(['ledger', 'log-sums', 'log']);
    expect(await check()).toEqual(first);
    await tamper('UPDATE users SET quota = quota - 1');
    expect((await check()).map(({ rule }) => rule)).toEqual(['log-sums', 'log']);
    await tamper('UPDATE logs SET quota = quota - 1 WHERE type = 2');
    expect(await check()).toEqual([]);
  });

  test('charges of a past hour that are booked during the run raise no false alarm', async () => {
    clock.advance(-2 * 3_600_000);
    await spend(100, true);
    clock.advance(2 * 3_600_000);
    let booked = false;
    const booking: KyselyPlugin = {
      transformQuery: ({ node: query }) => query,
      async transformResult({ result }) {
        if ('oldest' in (result.rows[0] ?? {}) && !booked) {
          booked = true;
          await node.wallet.flush();
        }
        return result;
      },
    };
    const reader = store.reader.withPlugin(booking);
    expect(await reconcileLedger({ ...store, reader }, seconds())).toEqual([]);
    expect(booked).toBe(true);
  });

  test('reconciliation continues from its checkpoints and does not sum old ledger rows again', async () => {
    await check();
    const points = await store.db.selectFrom('money_checkpoints').selectAll().execute();
    const last = await store.db
      .selectFrom('ledger')
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    expect(points).toEqual([{ user_id: user, ledger_id: last.id, balance: 9700, usage: 300 }]);
  });

  test('the metric reports the number of mismatches', async () => {
    await tamper('UPDATE users SET quota = quota + 1');
    await reconcileAndReport({ store, clock, log: createLogger('silent') });
    expect(await registry.metrics()).toMatch(/^tollgate_money_discrepancies 1$/m);
  });
});
