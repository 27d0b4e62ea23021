import { randomUUID } from 'node:crypto';
import { type Connection, createConnection } from 'mysql2/promise';
import type { Family } from '../../src/domain/import/source-family.ts';
import { foreignRows } from './foreign-rows.ts';
import { createTableSql, foreignSchemas } from './foreign-schema.ts';
import type { ForeignRow, ForeignRows, ForeignSize } from './foreign-shop.ts';

/** The MariaDB of this run; undefined if `npm test` started none. */
export const mysqlUrl: string | undefined = process.env.TEST_MYSQL_URL || undefined;

if (mysqlUrl === undefined && process.env.CI === 'true')
  throw new Error('TEST_MYSQL_URL is missing: npm test starts a MariaDB and sets it');

const ROWS_A_STATEMENT = 200;

/**
 * Creates a database on this run's MariaDB as the other gateway would have. `statements` run last, in a mode
 * that accepts what old servers did: zero dates.
 */
export async function createMysqlDatabase(
  family: Family,
  size: ForeignSize,
  statements: readonly string[] = [],
): Promise<{ address: string; remove: () => Promise<void> }> {
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  const run = async (work: (connection: Connection) => Promise<unknown>) => {
    const connection = await createConnection({ uri: mysqlUrl ?? '', charset: 'utf8mb4' });
    try {
      await work(connection);
    } finally {
      await connection.end();
    }
  };
  await run(async (connection) => {
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await connection.query(`USE ${name}`);
    const rows: ForeignRows = foreignRows(family, size);
    for (const [table, columns] of Object.entries(foreignSchemas[family])) {
      await connection.query(createTableSql('mysql', table, columns));
      const names = columns.map((column) => column.split(':')[0] ?? '');
      await insertAll(connection, table, names, rows[table] ?? []);
    }
    await connection.query("SET SESSION sql_mode = ''");
    for (const statement of statements) await connection.query(statement);
  });
  return {
    address: `${mysqlUrl}/${name}`,
    remove: () => run((connection) => connection.query(`DROP DATABASE ${name}`)),
  };
}

async function insertAll(
  connection: Connection,
  table: string,
  names: readonly string[],
  rows: Iterable<ForeignRow>,
): Promise<void> {
  const sql = `INSERT INTO \`${table}\` (${names.map((name) => `\`${name}\``).join()}) VALUES ?`;
  let batch: unknown[][] = [];
  const flush = async () => {
    if (batch.length > 0) await connection.query(sql, [batch]);
    batch = [];
  };
  for (const row of rows) {
    batch.push(names.map((name) => withoutZone(row[name] ?? null)));
    if (batch.length === ROWS_A_STATEMENT) await flush();
  }
  await flush();
}

/** A datetime has no time zone, and milliseconds. */
const withoutZone = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(value)
    ? value.slice(0, 23)
    : value;
