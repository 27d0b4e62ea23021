import pg from 'pg';
import { type ImportSource, SMALL_TABLE_MAX, type SourceRow } from './import-source.ts';
import { GuardedSocket, readSourceAddress, type SourceGuard } from './source-address.ts';

/** Opens a PostgreSQL database by its address, in one read-only transaction: what it holds at this moment. */
export async function openPostgresSource(
  address: string,
  label: string,
  guard?: SourceGuard,
): Promise<ImportSource> {
  const client = new pg.Client({
    ...(guard ? guarded(address, guard) : { connectionString: address }),
    connectionTimeoutMillis: 15_000,
  });
  // A connection that breaks fails the next query; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()',
  );
  const columns = new Map<string, Set<string>>();
  for (const { table_name: table, column_name: column } of rows)
    columns.set(table, (columns.get(table) ?? new Set()).add(column));
  const read = async (table: string, rest: string, values: readonly number[] = []) =>
    columns.has(table)
      ? (await client.query<SourceRow>(`SELECT * FROM ${quote(table)} ${rest}`, [...values])).rows
      : [];
  return {
    label,
    columns,
    async count(table) {
      if (!columns.has(table)) return 0;
      const found = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${quote(table)}`);
      return Number(found.rows[0]?.n);
    },
    page: (table, { after, limit }) =>
      read(table, 'WHERE id > $1 ORDER BY id LIMIT $2', [after, limit]),
    all: (table) => read(table, `LIMIT ${SMALL_TABLE_MAX}`),
    close: () => client.end(),
  };
}

function guarded(address: string, guard: SourceGuard): pg.ClientConfig {
  const { ssl, ...place } = readSourceAddress(address, 5432, guard);
  return { ...place, ...(ssl ? { ssl } : {}), stream: () => new GuardedSocket(place, guard) };
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
