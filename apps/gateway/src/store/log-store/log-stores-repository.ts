import type { Selectable } from 'kysely';
import type { Db } from '../schema.ts';
import type { LogStoresTable } from './log-stores-tables.ts';

/** How far a log store has been filled from this database. */
export type LogStoreProgress = Selectable<LogStoresTable>;

/**
 * Returns the progress of a store, or of the fullest one if its id is not known; undefined for one that this
 * database has not filled yet.
 */
export function findLogStore(
  db: Db,
  id: string | undefined,
): Promise<LogStoreProgress | undefined> {
  const rows = db.selectFrom('log_stores').selectAll();
  const query = id === undefined ? rows.orderBy('shipped_id', 'desc') : rows.where('id', '=', id);
  return query.limit(1).executeTakeFirst();
}

/** Like `findLogStore`, but a new store begins with the first row. */
export async function openLogStore(db: Db, id: string): Promise<LogStoreProgress> {
  const row = { id, shipped_id: 0, erased_until: 0, deletion_id: 0, pruned_before: 0 };
  await db
    .insertInto('log_stores')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('log_stores').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Records that all rows up to an id are stored; returns false if the progress changed concurrently. */
export async function noteShipped(
  db: Db,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_stores')
    .set({ shipped_id: to })
    .where('id', '=', id)
    .where('shipped_id', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Has all rows shipped and all other changes applied again, and then compares the result; returns false if
 * the progress changed concurrently.
 */
export async function rewindLogStore(
  db: Db,
  { id, shipped_id: from }: LogStoreProgress,
  { at, refills, month }: { at: number; refills: number; month: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_stores')
    .set({
      shipped_id: 0,
      erased_until: 0,
      deletion_id: 0,
      details_before: 0,
      compared_at: 0,
      compared_month: month,
      missing_rows: 0,
      refilled_at: at,
      refills,
    })
    .where('id', '=', id)
    .where('shipped_id', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records other progress or findings about a store, or that the database has no more rows before a time. */
export async function noteLogStore(
  db: Db,
  id: string,
  change: Partial<Omit<LogStoreProgress, 'id' | 'shipped_id'>>,
): Promise<void> {
  await db.updateTable('log_stores').set(change).where('id', '=', id).execute();
}

/** Lists users erased since a time (seconds), earliest first. */
export async function listErasedUsers(
  db: Db,
  since: number,
): Promise<{ id: number; erasedAt: number }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'erased_at'])
    .where('erased_at', '>=', since)
    .orderBy('erased_at')
    .execute();
  return rows.map(({ id, erased_at: erasedAt }) => ({ id, erasedAt: erasedAt ?? 0 }));
}

/** Records that rows before a time up to an id were deleted, so that log stores follow. */
export async function insertLogDeletion(
  db: Db,
  deletion: { before: number; lastId: number },
): Promise<void> {
  const { before, lastId } = deletion;
  await db.insertInto('log_deletions').values({ before, last_id: lastId }).execute();
}

/** Lists the deletions after one of them, in order. */
export function listLogDeletions(db: Db, afterId: number) {
  return db
    .selectFrom('log_deletions')
    .selectAll()
    .where('id', '>', afterId)
    .orderBy('id')
    .execute();
}
