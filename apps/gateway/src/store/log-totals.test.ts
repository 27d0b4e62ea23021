import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { fewConditions } from '../../test-support/log-filters.ts';
import { consumeRow } from '../../test-support/money/accounts.ts';
import { SimulatedNode } from '../../test-support/money/simulated-node.ts';
import { SimulatedSignals } from '../../test-support/money/simulated-signals.ts';
import type { Reservation } from '../domain/wallet/wallet.ts';
import { manualClock } from '../platform/clock.ts';
import { filterRows, type LogFilter } from './log-filter.ts';
import type { LoggedCalls } from './log-store/log-store.ts';
import { sumLoggedCalls } from './log-totals-repository.ts';
import { deleteLogsBefore } from './delete-logs.ts';
import { columnKinds } from './migrations/column-kinds.ts';
import { createLogSums, logSumsOfDay } from './migrations/0005-log-sums.ts';
import { addFailedLogSums, failedLogSums } from './migrations/0081-failed-log-sums.ts';
import { openStore, type Store } from './open-store.ts';
import { listUserIdsByName } from './named-users-repository.ts';

const DAY = 86_400;
const MIDNIGHT = 20_717 * DAY;
const SPAN = 3 * DAY;

/** Times within three days, often at the boundaries of hours and days. */
const time = fc.oneof(
  fc.integer({ min: 0, max: SPAN }),
  fc
    .tuple(fc.integer({ min: 0, max: 72 }), fc.integer({ min: -1, max: 1 }))
    .map(([hour, second]) => Math.max(0, hour * 3600 + second)),
);
const name = (prefix: string) => fc.integer({ min: 1, max: 3 }).map((n) => `${prefix}${n}`);
const call = fc.record({
  at: time,
  user: fc.integer({ min: 1, max: 3 }),
  token: name('key '),
  model: name('gpt-'),
  channel: fc.integer({ min: 1, max: 3 }),
  group: name('g'),
  price: fc.integer({ min: 0, max: 1000 }),
  logged: fc.boolean(),
  failed: fc.boolean(),
});
const one = {
  at: 10,
  user: 1,
  token: 'k',
  model: 'm',
  channel: 1,
  group: 'g',
  price: 7,
  failed: false,
};
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

const conditions: fc.Arbitrary<LogFilter> = fc.record({
  userIds: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  type: fc.constantFrom(0, 5),
  apiKeyName: name('key '),
  modelName: fc.constantFrom('gpt-1', 'gpt-2', 'gpt%', '%3'),
  allowWildcard: fc.boolean(),
  group: name('g'),
  channelId: fc.integer({ min: 0, max: 3 }),
  start: time.map((at) => MIDNIGHT + at),
  end: fc.oneof(
    fc.constant(0),
    time.map((at) => MIDNIGHT + at),
  ),
});
const filter = fewConditions(conditions);

