import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from './schema.ts';

/** A table whose rows belong to whom one of its columns names. */
export interface OwnTable<Table extends keyof Database> {
  table: Table;
  owner: keyof Selectable<Database[Table]> & string;
  /** What orders its rows and is unique among those of an owner. */
  key: keyof Selectable<Database[Table]> & string;
}

/** The next rows of an owner by that key, `limit` at most; from the first one without `after`. */
export async function listOwnRows<Table extends keyof Database>(
  db: Kysely<Database>,
  { table, owner, key }: OwnTable<Table>,
  { userId, after, limit }: { userId: number; after: unknown; limit: number },
): Promise<Selectable<Database[Table]>[]> {
  const further = after === undefined ? sql`` : sql`AND ${sql.ref(key)} > ${after}`;
  const { rows } = await sql<Selectable<Database[Table]>>`SELECT * FROM ${sql.table(table)}
    WHERE ${sql.ref(owner)} = ${userId} ${further}
    ORDER BY ${sql.ref(key)} LIMIT ${limit}`.execute(db);
  return rows;
}
