import { sql } from 'kysely';
import type { PriceVersionsTable } from './price-versions-tables.ts';
import type { Db } from './schema.ts';

/** Returns the number of the newest version; 0 if there is none. */
export async function findLastPriceVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('price_versions')
    .select(sql<number | null>`max(id)`.as('id'))
    .executeTakeFirstOrThrow();
  return Number(row.id ?? 0);
}

/** Stores a version with the options that it changes, in the caller's transaction of the change. */
export async function insertPriceVersion(
  trx: Db,
  version: PriceVersionsTable,
  values: ReadonlyMap<string, string>,
): Promise<void> {
  await trx.insertInto('price_versions').values(version).execute();
  const rows = [...values].map(([key, value]) => ({ key, version_id: version.id, value }));
  if (rows.length > 0) await trx.insertInto('price_version_values').values(rows).execute();
}

/** Lists versions, newest first. */
export async function listPriceVersions(
  db: Db,
  { start, size }: { start: number; size: number },
): Promise<PriceVersionsTable[]> {
  const rows = await db
    .selectFrom('price_versions')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset(start)
    .execute();
  return rows.map(withNumbers);
}

export async function findPriceVersion(
  db: Db,
  id: number,
): Promise<PriceVersionsTable | undefined> {
  const row = await db
    .selectFrom('price_versions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && withNumbers(row);
}

const withNumbers = (row: PriceVersionsTable): PriceVersionsTable => ({
  ...row,
  id: Number(row.id),
  created_at: Number(row.created_at),
  actor_id: Number(row.actor_id),
});

/** Returns the value of every option in a version. */
export async function readPriceVersionValues(db: Db, id: number): Promise<Map<string, string>> {
  const rows = await db
    .with('newest', (cte) =>
      cte
        .selectFrom('price_version_values')
        .select(['key as name', ({ fn }) => fn.max('version_id').as('last')])
        .where('version_id', '<=', id)
        .groupBy('key'),
    )
    .selectFrom('newest')
    .innerJoin('price_version_values as stored', (join) =>
      join.onRef('stored.key', '=', 'newest.name').onRef('stored.version_id', '=', 'newest.last'),
    )
    .select(['stored.key', 'stored.value'])
    .execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}
