import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { fewConditions } from '../../../test-support/log-filters.ts';
import { consumeRow } from '../../../test-support/money/accounts.ts';
import { filterRows, type LogFilter, REFUND_ROW } from '../log-filter.ts';
import { deleteLogsBefore } from '../delete-logs.ts';
import type { LogRow } from '../log-store/log-store.ts';
import { listLogs, listLogsAfter } from '../logs-repository.ts';
import { openStore, type Store } from '../open-store.ts';
import type { LogsTable } from '../schema.ts';
import { indexLogRows } from './index-log-rows.ts';
import { CHUNK, encodeBitmap, mergeEncoded, listPositions, emptyBitmap } from './bitmap.ts';

const START = 1_790_000_000;
const never = new AbortController().signal;
const oneOf = (...values: string[]) => fc.constantFrom(...values);

const row = fc.record({
  /** Some chunks have many rows, some few, some none. */
  id: fc.oneof(
    fc.integer({ min: 1, max: 12 * CHUNK }),
    fc.integer({ min: 3 * CHUNK, max: 3 * CHUNK + 50 }),
  ),
  /** Clocks occasionally jump backward. */
  late: fc.integer({ min: -3, max: 3 }),
  type: fc.constantFrom(LOG_CONSUME, LOG_CONSUME, LOG_CONSUME, LOG_ERROR, -1),
  user: fc.integer({ min: 1, max: 3 }),
  token: oneOf('key 1', 'key 2', ''),
  model: oneOf('gpt-1', 'gpt-1', 'gpt-1', 'gpt-2', 'o1'),
  channel: fc.integer({ min: 1, max: 3 }),
  group: oneOf('default', 'vip'),
  refund: fc.boolean(),
});
const at = fc.integer({ min: 0, max: 125 }).map((tens) => START + tens * 10);
const conditions: fc.Arbitrary<LogFilter> = fc.record({
  userIds: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  type: fc.constantFrom(0, LOG_CONSUME, LOG_ERROR),
  refunds: fc.boolean(),
  apiKeyName: oneOf('key 1', 'key 3'),
  modelName: oneOf('gpt-1', 'gpt-2', 'GPT%', '%1', 'gone%'),
  allowWildcard: fc.boolean(),
  group: oneOf('default', 'vip', 'gone'),
  channelId: fc.integer({ min: 0, max: 4 }),
  keyword: fc.record({
    text: oneOf('KEY', '2', 'gpt', 'o1', '%', 'gone'),
    userIds: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 1 }),
  }),
  start: at,
  end: fc.oneof(fc.constant(0), at),
});
const filter = fewConditions(conditions);

