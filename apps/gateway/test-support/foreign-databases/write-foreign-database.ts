import SqliteDatabase from 'better-sqlite3';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import pg from 'pg';
import type { Family } from '../../src/domain/import/source-family.ts';
import { foreignRows } from './foreign-rows.ts';
import type { ForeignRows, ForeignSize } from './foreign-shop.ts';
import { createTableSql, type ForeignSchema, foreignSchemas, kindOf } from './foreign-schema.ts';

const namesOf = (columns: ForeignSchema[string]) =>
  columns.map((column) => column.split(':')[0] ?? '');

/** Writes a SQLite file as the other gateway would have. */
export function writeSqliteDatabase(path: string, family: Family, size: ForeignSize): void {
  const database = new SqliteDatabase(path);
  database.pragma('synchronous = OFF');
  database.exec('BEGIN');
  const rows = foreignRows(family, size);
  for (const [table, columns] of Object.entries(foreignSchemas[family])) {
    database.exec(createTableSql('sqlite', table, columns));
    const names = namesOf(columns);
    const insert = database.prepare(
      `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => '?').join()})`,
    );
    for (const row of rows[table] ?? [])
      insert.run(...names.map((name) => toSqlite(row[name], kindOf(columns, name))));
  }
  database.exec('COMMIT');
  database.close();
}

function toSqlite(value: unknown, kind: string): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  // The newest new-api stores this JSON as a blob.
  return kind === 'blob' && typeof value === 'string' ? Buffer.from(value) : value;
}

/** Fills an empty PostgreSQL database. */
export async function writePostgresDatabase(
  address: string,
  family: Family,
  size: ForeignSize,
): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const rows: ForeignRows = foreignRows(family, size);
  for (const [table, columns] of Object.entries(foreignSchemas[family])) {
    await client.query(createTableSql('postgres', table, columns));
    const names = namesOf(columns);
    const sql = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map((_name, index) => `$${index + 1}`).join()})`;
    for (const row of rows[table] ?? [])
      await client.query(
        sql,
        names.map((name) => row[name] ?? null),
      );
  }
  await client.end();
}

/** Runs a statement in a PostgreSQL database. */
export async function runInPostgres(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Writes what mysqldump would: several rows per statement, backslashes, no column lists. */
export async function writeMysqlDump(
  path: string,
  family: Family,
  size: ForeignSize,
): Promise<void> {
  const file = createWriteStream(path);
  const write = async (text: string) => {
    if (!file.write(text)) await once(file, 'drain');
  };
  await write('-- MySQL dump 10.13  Distrib 8.0\n/*!40101 SET NAMES utf8mb4 */;\n');
  const rows = foreignRows(family, size);
  for (const [table, columns] of Object.entries(foreignSchemas[family])) {
    await write(
      `DROP TABLE IF EXISTS \`${table}\`;\n${createTableSql('mysql', table, columns)};\n`,
    );
    await write(`LOCK TABLES \`${table}\` WRITE;\n`);
    let count = 0;
    for (const row of rows[table] ?? []) {
      await write(
        count % 100 === 0 ? `${count === 0 ? '' : ';\n'}INSERT INTO \`${table}\` VALUES ` : ',',
      );
      await write(
        `(${namesOf(columns)
          .map((name) => toMysql(row[name]))
          .join()})`,
      );
      count += 1;
    }
    await write(`${count === 0 ? '' : ';\n'}UNLOCK TABLES;\n`);
  }
  await write('-- Dump completed\n');
  file.end();
  await once(file, 'finish');
}

function toMysql(value: unknown): string {
  if (value === undefined || value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return String(value);
  const escaped = String(value)
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n');
  return `'${escaped}'`;
}
