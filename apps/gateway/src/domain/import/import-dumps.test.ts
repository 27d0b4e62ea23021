import { IMPORT_FAMILIES } from '@tollgate/contract';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpPrograms, startDumpServer } from '../../../test-support/dump-server.ts';
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
  test.each(IMPORT_FAMILIES)('of %s imports the same as the database itself', async (family) => {
    const dump = runDump('sqlite3', [scene.writeSource(family, SIZE), '.dump']);
    await expectTheSame(family, scene.writeFile(dump));
  });
});

describe.skipIf(dumpPrograms === undefined)('a dump that pg_dump made', () => {
  let server: Awaited<ReturnType<typeof startDumpServer>>;
  beforeAll(async () => {
    server = await startDumpServer();
  });
  afterAll(() => server.stop());
  const dump = (address: string, ...flags: string[]) =>
    runDump(join(dumpPrograms ?? '', 'pg_dump'), [...flags, address]);

  test.for(
    IMPORT_FAMILIES.flatMap((family) =>
      [
        ['--format=plain'],
        ['--inserts'],
        ['--column-inserts', '--rows-per-insert=50'],
        ['--quote-all-identifiers', '--create', '--clean', '--if-exists'],
      ].map((flags) => [family, flags] as const),
    ),
  )('of %s with %j imports the same as the database itself', async ([family, flags]) => {
    const address = await server.create();
    await writePostgresDatabase(address, family, SIZE);
    await expectTheSame(family, scene.writeFile(dump(address, ...flags)));
  });

  test('is refused, with advice, if it is in another format, has rows only or is truncated', async () => {
    const address = await server.create();
    await writePostgresDatabase(address, 'new-api', SIZE);
    const dumpOf = (...flags: string[]) => dump(address, ...flags);
    const whole = dumpOf('--format=plain');
    for (const [refused, words] of [
      [dumpOf('--format=custom'), 'pg_restore --file=dump.sql'],
      [dumpOf('--format=tar'), 'pg_restore --file=dump.sql'],
      [dumpOf('--schema-only'), 'no rows'],
      [dumpOf('--data-only'), '--data-only'],
      [whole.subarray(0, whole.indexOf('COPY public.users') + 900), 'inside a row of users'],
      [whole.subarray(0, whole.indexOf('COPY public.users')), 'its last lines'],
    ] as const)
      await expect(openSource(scene.writeFile(refused))).rejects.toThrow(words);
  });

  test('may contain functions, whose bodies are not read as rows', async () => {
    const address = await server.create();
    await writePostgresDatabase(address, 'one-api', SIZE);
    await runInPostgres(
      address,
      `CREATE FUNCTION audit() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO logs VALUES (nothing); RAISE NOTICE 'it''s'; END $$`,
    );
    await expectTheSame('one-api', scene.writeFile(dump(address)));
  });
});
