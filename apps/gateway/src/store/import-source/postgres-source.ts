import { Socket } from 'node:net';
import { type ImportSource, SMALL_TABLE_MAX, type SourceRow } from './import-source.ts';
import { GuardedSocket, readSourceAddress, type SourceGuard } from './source-address.ts';
import { type SourceBounds, BoundedConnection } from './bounded-connection.ts';
import { containFaults } from './contain-faults.ts';

/** Columns in the schema: far more than any of these programs has. */
const COLUMNS_MAX = 100_000;

/** Opens a PostgreSQL database by its address, in one read-only transaction that sees a snapshot. */
export async function openPostgresSource(
  address: string,
  label: string,
  guard?: SourceGuard,
  bounds?: SourceBounds,
): Promise<ImportSource> {
  // Loaded on the first import: a gateway on SQLite starts without it.
  const { default: pg } = await import('pg');
  const { ssl, ...target } = guard
    ? readSourceAddress(address, 5432, guard)
    : { ssl: undefined, connectionString: address };
  const socket = guard && 'host' in target ? new GuardedSocket(target, guard) : new Socket();
  const client = new pg.Client({ ...target, ...(ssl ? { ssl } : {}), stream: () => socket });
  const line = new BoundedConnection(socket, bounds);
  // A connection that breaks fails the next query; without a listener it would end the process.
  client.on('error', () => {});
  containFaults(client);
  await line.connect(({ end, fail }) => void client.connect().then(end, fail));
  const run = (text: string, rowsMax: number, values: readonly number[] = []) =>
    line.read(rowsMax, ({ row, end, fail }) => {
      const query = new pg.Query<SourceRow>(text, [...values]);
      query.on('row', row);
      query.on('error', fail);
      query.on('end', end);
      client.query(query);
    });
  await run('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY', 0);
  const rows = await run(
    'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()',
    COLUMNS_MAX,
  );
  const columns = new Map<string, Set<string>>();
  for (const { table_name: table, column_name: column } of rows)
    columns.set(String(table), (columns.get(String(table)) ?? new Set()).add(String(column)));
  return {
    label,
    columns,
    async count(table, after) {
      if (!columns.has(table)) return 0;
      const where = after === undefined ? '' : ' WHERE id > $1';
      const text = `SELECT count(*) AS n FROM ${quote(table)}${where}`;
      const [row] = await run(text, 1, after === undefined ? [] : [after]);
      return Number(row?.['n']);
    },
    page: async (table, { after, limit }) =>
      columns.has(table)
        ? run(`SELECT * FROM ${quote(table)} WHERE id > $1 ORDER BY id LIMIT $2`, limit, [
            after,
            limit,
          ])
        : [],
    all: async (table) =>
      columns.has(table)
        ? run(`SELECT * FROM ${quote(table)} LIMIT ${SMALL_TABLE_MAX}`, SMALL_TABLE_MAX)
        : [],
    close: async () => line.close(),
  };
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
