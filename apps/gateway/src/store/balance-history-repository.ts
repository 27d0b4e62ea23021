import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

/**
 * A user's balance at some times (seconds, in order), by the ledger; times before its first entry are left
 * out. Each time is found by halving the ids, as entries are written in the order of time: a user may have
 * a million of them.
 */
export async function readBalanceHistory(
  db: Db,
  userId: number,
  times: readonly number[],
): Promise<{ at: number; balance: number }[]> {
  const history: { at: number; balance: number }[] = [];
  const last = await db
    .selectFrom('ledger')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  let from = 1;
  for (const at of times) {
    // oxlint-disable-next-line no-await-in-loop -- each search begins where the one before ended
    from = await findFirstId(db, at, { low: from, high: (last?.id ?? 0) + 1 });
    // oxlint-disable-next-line no-await-in-loop
    const entry = await db
      .selectFrom('ledger')
      .select('balance_after')
      .where('user_id', '=', userId)
      .where('id', '<', from)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (entry) history.push({ at, balance: entry.balance_after });
  }
  return history;
}

/** The first id from which on entries are of a time or later. */
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
