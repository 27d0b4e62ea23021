import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../store/schema.ts';

type Db = Kysely<Database>;

/** A period of an owner's limit. */
export interface WindowKey {
  owner: string;
  period: Database['spending_windows']['period'];
  /** Seconds. */
  start: number;
}

/** Begins a period with what was spent in it already; one that has begun stays as it is. */
export async function openWindow(db: Db, key: WindowKey, spent: number): Promise<void> {
  await db
    .insertInto('spending_windows')
    .values({ ...key, taken: spent })
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'period'])
        .doUpdateSet({ start: key.start, taken: spent })
        .where('spending_windows.start', '<', key.start),
    )
    .execute();
}

const rowOf = (db: Db, { owner, period, start }: WindowKey) =>
  db
    .updateTable('spending_windows')
    .where('owner', '=', owner)
    .where('period', '=', period)
    .where('start', '=', start);

/** Takes so much of a limit, if it is left; of many who do so at once, as many get it as it has room for. */
export async function takeOfWindow(
  db: Db,
  key: WindowKey,
  { amount, limit }: { amount: number; limit: number },
): Promise<boolean> {
  const { numUpdatedRows } = await rowOf(db, key)
    .set({ taken: sql`taken + ${amount}` })
    .where(sql<boolean>`taken + ${amount} <= ${limit}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Adds what a call cost beyond what it had reserved, or gives back what was taken for nothing. */
export async function changeWindow(db: Db, key: WindowKey, amount: number): Promise<void> {
  await rowOf(db, key)
    .set({ taken: sql`taken + ${amount}` })
    .execute();
}

/** How much is taken of a limit. */
export async function readWindow(db: Db, { owner, period, start }: WindowKey): Promise<number> {
  const row = await db
    .selectFrom('spending_windows')
    .select('taken')
    .where('owner', '=', owner)
    .where('period', '=', period)
    .where('start', '=', start)
    .executeTakeFirst();
  return Number(row?.taken ?? 0);
}

/** Forgets all periods: they begin anew with what was spent in them. Only while no node runs. */
export async function forgetWindows(db: Db): Promise<void> {
  await db.deleteFrom('spending_windows').execute();
}
