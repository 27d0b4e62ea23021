import type { Db } from './schema.ts';

/** Returns up to when (seconds) the details of calls have been deleted. */
export async function findDetailMark(db: Db): Promise<number> {
  const row = await db
    .selectFrom('log_details')
    .select('expired_before')
    .where('id', '=', 1)
    .executeTakeFirst();
  return row?.expired_before ?? 0;
}

/** Advances the mark; returns false if it was moved concurrently. */
export async function moveDetailMark(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_details')
    .set({ expired_before: to })
    .where('expired_before', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Rows of a time (seconds) were added with their details: moves the mark back so that they are processed too.
 */
export async function lowerDetailMark(db: Db, to: number): Promise<void> {
  await db
    .updateTable('log_details')
    .set({ expired_before: to })
    .where('expired_before', '>', to)
    .execute();
}
