import SqliteDatabase from 'better-sqlite3';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openImportTarget } from '../src/domain/import/open-import-target.ts';
import {
  type ImportReport,
  type ImportSettings,
  runImport,
} from '../src/domain/import/run-import.ts';
import type { Family } from '../src/domain/import/source-family.ts';
import { readConfig } from '../src/platform/config.ts';
import { SOURCE_TABLES } from '../src/store/import-source/import-source.ts';
import { openSource } from '../src/store/import-source/open-source.ts';
import { createTestDatabase, type DatabaseKind } from './databases.ts';
import type { ForeignSize } from './foreign-databases/foreign-shop.ts';
import { writeSqliteDatabase } from './foreign-databases/write-foreign-database.ts';

export type Target = Awaited<ReturnType<typeof openImportTarget>>;

/** Creates sources and targets of imports; call `close` after each test, `remove` after the last. */
export function createImportScene() {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-foreign-'));
  const closers: (() => Promise<void>)[] = [];
  let files = 0;
  return {
    folder,
    /** Registers what to close at the end of the test. */
    atEnd: (close: () => Promise<void>) => void closers.push(close),
    /** Writes a SQLite file as the other gateway would have, then changes it by `statements`. */
    writeSource(family: Family, size: ForeignSize, statements: readonly string[] = []): string {
      const path = join(folder, `${family}-${(files += 1)}.db`);
      writeSqliteDatabase(path, family, size);
      changeSource(path, statements);
      return path;
    },
    /** Writes a file with these contents; returns its path. */
    writeFile(contents: Buffer): string {
      const path = join(folder, `file-${(files += 1)}`);
      writeFileSync(path, contents);
      return path;
    },
    /** Opens an empty installation. */
    async openTarget(kind: DatabaseKind = 'sqlite'): Promise<Target> {
      const database = await createTestDatabase(kind, { hasTables: true });
      closers.push(database.remove);
      const target = await openImportTarget(
        readConfig({ DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl }),
      );
      closers.push(target.close);
      return target;
    },
    async close(): Promise<void> {
      for (let close = closers.pop(); close; close = closers.pop()) await close();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs statements in a SQLite file. */
export function changeSource(path: string, statements: readonly string[]): void {
  const database = new SqliteDatabase(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Imports a database by its path or address. */
export async function importInto(
  target: Target,
  address: string,
  options: ImportSettings = {},
): Promise<ImportReport> {
  const source = await openSource(address);
  try {
    return await runImport(target, source, options);
  } finally {
    await source.close();
  }
}

/** Reads all columns and rows of the tables that an import reads. */
export async function readSource(address: string): Promise<Record<string, unknown>> {
  const source = await openSource(address);
  try {
    const tables = [...SOURCE_TABLES].filter((table) => source.columns.has(table)).toSorted();
    const read = tables.map(async (table) => {
      const columns = [...(source.columns.get(table) ?? [])].toSorted();
      return [table, { columns, rows: await source.all(table) }] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  } finally {
    await source.close();
  }
}

/** Returns what findings with a code are about. */
export const subjectsOf = ({ findings }: ImportReport, code: string): string[] =>
  findings.find((finding) => finding.code === code)?.examples.map(({ subject }) => subject) ?? [];

/** Reads everything noticeable about an import, to compare two sources. */
export async function readImported({ store: { db }, keyring }: Target) {
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'quota', 'used_quota', 'group', 'password_hash', 'inviter_id'])
    .select(({ eb }) => eb('deleted_at', 'is not', null).as('isDeleted'))
    .orderBy('id')
    .execute();
  const keys = await db
    .selectFrom('tokens')
    .select(['id', 'user_id', 'name', 'status', 'remain_quota', 'unlimited_quota', 'key_cipher'])
    .select(['allow_ips', 'model_limits', 'model_limits_enabled', 'group', 'expired_time'])
    .orderBy('id')
    .execute();
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'type', 'name', 'status', 'models', 'group', 'setting', 'base_url'])
    .select(['balance_micros', 'used_quota', 'priority', 'weight', 'auto_ban'])
    .orderBy('id')
    .execute();
  const options = await db
    .selectFrom('options')
    .select(['key', 'value'])
    .where('key', 'in', ['ModelRatio', 'ModelPrice', 'GroupRatio', 'CacheRatio', 'SystemName'])
    .orderBy('key')
    .execute();
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'user_id', 'quota', 'status', 'created_at'])
    .orderBy('id')
    .execute();
  const logs = await db
    .selectFrom('logs')
    .select(['created_at', 'type', 'user_id', 'token_name', 'quota', 'use_time', 'is_stream'])
    .orderBy('id')
    .execute();
  return {
    users: users.map((row) => ({ ...row, isDeleted: Boolean(row.isDeleted) })),
    keys: keys.map(({ key_cipher: cipher, ...row }) => ({ ...row, key: keyring.decrypt(cipher) })),
    channels,
    options,
    orders,
    logs,
  };
}
