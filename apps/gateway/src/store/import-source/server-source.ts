import { type ImportSource, SMALL_TABLE_MAX, type SourceRow } from './import-source.ts';

/** Columns in the schema: far more than any of these programs has. */
const COLUMNS_MAX = 100_000;

/** Runs a query on the server, and reads at most so many rows. */
type ReadRows = (sql: string, rowsMax: number, values?: readonly number[]) => Promise<SourceRow[]>;

/** What differs between servers. */
interface ServerSource {
  label: string;
  read: ReadRows;
  /** Lists the columns of all tables as `t` and `c`. */
  listColumns: string;
  /** Quotes the name of a table. */
  quote: (name: string) => string;
  /** The placeholder of the n-th value, from 1. */
  placeholder: (index: number) => string;
  close: () => void;
}

/** Opens a source on a connected database server, which shows a snapshot. */
export async function openServerSource(server: ServerSource): Promise<ImportSource> {
  const { label, read, quote, placeholder, close } = server;
  const columns = new Map<string, Set<string>>();
  for (const { t, c } of await read(server.listColumns, COLUMNS_MAX))
    columns.set(String(t), (columns.get(String(t)) ?? new Set()).add(String(c)));
  return {
    label,
    columns,
    async count(table, after) {
      if (!columns.has(table)) return 0;
      const where = after === undefined ? '' : ` WHERE id > ${placeholder(1)}`;
      const text = `SELECT count(*) AS n FROM ${quote(table)}${where}`;
      const [row] = await read(text, 1, after === undefined ? [] : [after]);
      return Number(row?.['n']);
    },
    async page(table, { after, limit }) {
      if (!columns.has(table)) return [];
      const range = `WHERE id > ${placeholder(1)} ORDER BY id LIMIT ${placeholder(2)}`;
      return read(`SELECT * FROM ${quote(table)} ${range}`, limit, [after, limit]);
    },
    all: async (table) =>
      columns.has(table)
        ? read(`SELECT * FROM ${quote(table)} LIMIT ${SMALL_TABLE_MAX}`, SMALL_TABLE_MAX)
        : [],
    close: async () => close(),
  };
}
