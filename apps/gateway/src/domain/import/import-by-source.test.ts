import { IMPORT_FAMILIES } from '@tollgate/contract';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
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
import { useExpectedImports } from '../../../test-support/expected-import.ts';
import { importInto, readImported, subjectsOf } from '../../../test-support/import-scene.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';

const SIZE = { users: 12, channels: 4, logs: 130 };
const { scene, expectTheSame, expectedOf } = useExpectedImports(SIZE);

describe.skipIf(mysqlUrl === undefined)('a MySQL database', () => {
  test.each(IMPORT_FAMILIES)(
    'of %s, read by address, imports the same as a SQLite file',
    async (family) => {
      const { address, remove } = await createMysqlDatabase(family, SIZE);
      scene.atEnd(remove);
      await expectTheSame(family, address);
    },
  );

  test('can be given in the form of SQL_DSN, and its password is in no report', async () => {
    const { address, remove } = await createMysqlDatabase('one-api', SIZE);
    scene.atEnd(remove);
    const { host, pathname } = new URL(address);
    const report = await expectTheSame(
      'one-api',
      `root:s3@cr:et@tcp(${host})${pathname}?charset=utf8mb4&parseTime=True&loc=Local`,
    );
    expect(report.source).toBe(`mysql://root@${host}${pathname}`);
  });

  test('may have zero dates, balances beyond 2^53 and obsolete columns', async () => {
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
    expect(users.find(({ id }) => id === 11)?.quota).toBe(1_000_000_000_000_000);
    expect(subjectsOf(report, 'user_balance_capped')).toEqual(['user11']);
  });
});

describe.skipIf(!databaseKinds.includes('postgres'))('a PostgreSQL database', () => {
  test.each(IMPORT_FAMILIES)(
    'of %s, read by address, imports the same as a SQLite file',
    async (family) => {
      const from = await createTestDatabase('postgres');
      scene.atEnd(from.remove);
      await writePostgresDatabase(from.databaseUrl ?? '', family, SIZE);
      await expectTheSame(family, from.databaseUrl ?? '');
    },
  );

  test('is imported into PostgreSQL with its log and exact balances, and new rows get new ids', async () => {
    const from = await createTestDatabase('postgres');
    scene.atEnd(from.remove);
    await writePostgresDatabase(from.databaseUrl ?? '', 'new-api', SIZE);
    const target = await scene.openTarget('postgres');
    const report = await importInto(target, from.databaseUrl ?? '', { logs: true });
    expect(report.money).toMatchObject({ differences: 0, opened: report.money.balances });
    expect(await readImported(target)).toEqual(expectedOf('new-api'));
    const { keys } = await readImported(target);
    expect(keys[0]?.key).toBe(foreignKey('new-api', 1));
    const again = { logs: true, dryRun: true };
    const predicted = await importInto(target, from.databaseUrl ?? '', again);
    expect(predicted.counts.logs).toMatchObject({ imported: 0, present: report.counts.logs.found });
    await runInPostgres(from.databaseUrl ?? '', 'UPDATE users SET quota = 4711 WHERE id = 2');
    const renewed = await importInto(target, from.databaseUrl ?? '', { refresh: true });
    expect(renewed.counts.users.renewed).toBe(1);
    expect((await readImported(target)).users[1]).toMatchObject({ id: 2, quota: 4711 });
    expect(renewed.money).toMatchObject({ differences: 0, opened: renewed.money.balances });
    expect(await reconcileLedger(target.store, Math.floor(Date.now() / 1000))).toEqual([]);
    const inserted = await target.store.db
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
    expect(inserted.id).toBeGreaterThan(4);
  });
});

describe('a dump', () => {
  test.each(IMPORT_FAMILIES)(
    'of a MySQL database of %s, compressed, imports the same as the database itself',
    async (family) => {
      const path = join(scene.folder, `${family}.sql`);
      await writeMysqlDump(path, family, SIZE);
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
      await expectTheSame(family, `${path}.gz`);
    },
  );
});