describe.each(databaseKinds)('pages of the log on %s', (kind) => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore(database);
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  const place = () => indexLogRows(store, never);
  /** Calls up to an id are in the balances, so their rows are final. */
  const apply = (id: number) =>
    store.db
      .insertInto('nodes')
      .values({ id: 'n', started_at: 0, seen_at: 0, applied_log_id: id })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ applied_log_id: id }))
      .execute();
  const empty = async () => {
    await store.db.deleteFrom('logs').execute();
    if (kind === 'postgres') return;
    for (const table of ['log_chunks', 'log_places'] as const)
      await store.db.deleteFrom(table).execute();
  };
  const insert = async (rows: Insertable<LogsTable>[]) => {
    if (rows.length > 0) await store.db.insertInto('logs').values(rows).execute();
  };

  /** Reads like an export: a few rows at a time after the previous ones. */
  async function readAll(wanted: LogFilter): Promise<number[]> {
    const ids: number[] = [];
    let after: LogRow | undefined;
    do {
      const rows: LogRow[] = await listLogsAfter(store, wanted, { after, lastId: 1e9, limit: 29 });
      ids.push(...rows.map(({ id }) => id));
      after = rows.at(-1);
    } while (after);
    return ids.sort((left, right) => right - left);
  }

  async function expectSame(wanted: LogFilter): Promise<void> {
    const rows = await filterRows(store.db, wanted).select('id').execute();
    const page = await listLogs(store, wanted, { page: 1, pageSize: 1000 });
    const sorted = (ids: { id: number }[]) => ids.map(({ id }) => id).sort((a, b) => b - a);
    expect([wanted, page.total, sorted(page.items)]).toEqual([wanted, rows.length, sorted(rows)]);
    const exported = await readAll(wanted);
    expect([wanted, exported]).toEqual([wanted, sorted(rows)]);
  }

  test('every filter finds exactly the matching rows, however much of the log is indexed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, {
          minLength: 40,
          maxLength: 120,
          size: 'max',
          selector: ({ id }) => id,
        }),
        fc.array(filter, { minLength: 6, maxLength: 6 }),
        fc.oneof(fc.constant(12 * CHUNK - 1), fc.integer({ min: 0, max: 12 * CHUNK })),
        at,
        async (rows, filters, applied, deleteBefore) => {
          await empty();
          // Rows that are not applied yet may still be removed; applied ones are final.
          await insert(
            rows
              .filter(({ id, type }) => type >= 0 || (kind === 'sqlite' && id > applied))
              .map(rowOf),
          );
          await apply(applied);
          const expectAllSame = async () => {
            for (const wanted of filters) await expectSame(wanted);
          };
          const expectAllSameIndexed = async () => {
            await place();
            // PostgreSQL has no index of ours: nothing changed.
            if (kind === 'sqlite') await expectAllSame();
          };
          await expectAllSame();
          await expectAllSameIndexed();
          const deleting = deleteLogsBefore(store, { before: deleteBefore, lastId: 1e9 });
          await place();
          await deleting;
          await expectAllSame();
          await expectAllSameIndexed();
        },
      ),
      { numRuns: kind === 'sqlite' ? 20 : 8 },
    );
  });

  test('consecutive pages continue without gaps, the newest row first', async () => {
    const ids = Array.from({ length: 90 }, (_, index) => 1000 * (index + 1));
    await insert(ids.map((id) => rowOf({ ...plain, id, model: id % 3000 === 0 ? 'rare' : 'm' })));
    await apply(80_000);
    await place();
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const { items, total } = await listLogs(store, { modelName: 'rare' }, { page, pageSize: 13 });
      expect(total).toBe(30);
      seen.push(...items.map(({ id }) => id));
    }
    expect(seen).toEqual(ids.filter((id) => id % 3000 === 0).toReversed());
  });
});

const plain = {
  late: 0,
  type: LOG_CONSUME as 2,
  user: 1,
  token: 'k',
  model: 'm',
  channel: 1,
  group: 'g',
  refund: false,
};

function rowOf(one: typeof row extends fc.Arbitrary<infer Value> ? Value : never) {
  const { id, late, user, token, model, channel } = one;
  const created = START + Math.floor(id / (CHUNK / 100)) + late;
  return {
    ...consumeRow({ requestId: '', userId: user, apiKeyId: 1, price: 1, at: created }),
    id,
    type: one.type,
    token_name: token,
    model_name: model,
    channel_id: channel,
    group: one.group,
    ...(one.refund ? { other: REFUND_ROW.replace('%', '}') } : {}),
  };
}

test('positions survive encoding unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uniqueArray(fc.integer({ min: 0, max: CHUNK - 1 }), { maxLength: 50 }),
        // Around the count from which bits are shorter than a list.
        fc.integer({ min: 1020, max: 1028 }).map((n) => Array.from({ length: n }, (_, i) => i * 7)),
        fc.constant(Array.from({ length: CHUNK }, (_, place) => place)),
      ),
      (places) => {
        const set = emptyBitmap();
        mergeEncoded(set, encodeBitmap(places));
        expect(listPositions(set)).toEqual(places.toSorted((left, right) => right - left));
      },
    ),
  );
});
