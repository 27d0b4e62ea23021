import { sql } from 'kysely';
import type { Store } from './store.ts';

/** The approximate size of a table, obtained without reading it. */
export interface TableSize {
  name: string;
  /** Rows: PostgreSQL's estimate, the span of row ids on SQLite. Null if not available cheaply. */
  rows: number | null;
  /** Including indexes. Null on SQLite, which would have to read the whole file. */
  bytes: number | null;
}

/** Returns the size of the whole database in bytes, and of each table. */
export async function readTableSizes({
  reader,
  kind,
}: Pick<Store, 'reader' | 'kind'>): Promise<{ bytes: number; tables: TableSize[] }> {
  return kind === 'sqlite' ? readSqliteSizes(reader) : readPostgresSizes(reader);
}

async function readPostgresSizes(db: Store['reader']) {
  const { rows: tables } = await sql<{ name: string; rows: string; bytes: string }>`
    SELECT whole.relname AS name, part.rows, part.bytes FROM pg_class AS whole
    CROSS JOIN LATERAL (
      SELECT CASE WHEN max(reltuples) < 0 THEN -1 ELSE sum(greatest(reltuples, 0)) END::bigint AS rows,
        sum(pg_total_relation_size(oid))::bigint AS bytes
      FROM pg_class WHERE oid = whole.oid AND relkind = 'r'
        OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = whole.oid)) AS part
    WHERE whole.relkind IN ('r', 'p') AND NOT whole.relispartition
      AND whole.relnamespace = current_schema()::regnamespace ORDER BY relname`.execute(db);
  const { rows: total } = await sql<{ bytes: string }>`
    SELECT pg_database_size(current_database()) AS bytes`.execute(db);
  return {
    bytes: Number(total[0]?.bytes ?? 0),
    tables: tables.map(({ name, rows, bytes }) => ({
      name,
      // -1: never analyzed.
      rows: Number(rows) < 0 ? null : Number(rows),
      bytes: Number(bytes),
    })),
  };
}

async function readSqliteSizes(db: Store['reader']) {
  const { rows: total } = await sql<{ bytes: number }>`
    SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`.execute(db);
  const { rows: named } = await sql<{ name: string; wr: number }>`
    SELECT name, wr FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`.execute(
    db,
  );
  const tables: TableSize[] = [];
  for (const { name, wr: withoutRowId } of named)
    tables.push({ name, rows: withoutRowId ? null : await spanOfRowIds(db, name), bytes: null });
  return { bytes: total[0]?.bytes ?? 0, tables };
}

async function spanOfRowIds(db: Store['reader'], name: string): Promise<number> {
  // Two statements: SQLite reads the end of an index for min or max alone, but the whole table for both.
  const { rows } = await sql<{ rows: number | null }>`
    SELECT (SELECT max(rowid) FROM ${sql.table(name)}) - (SELECT min(rowid) FROM ${sql.table(name)}) + 1 AS rows`.execute(
    db,
  );
  return rows[0]?.rows ?? 0;
}
