import type { Db } from './schema.ts';
import type { StoredOwnersTable } from './stored-owners-table.ts';

/** Adds owners; one that is known already stays. Returns the hashes of those added. */
export async function addStoredOwners(
  db: Db,
  rows: readonly StoredOwnersTable[],
): Promise<ReadonlySet<number>> {
  const added = await db
    .insertInto('stored_owners')
    .values(rows)
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .returning('id_hash')
    .execute();
  return new Set(added.map(({ id_hash: hash }) => Number(hash)));
}

/** Finds the owners that are kept beyond a time. */
export function findStoredOwners(
  db: Db,
  hashes: readonly number[],
  now: number,
): Promise<StoredOwnersTable[]> {
  return db
    .selectFrom('stored_owners')
    .selectAll()
    .where('id_hash', 'in', hashes)
    .where('until', '>', now)
    .execute();
}

/** Deletes at most `limit` owners that ended before a time; returns how many. */
export async function deleteOldStoredOwners(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const result = await db
    .deleteFrom('stored_owners')
    .where('id_hash', 'in', (query) =>
      query
        .selectFrom('stored_owners')
        .select('id_hash')
        .where('until', '<', before)
        .orderBy('until')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