describe.each(databaseKinds)('sums of the log on %s', (kind) => {
  let database: TestDatabase;
  let store: Store;
  let node: SimulatedNode;

  beforeEach(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore(database);
    node = new SimulatedNode({
      store,
      dataDir: database.dataDir,
      name: 'node',
      clock: manualClock((MIDNIGHT + SPAN) * 1000),
      signals: new SimulatedSignals(),
    });
    await node.start();
  });
  afterEach(async () => {
    node.dispose();
    await store.close();
    await database.remove();
  });

  async function charge(one: Call, number: number): Promise<void> {
    const reservation = (await node.wallet.reserve({
      userId: one.user,
      limitedApiKeyId: undefined,
      amount: 0,
    })) as Reservation;
    const base = consumeRow({
      requestId: `r${number}`,
      userId: one.user,
      apiKeyId: one.user,
      price: one.price,
      at: MIDNIGHT + one.at,
    });
    const row = {
      ...base,
      ...(one.failed ? { type: LOG_ERROR, quota: 0 } : {}),
      token_name: one.token,
      model_name: one.model,
      channel_id: one.channel,
      group: one.group,
    };
    await node.wallet.settle(reservation, { row, logged: one.logged });
  }

  /** The reference: the sum over the rows. */
  async function sumOfRows(wanted: LogFilter): Promise<LoggedCalls> {
    const [answered, failed] = await Promise.all(
      [LOG_CONSUME, LOG_ERROR].map((type) =>
        filterRows(store.db, { ...wanted, type })
          .select(['quota'])
          .execute(),
      ),
    );
    const quota = (answered ?? []).reduce((sum, row) => sum + Number(row.quota), 0);
    return { calls: answered?.length ?? 0, quota, failed: failed?.length ?? 0 };
  }

  const readSums = () =>
    store.db
      .selectFrom('log_sums')
      .selectAll()
      .orderBy(sql`scope, key, span, start, token_name, model_name, channel_id, "group"`)
      .execute();

  async function rebuild(): Promise<void> {
    await store.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM log_sums`.execute(trx);
      for (let day = MIDNIGHT - DAY; day <= MIDNIGHT + SPAN; day += DAY)
        for (const statement of logSumsOfDay(kind, day)) await sql.raw(statement).execute(trx);
      for (const statement of failedLogSums(kind)) await sql.raw(statement).execute(trx);
    });
  }

  test('every statistic is the sum over the rows, whatever was charged, left no row or was deleted', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 40, size: 'max' }),
        fc.array(filter, { minLength: 8, maxLength: 8 }),
        time,
        async (calls, filters, deleteBefore) => {
          for (const one of calls) await charge(one, (number += 1));
          await node.wallet.flush();
          for (const wanted of filters)
            expect([wanted, await sumLoggedCalls(store.reader, wanted)]).toEqual([
              wanted,
              await sumOfRows(wanted),
            ]);
          await deleteLogsBefore(store, { before: MIDNIGHT + deleteBefore, lastId: 1e9 });
          for (const wanted of filters)
            expect([wanted, await sumLoggedCalls(store.reader, wanted)]).toEqual([
              wanted,
              await sumOfRows(wanted),
            ]);
          const kept = await readSums();
          await rebuild();
          expect(kept).toEqual(await readSums());
        },
      ),
      { numRuns: kind === 'sqlite' ? 25 : 10 },
    );
  });

  test('what a crash left in the journal is summed up once, and so is what the migration finds', async () => {
    await charge({ ...one, logged: true }, 1);
    await node.wallet.flush();
    await charge({ ...one, logged: true }, 2);
    await charge({ ...one, logged: false }, 3);
    await charge({ ...one, logged: true, failed: true }, 4);
    await rebuild();
    await node.start();
    expect(await sumLoggedCalls(store.reader, {})).toEqual({ calls: 2, quota: 14, failed: 1 });
    expect(await sumLoggedCalls(store.reader, { start: MIDNIGHT + 11 })).toEqual({
      calls: 0,
      quota: 0,
      failed: 0,
    });
  });

  test('a database from before the sums gets them, and the past names of users, when it is opened', async () => {
    for (const at of [10, 20, 2 * DAY]) await charge({ ...one, at, logged: at !== 20 }, at);
    for (const at of [11, 4000]) await charge({ ...one, at, logged: true, failed: true }, at);
    await node.wallet.flush();
    const sums = await readSums();
    for (const table of ['log_sums', 'former_usernames'])
      await sql.raw(`DROP TABLE ${table}`).execute(store.db);
    await store.db.transaction().execute(async (trx) => {
      const context = { db: trx as unknown as Kysely<never>, columns: columnKinds(kind) };
      await createLogSums(context);
      // Twice, as after a start that was killed midway.
      await addFailedLogSums(context);
      await addFailedLogSums(context);
    });
    expect(await readSums()).toEqual(sums);
    expect(await listUserIdsByName(store.db, 'u')).toEqual([1]);
  });

  test('sums of deleted calls leave no rows behind', async () => {
    await charge({ ...one, logged: true }, 1);
    await charge({ ...one, logged: true, failed: true }, 2);
    await node.wallet.flush();
    expect(await readSums()).toHaveLength(6);
    expect(await deleteLogsBefore(store, { before: MIDNIGHT + 11, lastId: 1e9 })).toBe(2);
    expect(await readSums()).toEqual([]);
  });
});
