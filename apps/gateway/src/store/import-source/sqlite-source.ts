import SqliteDatabase from 'better-sqlite3';
import { type ImportSource, SMALL_TABLE_MAX, type SourceRow } from './import-source.ts';

/**
 * Opens a SQLite file for reading. `remove` runs when it is closed. Throws if it is not one. Only tables that
 * store rows are read, and columns that store values: views, virtual tables and generated columns run code of
 * the file's author, and can return more than fits in memory.
 */
export function openSqliteSource(
  path: string,
  { label = path, remove }: { label?: string; remove?: () => void } = {},
): ImportSource {
  const database = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
  const names = database
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .pluck()
    .all() as string[];
  const columns = new Map(
    names.map((table) => [
      table,
      new Set(
        (database.pragma(`table_info(${quote(table)})`) as { name: string }[]).map(
          ({ name }) => name,
        ),
      ),
    ]),
  );
  const has = (table: string) => columns.has(table);
  /** Whether rows can be read in order: a computed id runs the author's code for each row. */
  const hasIds = (table: string) =>
    [...(columns.get(table) ?? [])].some((name) => name.toLowerCase() === 'id');
  /** Not `*`, which evaluates generated columns; `table_info` leaves those out. */
  const from = (table: string) =>
    `SELECT ${[...(columns.get(table) ?? [])].map(quote).join(', ')} FROM ${quote(table)}`;
  return {
    label,
    columns,
    async count(table, after) {
      if (!has(table) || (after !== undefined && !hasIds(table))) return 0;
      const where = after === undefined ? '' : ' WHERE id > ?';
      const statement = database.prepare(`SELECT count(*) FROM ${quote(table)}${where}`).pluck();
      return (after === undefined ? statement.get() : statement.get(after)) as number;
    },
    page: async (table, { after, limit }) =>
      hasIds(table)
        ? (database
            .prepare(`${from(table)} WHERE id > ? ORDER BY id LIMIT ?`)
            .all(after, limit) as SourceRow[])
        : [],
    all: async (table) =>
      has(table)
        ? (database.prepare(`${from(table)} LIMIT ${SMALL_TABLE_MAX}`).all() as SourceRow[])
        : [],
    async close() {
      database.close();
      remove?.();
    },
  };
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
