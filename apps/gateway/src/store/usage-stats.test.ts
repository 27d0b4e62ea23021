import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { consumeRow } from '../../test-support/money/accounts.ts';
import { SimulatedNode } from '../../test-support/money/simulated-node.ts';
import { SimulatedSignals } from '../../test-support/money/simulated-signals.ts';
import type { Reservation } from '../domain/wallet/wallet.ts';
import { manualClock } from '../platform/clock.ts';
import { fillUsageStats } from './fill-usage-stats.ts';
import { columnKinds } from './migrations/column-kinds.ts';
import { createUsageStats } from './migrations/0025-usage-stats.ts';
import { openStore, type Store } from './open-store.ts';
import {
  rankUsage,
  readLatencies,
  readUsagePieces,
  sumUsageCounts,
} from './usage-stats-repository.ts';
import type { UsageScope } from './usage-stats-table.ts';

const DAY = 86_400;
const QUARTER = 900;
const MIDNIGHT = 20_717 * DAY;
const SPAN = 3 * DAY;
const COLUMN_OF = {
  model: 'model_name',
  channel: 'channel_id',
  user: 'user_id',
  key: 'token_id',
  group: '"group"',
} as const satisfies Partial<Record<UsageScope, string>>;

const name = (prefix: string) => fc.integer({ min: 1, max: 3 }).map((n) => `${prefix}${n}`);
const call = fc.record({
  at: fc.oneof(
    fc.integer({ min: 0, max: SPAN }),
    fc
      .tuple(fc.integer({ min: 0, max: SPAN / QUARTER }), fc.constantFrom(-1, 0, 1))
      .map(([quarter, second]) => Math.max(0, quarter * QUARTER + second)),
  ),
  user: fc.integer({ min: 1, max: 3 }),
  model: name('gpt-'),
  channel: fc.integer({ min: 1, max: 3 }),
  group: name('g'),
  price: fc.integer({ min: 0, max: 1000 }),
  fails: fc.boolean(),
  totalMs: fc.integer({ min: 0, max: 1_000_000 }),
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;
const quarters = fc
  .tuple(fc.integer({ min: 0, max: 288 }), fc.integer({ min: 0, max: 288 }))
  .map(([one, other]) => ({
    from: MIDNIGHT + Math.min(one, other) * QUARTER,
    to: MIDNIGHT + Math.max(one, other) * QUARTER,
  }));

describe.each(databaseKinds)('usage statistics on %s', (kind) => {
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

  async function serve(one: Call, number: number, logged = true): Promise<void> {
    const base = consumeRow({
      requestId: `r${number}`,
      userId: one.user,
      apiKeyId: 10 + one.user,
      price: one.fails ? 0 : one.price,
      at: MIDNIGHT + one.at,
    });
    const other = JSON.stringify({ frt: Math.floor(one.totalMs / 2), total_ms: one.totalMs });
    const row = {
      ...base,
      model_name: one.model,
      channel_id: one.channel,
      group: one.group,
      other,
    };
    if (one.fails) {
      await node.wallet.record({ ...row, type: LOG_ERROR, prompt_tokens: 0, completion_tokens: 0 });
      return;
    }
    const reservation = (await node.wallet.reserve({
      userId: one.user,
      limitedApiKeyId: undefined,
      amount: 0,
    })) as Reservation;
    const timing = { firstTokenMs: Math.floor(one.totalMs / 2), totalMs: one.totalMs };
    await node.wallet.settle(reservation, { row, logged, timing });
  }

  /** The statistics as they are meant: sums over the rows of the log. */
  async function sumLog(column: string, { from, to }: { from: number; to: number }) {
    const { rows } = await sql<Record<'key' | 'calls' | 'failed' | 'quota' | 'tokens', unknown>>`
      SELECT ${sql.raw(column)} AS key, sum(CASE WHEN type = ${LOG_CONSUME} THEN 1 ELSE 0 END) AS calls,
        sum(CASE WHEN type = ${LOG_ERROR} THEN 1 ELSE 0 END) AS failed, sum(quota) AS quota,
        sum(prompt_tokens + completion_tokens) AS tokens
      FROM logs WHERE created_at >= ${from} AND created_at < ${to} GROUP BY 1`.execute(store.db);
    return rows.map((row) => [
      String(row.key),
      ...[row.calls, row.failed, row.quota, row.tokens].map(Number),
    ]);
  }

  const readAll = () =>
    store.db
      .selectFrom('usage_stats')
      .selectAll()
      .orderBy(sql`scope, span, key, start`)
      .execute();

  test('whatever range is asked for, each key’s figures are the sum over its rows of the log, and pieces of the range add up to it', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 40, size: 'max' }),
        fc.array(quarters, { minLength: 5, maxLength: 5 }),
        async (calls, ranges) => {
          for (const one of calls) await serve(one, (number += 1));
          await node.wallet.flush();
          for (const range of ranges) {
            for (const [scope, column] of Object.entries(COLUMN_OF) as [UsageScope, string][]) {
              const options = { range, by: 'quota', limit: 100 } as const;
              const { rows, count } = await rankUsage(store.reader, { scope }, options);
              const shown = rows.map((row) => [
                row.key,
                row.calls,
                row.failed,
                row.quota,
                row.prompt_tokens + row.completion_tokens,
              ]);
              expect(new Set(shown)).toEqual(new Set(await sumLog(column, range)));
              expect(count).toBe(rows.length);
            }
            const all = await sumUsageCounts(store.reader, { scope: 'all' }, range);
            const middle = range.from + Math.floor((range.to - range.from) / QUARTER / 2) * QUARTER;
            const edges = [range.from, middle, range.to];
            const pieces = await readUsagePieces(store.reader, { scope: 'all' }, edges);
            expect(pieces.reduce((sum, { quota }) => sum + quota, 0)).toBe(all.quota);
            expect(pieces.reduce((sum, { failed }) => sum + failed, 0)).toBe(all.failed);
          }
        },
      ),
      { numRuns: 8 },
    );
    const kept = await readAll();
    await store.db.transaction().execute((trx) => fillUsageStats(trx, kind));
    expect(await readAll()).toEqual(kept);
  });

  const one: Call = {
    at: 10,
    user: 1,
    model: 'm',
    channel: 1,
    group: 'g',
    price: 7,
    fails: false,
    totalMs: 800,
  };
  const ever = { from: MIDNIGHT, to: MIDNIGHT + SPAN };

  test('calls that leave no row are counted, and what a crash left in the journal is counted once', async () => {
    await serve(one, 1);
    await node.wallet.flush();
    await serve({ ...one, fails: true }, 2);
    await serve(one, 3, false);
    await node.start();
    await node.wallet.flush();
    expect(await sumUsageCounts(store.reader, { scope: 'all' }, ever)).toMatchObject({
      calls: 2,
      failed: 1,
      quota: 14,
    });
    const latencies = await readLatencies(store.reader, { scope: 'all' }, ever);
    expect(
      [...(latencies.get('')?.total.values() ?? [])].reduce((sum, n) => sum + n, 0),
    ).toBeGreaterThan(0);
  });

  test('a database of before the statistics gets them when it is opened, with calls that left no row and refunds', async () => {
    await serve(one, 1);
    await serve({ ...one, at: 5 * 3600 }, 2, false);
    await node.wallet.flush();
    const before = await sumUsageCounts(store.reader, { scope: 'all' }, ever);
    await store.db
      .updateTable('usage_hourly')
      .set({ quota: sql`quota - 3` })
      .where('hour', '=', MIDNIGHT)
      .execute();
    await sql`DROP TABLE usage_stats`.execute(store.db);
    await store.db
      .transaction()
      .execute((trx) =>
        createUsageStats({ db: trx as unknown as Kysely<never>, columns: columnKinds(kind) }),
      );
    expect(await sumUsageCounts(store.reader, { scope: 'all' }, ever)).toEqual({
      ...before,
      refunded: 3,
    });
  });

  test('keys are taken by prefix, as those of one user are', async () => {
    for (const [number, user] of [1, 1, 2].entries()) await serve({ ...one, user }, number);
    await node.wallet.flush();
    const counted = { scope: 'user_model', prefix: '1\n' } as const;
    const { rows } = await rankUsage(store.reader, counted, { range: ever, by: 'calls', limit: 9 });
    expect(rows.map(({ key, calls }) => [key, calls])).toEqual([['1\nm', 2]]);
  });
});
