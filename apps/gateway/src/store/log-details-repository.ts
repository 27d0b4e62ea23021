import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

/** Up to when (seconds) the details of calls were deleted. */
export async function findDetailMark(db: Db): Promise<number> {
  const row = await db
    .selectFrom('log_details')
    .select('expired_before')
    .where('id', '=', 1)
    .executeTakeFirst();
  return row?.expired_before ?? 0;
}

/** Moves it on; false where somebody else has moved it meanwhile. */
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

/** Rows of a time (seconds) have come with their details: what was deleted up to is looked at again from there. */
export async function lowerDetailMark(db: Db, to: number): Promise<void> {
  await db
    .updateTable('log_details')
    .set({ expired_before: to })
    .where('expired_before', '>', to)
    .execute();
}
