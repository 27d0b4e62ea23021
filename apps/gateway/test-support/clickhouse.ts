import { randomUUID } from 'node:crypto';
import { ClickhouseConnection } from '../src/store/log-store/clickhouse-connection.ts';
import { clickhouseLogStore } from '../src/store/log-store/clickhouse-log-store.ts';
import { ClickhouseTable } from '../src/store/log-store/clickhouse-table.ts';

/** The ClickHouse of this run; undefined if `npm test` started none. */
export const clickhouseUrl: string | undefined = process.env.TEST_CLICKHOUSE_URL || undefined;

if (clickhouseUrl === undefined && process.env.CI === 'true')
  throw new Error('TEST_CLICKHOUSE_URL is missing: npm test starts a ClickHouse and sets it');

/** Creates a separate empty database, ready to be filled. */
export async function createTestClickhouse() {
  const server = new ClickhouseConnection(clickhouseUrl as string);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await server.run(`CREATE DATABASE ${name}`);
  const url = new URL(`/${name}`, clickhouseUrl).href;
  const connection = new ClickhouseConnection(url);
  const table = new ClickhouseTable(connection);
  return {
    url,
    connection,
    table,
    logs: clickhouseLogStore(connection, table),
    remove: () => server.run(`DROP DATABASE ${name}`),
  };
}
