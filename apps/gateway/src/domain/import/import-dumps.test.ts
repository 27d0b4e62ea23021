import { IMPORT_FAMILIES } from '@tollgate/contract';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { isInstalled, runDump } from '../../../test-support/dump-programs.ts';
import { useExpectedImports } from '../../../test-support/expected-import.ts';
import {
  runInPostgres,
  writePostgresDatabase,
} from '../../../test-support/foreign-databases/write-foreign-database.ts';
import { openSource } from '../../store/import-source/open-source.ts';

const SIZE = { users: 12, channels: 4, logs: 130 };
const { scene, expectTheSame } = useExpectedImports(SIZE);

describe.skipIf(!isInstalled('sqlite3'))('a dump that sqlite3 made', () => {
  test.each(IMPORT_FAMILIES)('brings of %s what the database itself does', async (family) => {
    const dump = runDump('sqlite3', [scene.writeSource(family, SIZE), '.dump']);
    await expectTheSame(family, scene.writeFile(dump));
  });
});

describe.skipIf(!databaseKinds.includes('postgres') || !isInstalled('pg_dump'))(
  'a dump that pg_dump made',
  () => {
    test.for(
      IMPORT_FAMILIES.flatMap((family) =>
        [
          ['--format=plain'],
          ['--inserts'],
          ['--column-inserts', '--rows-per-insert=50'],
          ['--quote-all-identifiers', '--create', '--clean', '--if-exists'],
        ].map((flags) => [family, flags] as const),
      ),
    )('of %s with %j brings what the database itself does', async ([family, flags], { skip }) => {
      const from = await createTestDatabase('postgres');
      scene.atEnd(from.remove);
      await writePostgresDatabase(from.databaseUrl ?? '', family, SIZE);
      const made = spawnSync('pg_dump', [...flags, from.databaseUrl ?? '']);
      // An older one dumps no newer server: Debian's is older than the server of the other tests.
      if (String(made.stderr).includes('server version mismatch')) skip();
      expect([made.status, String(made.stderr)]).toEqual([0, '']);
      await expectTheSame(family, scene.writeFile(made.stdout));
    });

    test('is refused with the way out in another format, of rows only, or cut', async ({
      skip,
    }) => {
      const from = await createTestDatabase('postgres');
      scene.atEnd(from.remove);
      await writePostgresDatabase(from.databaseUrl ?? '', 'new-api', SIZE);
      const dumpOf = (...flags: string[]) => {
        const made = spawnSync('pg_dump', [...flags, from.databaseUrl ?? '']);
        if (String(made.stderr).includes('server version mismatch')) skip();
        return made.stdout;
      };
      const whole = dumpOf('--format=plain');
      for (const [dump, words] of [
        [dumpOf('--format=custom'), 'pg_restore --file=dump.sql'],
        [dumpOf('--format=tar'), 'pg_restore --file=dump.sql'],
        [dumpOf('--schema-only'), 'no rows'],
        [dumpOf('--data-only'), '--data-only'],
        [whole.subarray(0, whole.indexOf('COPY public.users') + 900), 'inside a row of users'],
        [whole.subarray(0, whole.indexOf('COPY public.users')), 'its last lines'],
      ] as const)
        await expect(openSource(scene.writeFile(dump))).rejects.toThrow(words);
    });

    test('has functions, whose bodies are no rows', async ({ skip }) => {
      const from = await createTestDatabase('postgres');
      scene.atEnd(from.remove);
      await writePostgresDatabase(from.databaseUrl ?? '', 'one-api', SIZE);
      await runInPostgres(
        from.databaseUrl ?? '',
        `CREATE FUNCTION audit() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO logs VALUES (nothing); RAISE NOTICE 'it''s'; END $$`,
      );
      const made = spawnSync('pg_dump', [from.databaseUrl ?? '']);
      if (String(made.stderr).includes('server version mismatch')) skip();
      await expectTheSame('one-api', scene.writeFile(made.stdout));
    });
  },
);
