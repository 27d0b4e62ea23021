import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import type { QuarterRange } from './split-stats-range.ts';
import { openStore, type Store } from './open-store.ts';
import { addCallToSlice, emptySlice, QUARTER, STATS_DAY } from './usage-stats.ts';
import { countUsageKeys, rankUsage } from './rank-usage.ts';
import {
  type Latencies,
  readLatencies,
  readUsagePieces,
  readUsageTimeline,
  sumTimedUsage,
} from './usage-stats-repository.ts';
import { addUsageStats } from './usage-stats-writer.ts';

const MIDNIGHT = 20_717 * STATS_DAY;
const DAYS = 17;
const KEYS = ['a', 'b', 'c', 'd', 'e'];
const call = fc.record({
  at: fc.integer({ min: 0, max: DAYS * STATS_DAY - 1 }),
  model: fc.constantFrom(...KEYS),
  quota: fc.integer({ min: 0, max: 1000 }),
  answered: fc.boolean(),
  ms: fc.integer({ min: 1, max: 5000 }),
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;
const quarter = fc.integer({ min: 0, max: (DAYS * STATS_DAY) / QUARTER });
const range = fc
  .tuple(quarter, quarter)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({
    from: MIDNIGHT + Math.min(one, other) * QUARTER,
    to: MIDNIGHT + Math.max(one, other) * QUARTER,
  }));

const inOrder = (one: unknown[], other: unknown[]) =>
  one.slice(0, 2).join(' ') < other.slice(0, 2).join(' ') ? -1 : 1;

describe.each(databaseKinds)('ranges of the statistics on %s', (kind) => {
  /** The statements hardly differ, and cost PostgreSQL three times as much. */
  const numRuns = kind === 'sqlite' ? 15 : 6;
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore(database);
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  async function write(calls: readonly Call[]): Promise<void> {
    await store.db.deleteFrom('usage_stats').execute();
    const slices = calls.map(({ at, model, quota, answered, ms }) => {
      const row = {
        created_at: MIDNIGHT + at,
        user_id: 1,
        token_id: 1,
        channel_id: 1,
        model_name: model,
        group: 'default',
        quota,
        prompt_tokens: 3,
        completion_tokens: 2,
      };
      const slice = emptySlice(row);
      addCallToSlice(slice, row, answered ? 'answered' : 'failed', { totalMs: ms });
      return slice;
    });
    await addUsageStats(store.db, slices);
  }

  test('intervals have the calls between their edges, and their durations, wherever the edges are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 40 }),
        fc.array(fc.uniqueArray(quarter, { minLength: 2, maxLength: 7 }), {
          minLength: 4,
          maxLength: 4,
        }),
        async (calls, cuts) => {
          await write(calls);
          for (const cut of cuts) {
            const edges = cut
              .toSorted((one, other) => one - other)
              .map((at) => MIDNIGHT + at * QUARTER);
            const pieceOf = ({ at }: Call) => edges.findLastIndex((edge) => edge <= MIDNIGHT + at);
            const inside = calls
              .map((one) => ({ ...one, piece: pieceOf(one) }))
              .filter(({ piece }) => piece >= 0 && piece < edges.length - 1);
            const counted = { scope: 'model', keys: KEYS } as const;
            const pieces = await readUsagePieces(store.db, counted, edges);
            const found = pieces.map(({ piece, key, calls: answered, failed, quota }) => [
              piece,
              key,
              answered,
              failed,
              quota,
            ]);
            const wanted = edges.flatMap((_, piece) =>
              KEYS.flatMap((key) => {
                const own = inside.filter((one) => one.piece === piece && one.model === key);
                const paid = own.filter(({ answered }) => answered);
                const quota = paid.reduce((sum, one) => sum + one.quota, 0);
                return own.length === 0
                  ? []
                  : [[piece, key, paid.length, own.length - paid.length, quota]];
              }),
            );
            expect(found.toSorted(inOrder)).toEqual(wanted);
            const timeline = await readUsageTimeline(store.db, counted, edges);
            for (const piece of edges.keys()) {
              const { latencies, calls: answered = 0, failed = 0 } = timeline.get(piece) ?? {};
              const own = inside.filter((one) => one.piece === piece);
              const paid = own.filter((one) => one.answered).length;
              expect([answered, failed]).toEqual([paid, own.length - paid]);
              expectTimed(latencies, paid);
            }
          }
        },
      ),
      { numRuns },
    );
  });

  test('a range has the calls between its ends, wherever they are: sums, ranking of the keys, their number and latencies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 40 }),
        fc.array(range, { minLength: 4, maxLength: 4 }),
        async (calls, ranges) => {
          await write(calls);
          const last = Math.max(...calls.map(({ at }) => MIDNIGHT + at));
          for (const asked of ranges) {
            const wanted: QuarterRange = { ...asked, isLatest: asked.to > last };
            const inside = calls.filter(
              ({ at }) => MIDNIGHT + at >= asked.from && MIDNIGHT + at < asked.to,
            );
            const answered = inside.filter((one) => one.answered);
            const counted = { scope: 'model' } as const;
            const keys = [...new Set(inside.map(({ model }) => model))].toSorted();
            const { rows, count } = await rankUsage(store.db, counted, {
              range: wanted,
              by: 'calls',
              limit: 10,
            });
            expect(rows.map(({ key }) => key).toSorted()).toEqual(keys);
            expect(count).toBe(keys.length);
            for (const [limit, surplus] of [
              [1, 0],
              [2, 1],
              [3, 64],
            ] as const) {
              const query = { range: wanted, by: 'calls', limit, surplus } as const;
              expect(await rankUsage(store.db, counted, query)).toEqual({
                rows: rows.slice(0, limit),
                count,
              });
            }
            expect(await countUsageKeys(store.db, counted, wanted)).toBe(keys.length);
            const counts = rows.map(({ calls: found, failed }) => found + failed);
            expect(counts).toEqual(counts.toSorted((one, other) => other - one));
            for (const { key, calls: found, failed, quota } of rows) {
              const own = inside.filter(({ model }) => model === key);
              const paid = own.filter((one) => one.answered);
              expect([found, failed, quota]).toEqual([
                paid.length,
                own.length - paid.length,
                paid.reduce((sum, one) => sum + one.quota, 0),
              ]);
            }
            for (const whole of [{ scope: 'model', keys: KEYS }, { scope: 'all' }] as const) {
              const sums = await sumTimedUsage(store.db, whole, wanted);
              expect([sums.calls, sums.failed]).toEqual([
                answered.length,
                inside.length - answered.length,
              ]);
              expectTimed(sums.latencies, answered.length);
            }
            const latencies = await readLatencies(store.db, counted, wanted);
            const timed = [...latencies.values()].flatMap(({ total }) => [...total.values()]);
            expect(timed.every((times) => times >= 0)).toBe(true);
            expect(timed.reduce((sum, times) => sum + times, 0)).toBe(answered.length);
          }
        },
      ),
      { numRuns },
    );
  });
});

/** Asserts that histograms hold this many calls, and no bucket less than none. */
function expectTimed(latencies: Latencies | undefined, calls: number): void {
  const times = [...(latencies?.total.values() ?? [])];
  expect(times.every((count) => count >= 0)).toBe(true);
  expect(times.reduce((sum, count) => sum + count, 0)).toBe(calls);
}
