import { IMPORT_FAMILIES } from '@tollgate/contract';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { foreignKey } from '../../../test-support/foreign-databases/foreign-rows.ts';
import {
  runInPostgres,
  writeMysqlDump,
  writePostgresDatabase,
} from '../../../test-support/foreign-databases/write-foreign-database.ts';
import {
  createMysqlDatabase,
  mysqlUrl,
} from '../../../test-support/foreign-databases/write-mysql-database.ts';
import {
  createImportScene,
  importInto,
  readImported,
  subjectsOf,
} from '../../../test-support/import-scene.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';
import type { ImportReport } from './run-import.ts';
import type { Family } from './source-family.ts';

const SIZE = { users: 12, channels: 4, logs: 130 };
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

type Imported = Awaited<ReturnType<typeof readImported>>;
const expected = new Map<Family, { imported: Imported; report: ImportReport }>();
beforeAll(async () => {
  for (const family of IMPORT_FAMILIES) {
    const target = await scene.openTarget();
    const report = await importInto(target, scene.writeSource(family, SIZE), { logs: true });
    expected.set(family, { imported: await readImported(target), report });
  }
});

/** Imports a source and compares it with the same rows out of a SQLite file. */
async function expectTheSame(family: Family, place: string): Promise<ImportReport> {
  const target = await scene.openTarget();
  const report = await importInto(target, place, { logs: true });
  const { imported, report: first } = expected.get(family) ?? {};
  expect(await readImported(target)).toEqual(imported);
  expect(report.counts).toEqual(first?.counts);
  expect(report.money).toEqual(first?.money);
  const codes = ({ findings }: ImportReport) => findings.map(({ code, count }) => [code, count]);
  expect(codes(report)).toEqual(first && codes(first));
  return report;
}

describe.skipIf(mysqlUrl === undefined)('a MySQL database', () => {
  test.each(IMPORT_FAMILIES)(
    'of %s by its address brings the same as a SQLite file',
    async (family) => {
      const { address, remove } = await createMysqlDatabase(family, SIZE);
      scene.atEnd(remove);
      await expectTheSame(family, address);
    },
  );

  test('is read in the form of SQL_DSN, and its password is in no report', async () => {
    const { address, remove } = await createMysqlDatabase('one-api', SIZE);
    scene.atEnd(remove);
    const { host, pathname } = new URL(address);
    const report = await expectTheSame(
      'one-api',
      `root:s3@cr:et@tcp(${host})${pathname}?charset=utf8mb4&parseTime=True&loc=Local`,
    );
    expect(report.source).toBe(`mysql://root@${host}${pathname}`);
  });

  test('may have dates of zero, balances beyond 2^53 and columns of before', async () => {
    const { address, remove } = await createMysqlDatabase('new-api', SIZE, [
      "UPDATE users SET deleted_at = '0000-00-00 00:00:00' WHERE id = 10",
      'ALTER TABLE users MODIFY quota bigint, ADD COLUMN `rank` bigint unsigned DEFAULT 18446744073709551615',
      'UPDATE users SET quota = 9223372036854775807 WHERE id = 11',
    ]);
    scene.atEnd(remove);
    const target = await scene.openTarget();
    const report = await importInto(target, address);
    const { users } = await readImported(target);
    expect(users.find(({ id }) => id === 10)).toMatchObject({ isDeleted: true });
    expect(users.find(({ id }) => id === 11)?.quota).toBe(Number.MAX_SAFE_INTEGER);
    expect(subjectsOf(report, 'user_balance_capped')).toEqual(['user11']);
  });
});

describe.skipIf(!databaseKinds.includes('postgres'))('a PostgreSQL database', () => {
  test.each(IMPORT_FAMILIES)(
    'of %s by its address brings the same as a SQLite file',
    async (family) => {
      const from = await createTestDatabase('postgres');
      scene.atEnd(from.remove);
      await writePostgresDatabase(from.databaseUrl ?? '', family, SIZE);
      await expectTheSame(family, from.databaseUrl ?? '');
    },
  );

  test('is imported into PostgreSQL with the log, to the unit, and new rows get new ids', async () => {
    const from = await createTestDatabase('postgres');
    scene.atEnd(from.remove);
    await writePostgresDatabase(from.databaseUrl ?? '', 'new-api', SIZE);
    const target = await scene.openTarget('postgres');
    const report = await importInto(target, from.databaseUrl ?? '', { logs: true });
    expect(report.money).toMatchObject({ differences: 0, opened: report.money.balances });
    expect(await readImported(target)).toEqual(expected.get('new-api')?.imported);
    const { keys } = await readImported(target);
    expect(keys[0]?.key).toBe(foreignKey('new-api', 1));
    await runInPostgres(from.databaseUrl ?? '', 'UPDATE users SET quota = 4711 WHERE id = 2');
    const renewed = await importInto(target, from.databaseUrl ?? '', { refresh: true });
    expect(renewed.counts.users.renewed).toBe(1);
    expect((await readImported(target)).users[1]).toMatchObject({ id: 2, quota: 4711 });
    expect(renewed.money).toMatchObject({ differences: 0, opened: renewed.money.balances });
    expect(await reconcileLedger(target.store, Math.floor(Date.now() / 1000))).toEqual([]);
    const made = await target.store.db
      .insertInto('redemptions')
      .values({
        user_id: 1,
        name: 'n',
        key_hash: 'h',
        key_cipher: 'c',
        quota: 1,
        status: 1,
        created_time: 1,
        batch: 'b',
        place: 1,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(made.id).toBeGreaterThan(4);
  });
});

describe('a dump', () => {
  test.each(IMPORT_FAMILIES)(
    'of MySQL, packed, brings of %s what the database itself does',
    async (family) => {
      const path = join(scene.folder, `${family}.sql`);
      await writeMysqlDump(path, family, SIZE);
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
      await expectTheSame(family, `${path}.gz`);
    },
  );

  test.skipIf(!isInstalled('sqlite3')).each(IMPORT_FAMILIES)(
    'that sqlite3 itself made brings of %s what the database itself does',
    async (family) => {
      const path = join(scene.folder, `${family}-sqlite.sql`);
      const made = spawnSync('sqlite3', [scene.writeSource(family, SIZE), '.dump']);
      writeFileSync(path, made.stdout);
      await expectTheSame(family, path);
    },
  );

  test.skipIf(!databaseKinds.includes('postgres') || !isInstalled('pg_dump')).for(IMPORT_FAMILIES)(
    'that pg_dump itself made brings of %s what the database itself does',
    async (family, { skip }) => {
      const from = await createTestDatabase('postgres');
      scene.atEnd(from.remove);
      await writePostgresDatabase(from.databaseUrl ?? '', family, SIZE);
      const made = spawnSync('pg_dump', [from.databaseUrl ?? '']);
      // An older one dumps no newer server: Debian's is older than the server of the other tests.
      if (String(made.stderr).includes('server version mismatch')) skip();
      expect([made.status, String(made.stderr)]).toEqual([0, '']);
      const path = join(scene.folder, `${family}-postgres.sql`);
      writeFileSync(path, made.stdout);
      await expectTheSame(family, path);
    },
  );
});
