import { LOG_CONSUME, LOG_ERROR, LOG_SYSTEM } from '@tollgate/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clickhouseUrl, createTestClickhouse } from '../../../test-support/clickhouse.ts';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { sampleLogRow } from '../../../test-support/insert-sample-log.ts';
import type { LogFilter } from '../log-filter.ts';
import { changeLogTotals } from '../log-totals-repository.ts';
import { callOf, isCall } from '../log-totals.ts';
import { indexLogRows } from '../log-index/index-log-rows.ts';
import { insertLogRows } from '../logs-repository.ts';
import { openStore } from '../open-store.ts';
import { databaseLogStore } from './database-log-store.ts';
import type { LogRow, LogStore } from './log-store.ts';

const START = 1_790_000_000;
const SPAN = 40 * 86_400;

/** Texts that break out of a statement if they are not quoted. */
const HOSTILE = [
  "' OR 1 = 1 --",
  "\\' OR 1 = 1 --",
  '\\',
  "x'; DROP TABLE tollgate_logs; --",
  '") FORMAT Null',
  '{user_id:UInt64}',
  '%_\\%',
  '🦊 名\t"\n',
];
const NAMES = ['key 1', 'Key 2', 'gpt-4o', 'o1%', 'a_b', ...HOSTILE];
const name = fc.constantFrom(...NAMES);
const user = fc.integer({ min: 1, max: 3 });
const REFUND = (quota: number) =>
  JSON.stringify({ event: 'task_refunded', params: { quota: 7 }, quota, admin_info: {} });

const row = fc
  .record({
    at: fc.integer({ min: 0, max: SPAN }),
    type: fc.constantFrom(0, LOG_CONSUME, LOG_CONSUME, LOG_ERROR, LOG_SYSTEM),
    user,
    token_id: user,
    token_name: name,
    channel_id: user,
    model_name: name,
    group: name,
    quota: fc.integer({ min: 0, max: 2 ** 40 }),
    request_id: name,
    content: name,
    refund: fc.boolean(),
  })
  .map(({ at, user: id, refund, ...fields }) => ({
    ...sampleLogRow(START + at, { id, name: `user ${id}` }),
    ...fields,
    ...(refund && fields.type === LOG_SYSTEM ? { other: REFUND(fields.quota) } : {}),
  }));

const someTime = fc.integer({ min: 0, max: SPAN }).map((at) => START + at);
const filter: fc.Arbitrary<LogFilter> = fc.record(
  {
    userIds: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    apiKeyIds: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    type: fc.constantFrom(0, LOG_CONSUME, LOG_ERROR),
    refunds: fc.boolean(),
    apiKeyName: name,
    modelName: fc.oneof(name, fc.constantFrom('%', 'GPT%', '%1%', "%'%")),
    allowWildcard: fc.boolean(),
    group: name,
    channelId: fc.integer({ min: 0, max: 4 }),
    requestId: name,
    keyword: fc.record({
      text: fc.oneof(name, fc.constantFrom('KEY', '%', '_', "'", '\\')),
      userIds: fc.array(user, { maxLength: 1 }),
    }),
    start: someTime,
    end: fc.oneof(fc.constant(0), someTime),
  },
  { requiredKeys: [] },
);
/** Few at once, so that some rows match. */
const fewConditions = fc
  .tuple(filter, fc.array(fc.nat(12), { maxLength: 3 }))
  .map(([all, kept]): LogFilter => {
    const entries = Object.entries(all).filter((_, index) => kept.includes(index));
    return Object.fromEntries([...entries, ['allowWildcard', all.allowWildcard ?? false]]);
  });

const rows = fc
  .sample(row, { numRuns: 300, seed: 88 })
  .toSorted((left, right) => left.created_at - right.created_at)
  .map((fields, index): LogRow => ({ id: index + 1, ...fields }));

/** Returns a store's results for a filter. */
async function ask(logs: LogStore, wanted: LogFilter, page: number) {
  // Sums do not support what only lists do.
  const { keyword: _keyword, refunds: _refunds, ...summed } = wanted;
  const [first] = (await logs.list(wanted, { page: 1, pageSize: 1 })).items;
  return {
    page: await logs.list(wanted, { page, pageSize: 7 }),
    count: await logs.count(wanted),
    begun: await logs.listAfter(wanted, { after: undefined, lastId: 250, limit: 2 }),
    after: await logs.listAfter(wanted, { after: first, lastId: rows.length, limit: 5 }),
    calls: await logs.sumCalls(summed),
    refunds: await logs.sumRefunds(summed),
  };
}

describe('the log in ClickHouse', { skip: clickhouseUrl === undefined }, () => {
  const opened: { logs: LogStore; close: () => Promise<unknown> }[] = [];
  let clickhouse: Awaited<ReturnType<typeof createTestClickhouse>>;

  beforeAll(async () => {
    for (const kind of databaseKinds) {
      const database = await createTestDatabase(kind, { hasTables: true });
      const store = await openStore(database);
      await store.transaction(async (trx) => {
        await insertLogRows(trx, rows);
        const calls = rows.filter(isCall);
        await changeLogTotals(
          trx,
          calls.map((call) => callOf(call, 1)),
        );
      });
      if (kind === 'sqlite') await indexLogRows(store, new AbortController().signal);
      opened.push({
        logs: databaseLogStore(store),
        close: () => store.close().then(() => database.remove()),
      });
    }
    clickhouse = await createTestClickhouse();
    await clickhouse.table.prepare();
    await clickhouse.table.insert(rows);
    // What was not acknowledged is sent again, in different batches.
    for (const part of [rows.slice(40, 200), rows.slice(150, 160)])
      await clickhouse.table.insert(part);
  });
  afterAll(async () => {
    await clickhouse.remove();
    for (const { close } of opened) await close();
  });

  test('returns the same as the databases for every filter, with duplicate rows and hostile texts', async () => {
    await fc.assert(
      fc.asyncProperty(fewConditions, fc.integer({ min: 1, max: 3 }), async (wanted, page) => {
        const told = await ask(clickhouse.logs, wanted, page);
        for (const { logs } of opened) expect(told).toEqual(await ask(logs, wanted, page));
      }),
      { numRuns: 20 },
    );
  });

  test('treats no text as part of a statement, in any condition', async () => {
    const conditions: ((text: string) => LogFilter)[] = [
      (apiKeyName) => ({ apiKeyName }),
      (modelName) => ({ modelName }),
      (modelName) => ({ modelName: `${modelName}%`, allowWildcard: true }),
      (text) => ({ modelNames: [text] }),
      (group) => ({ group }),
      (requestId) => ({ requestId }),
      (text) => ({ keyword: { text, userIds: [] } }),
    ];
    const [oracle] = opened;
    for (const text of HOSTILE)
      for (const condition of conditions) {
        const wanted = condition(text);
        const { count } = await clickhouse.logs.count(wanted);
        expect([wanted, count]).toEqual([wanted, (await oracle?.logs.count(wanted))?.count]);
      }
    expect((await clickhouse.logs.count({})).count).toBe(rows.length);
  });

  test('refuses a number that is not an integer', async () => {
    const channelId = '1 OR 1 = 1' as unknown as number;
    await expect(clickhouse.logs.count({ channelId })).rejects.toThrow(RangeError);
  });

  test('keeps its id when it is prepared again', async () => {
    const id = await clickhouse.table.readId();
    expect(await clickhouse.table.prepare()).toBe(id);
  });
});
