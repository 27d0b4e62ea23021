import { sql } from 'kysely';
import type { Database, Db } from '../../../store/schema.ts';

/** Identifies a period of an owner's limit. */
export interface WindowKey {
  owner: string;
  period: Database['spending_windows']['period'];
  /** Unix seconds. */
  start: number;
}

/**
 * Opens a period with what was already spent in it. Of one that is already open, at least this much is then
 * taken: calls that began before there was a limit have taken nothing of it.
 */
export async function openWindow(db: Db, key: WindowKey, spent: number): Promise<void> {
  await db
    .insertInto('spending_windows')
    .values({ ...key, taken: spent })
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'period'])
        .doUpdateSet({ start: key.start, taken: spent })
        .where((where) =>
          where.or([
            where('spending_windows.start', '<', key.start),
            where.and([
              where('spending_windows.start', '=', key.start),
              where('spending_windows.taken', '<', spent),
            ]),
          ]),
        ),
    )
    .execute();
}

const rowOf = (db: Db, { owner, period, start }: WindowKey) =>
  db
    .updateTable('spending_windows')
    .where('owner', '=', owner)
    .where('period', '=', period)
    .where('start', '=', start);

/** Takes an amount of a limit if it is left; concurrent attempts succeed only as far as the limit allows. */
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

/** Adds a call's cost beyond its reservation, or returns what was taken but not used. */
export async function changeWindow(db: Db, key: WindowKey, amount: number): Promise<void> {
  await rowOf(db, key)
    .set({ taken: sql`taken + ${amount}` })
    .execute();
}

/** Returns how much of a limit is taken. */
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

/** Deletes all periods, which are then opened again with what was spent in them. Only while no node runs. */
export async function forgetWindows(db: Db): Promise<void> {
  await db.deleteFrom('spending_windows').execute();
}
