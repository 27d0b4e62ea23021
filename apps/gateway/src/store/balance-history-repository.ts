import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { QUARTER } from './usage-stats.ts';

/**
 * Returns a user's balance at given times (seconds, ascending) according to the ledger; times before its
 * first entry are omitted. Each time is found by a binary search over ids, since entries are written in order
 * of time: a user may have a million of them.
 */
export async function readBalanceHistory(
  db: Db,
  userId: number,
  times: readonly number[],
): Promise<{ at: number; balance: number }[]> {
  const history: { at: number; balance: number }[] = [];
  const ids = await findFirstIds(db, times);
  for (const [index, at] of times.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- a few short searches
    const balance = await readBalanceBefore(db, userId, ids[index] ?? 1);
    if (balance !== undefined) history.push({ at, balance });
  }
  return history;
}

/** Returns a user's balance before a ledger entry; undefined before the user's first entry. */
export async function readBalanceBefore(
  db: Db,
  userId: number,
  id: number,
): Promise<number | undefined> {
  const entry = await db
    .selectFrom('ledger')
    .select('balance_after')
    .where('user_id', '=', userId)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.balance_after;
}

/**
 * Sums a user's entries with ids in [from, to) by kind and quarter of an hour: days begin on a quarter in
 * every time zone.
 */
export function sumLedgerByQuarter(
  db: Db,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<{ kind: string; at: number | string; amount: number | string | bigint }[]> {
  const quarter = sql<number>`created_at - created_at % ${sql.lit(QUARTER)}`;
  return db
    .selectFrom('ledger')
    .select(['kind', quarter.as('at'), sql<number>`cast(sum(amount) as bigint)`.as('amount')])
    .where('user_id', '=', userId)
    .where('id', '>=', from)
    .where('id', '<', to)
    .groupBy(['kind', quarter])
    .execute();
}

/** For each time (seconds, ascending), finds the first id at or after it. */
export async function findFirstIds(db: Db, times: readonly number[]): Promise<number[]> {
  const high = ((await findLastId(db)) ?? 0) + 1;
  const ids: number[] = [];
  for (const at of times)
    // oxlint-disable-next-line no-await-in-loop -- each search begins where the one before ended
    ids.push(await findFirstId(db, at, { low: ids.at(-1) ?? 1, high }));
  return ids;
}

async function findLastId(db: Db): Promise<number | undefined> {
  const last = await db
    .selectFrom('ledger')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id;
}

/** Finds the first id whose entry is at or after a time. */
async function findFirstId(
  db: Db,
  at: number,
  bounds: { low: number; high: number },
): Promise<number> {
  let { low, high } = bounds;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // oxlint-disable-next-line no-await-in-loop
    const entry = await db
      .selectFrom('ledger')
      .select(['id', 'created_at'])
      .where('id', '>=', middle)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!entry || entry.created_at >= at) high = middle;
    else low = entry.id + 1;
  }
  return low;
}
