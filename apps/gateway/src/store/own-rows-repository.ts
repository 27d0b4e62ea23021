import { type Selectable, sql } from 'kysely';
import type { Database, Db } from './schema.ts';

/** A table in which one column names the owner of a row. */
export interface OwnTable<Table extends keyof Database> {
  table: Table;
  owner: keyof Selectable<Database[Table]> & string;
  /** The sort key of its rows, unique per owner. */
  key: keyof Selectable<Database[Table]> & string;
}

/** Lists an owner's next rows by that key, at most `limit`; from the first one if `after` is not given. */
export async function listOwnRows<Table extends keyof Database>(
  db: Db,
  { table, owner, key }: OwnTable<Table>,
  { userId, after, limit }: { userId: number; after: unknown; limit: number },
): Promise<Selectable<Database[Table]>[]> {
  const further = after === undefined ? sql`` : sql`AND ${sql.ref(key)} > ${after}`;
  const { rows } = await sql<Selectable<Database[Table]>>`SELECT * FROM ${sql.table(table)}
    WHERE ${sql.ref(owner)} = ${userId} ${further}
    ORDER BY ${sql.ref(key)} LIMIT ${limit}`.execute(db);
  return rows;
}
