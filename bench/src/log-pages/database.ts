import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import pg from 'pg';

/** A database that can be filled with plain SQL. */
export interface FillableDatabase {
  kind: 'SQLite' | 'PostgreSQL';
  run(sql: string): Promise<void>;
  /** The number that a query returns. */
  count(sql: string): Promise<number>;
  /** Drops the indexes of a table and its partitions; returns the statements that recreate them. */
  dropIndices(table: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens the database in a gateway's data folder. No other process may have it open. */
export function openSqliteFolder(folder: string): FillableDatabase {
  const database = new Sqlite(join(folder, 'tollgate.db'));
  database.pragma('synchronous = off');
  database.pragma('cache_size = -1000000');
  return {
    kind: 'SQLite',
    run: async (sql) => void database.exec(sql),
    count: async (sql) => Number(database.prepare(sql).pluck().get()),
    async dropIndices(table) {
      const indices = database
        .prepare(
          "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
        )
        .all(table) as { name: string; sql: string }[];
      for (const { name } of indices) database.exec(`DROP INDEX "${name}"`);
      return indices.map(({ sql }) => sql);
    },
    close: async () => void database.close(),
  };
}

export async function openPostgres(url: string): Promise<FillableDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET maintenance_work_mem = '1GB'; SET work_mem = '512MB'");
  return {
    kind: 'PostgreSQL',
    run: async (sql) => void (await client.query(sql)),
    count: async (sql) =>
      Number((await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows[0]?.[0]),
    async dropIndices(table) {
      const { rows } = await client.query<{ indexname: string; indexdef: string }>(
        `SELECT indexname, indexdef FROM pg_indexes
         WHERE (tablename = $1 OR tablename IN (
             SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = $1::regclass))
           AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
        [table],
      );
      for (const { indexname } of rows) await client.query(`DROP INDEX "${indexname}"`);
      return rows.map(({ indexdef }) => indexdef);
    },
    close: () => client.end(),
  };
}
