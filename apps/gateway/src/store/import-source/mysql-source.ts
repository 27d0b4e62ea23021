import type { ConnectionOptions, TypeCastField } from 'mysql2';
import type { Socket } from 'node:net';
import type { ImportSource, SourceRow } from './import-source.ts';
import { openServerSource } from './server-source.ts';
import { connectGuarded, readSourceAddress, type SourceGuard } from './source-address.ts';
import { type SourceBounds, BoundedConnection } from './bounded-connection.ts';

/** Column types whose text the driver would read digit by digit. */
const NUMBERS = new Set(['TINY', 'SHORT', 'INT24', 'LONG', 'LONGLONG', 'YEAR', 'FLOAT', 'DOUBLE']);

/** Opens a MySQL or MariaDB database by its address, in one read-only snapshot. Times without a zone are read as UTC. */
export async function openMysqlSource(
  address: string,
  label: string,
  guard?: SourceGuard,
  bounds?: SourceBounds,
): Promise<ImportSource> {
  // Loaded on the first import: a gateway starts without it.
  const { createConnection } = await import('mysql2');
  const connection = createConnection({
    ...(guard ? guarded(address, guard) : { uri: address }),
    connectTimeout: 15_000,
    charset: 'utf8mb4',
    typeCast: readValue,
    timezone: 'Z',
  });
  const { stream } = connection as unknown as { stream: Socket };
  const line = new BoundedConnection(stream, bounds);
  // A connection that breaks fails the next query; without a listener it would end the process.
  connection.on('error', () => {});
  await line.connect(({ end, fail }) => connection.once('connect', end).once('error', fail));
  const run = (sql: string, rowsMax: number, values: readonly number[] = []) =>
    line.read(rowsMax, ({ row, end, fail }) => {
      const statement = connection.query(sql, [...values]);
      statement.on('result', (record: SourceRow) => row(record));
      statement.on('error', fail).on('end', end);
    });
  const command = (sql: string) =>
    line.read(0, ({ end, fail }) => connection.query(sql).on('error', fail).on('end', end));
  await command('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await command('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  return openServerSource({
    label,
    read: run,
    listColumns:
      'SELECT TABLE_NAME AS t, COLUMN_NAME AS c FROM information_schema.columns WHERE TABLE_SCHEMA = DATABASE()',
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    placeholder: () => '?',
    close: () => line.close(),
  });
}

/**
 * Reads a value: numbers as the texts that they are sent as. The driver counts their digits up to whatever
 * length the server claims, so that a value of 2^60 digits would stop the whole process.
 */
function readValue(field: TypeCastField, next: () => unknown): unknown {
  return NUMBERS.has(field.type) ? field.string() : next();
}

function guarded(address: string, guard: SourceGuard): ConnectionOptions {
  const { ssl, ...target } = readSourceAddress(address, 3306, guard);
  return { ...target, ...(ssl ? { ssl } : {}), stream: () => connectGuarded(target, guard) };
}
