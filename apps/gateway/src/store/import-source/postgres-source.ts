import { Socket } from 'node:net';
import type { ImportSource, SourceRow } from './import-source.ts';
import { openServerSource } from './server-source.ts';
import { GuardedSocket, readSourceAddress, type SourceGuard } from './source-address.ts';
import { type SourceBounds, BoundedConnection } from './bounded-connection.ts';
import { containFaults } from './contain-faults.ts';

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
  return openServerSource({
    label,
    read: run,
    listColumns:
      'SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = current_schema()',
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    placeholder: (index) => `$${index}`,
    close: () => line.close(),
  });
}
