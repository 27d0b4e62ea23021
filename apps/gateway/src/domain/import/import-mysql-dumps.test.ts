import { IMPORT_FAMILIES } from '@tollgate/contract';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled, runDump } from '../../../test-support/dump-programs.ts';
import { useExpectedImports } from '../../../test-support/expected-import.ts';
import {
  createMysqlDatabase,
  mysqlUrl,
} from '../../../test-support/foreign-databases/write-mysql-database.ts';
import { importInto, readSource } from '../../../test-support/import-scene.ts';
import { openSource } from '../../store/import-source/open-source.ts';
import type { Family } from './source-family.ts';

const SIZE = { users: 12, channels: 4, logs: 130 };
const { scene, expectTheSame } = useExpectedImports(SIZE);

const OTHER_FLAGS = [
  ['--skip-extended-insert'],
  ['--complete-insert', '--hex-blob'],
  ['--compact'],
  ['--compatible=ansi', '--default-character-set=utf8mb4'],
  ['--default-character-set=binary'],
  ['--replace', '--skip-add-drop-table', '--order-by-primary'],
];

const cannotDump = mysqlUrl === undefined || !isInstalled('mariadb-dump');
const server = URL.parse(mysqlUrl ?? '');
const connectionArgs = ['--host=127.0.0.1', `--port=${server?.port}`, '--user=root'];
const dump = (address: string, flags: readonly string[]) =>
  runDump('mariadb-dump', [...connectionArgs, ...flags, new URL(address).pathname.slice(1)]);
/** Dumps a database after running `statements` on it. */
const dumpOf = async (
  family: Family,
  flags: readonly string[],
  statements: readonly string[] = [],
) => {
  const { address, remove } = await createMysqlDatabase(family, SIZE, statements);
  scene.atEnd(remove);
  return dump(address, flags);
};

describe.skipIf(cannotDump).each(IMPORT_FAMILIES)('of %s', (family) => {
  let shop: Awaited<ReturnType<typeof createMysqlDatabase>>;
  let plain: string;
  beforeAll(async () => {
    shop = await createMysqlDatabase(family, SIZE);
    plain = scene.writeFile(dump(shop.address, []));
  });
  afterAll(() => shop.remove());

  test('imports the same as the database itself', () => expectTheSame(family, plain));

  test.each(OTHER_FLAGS.map((flags) => [flags]))(
    'with %j has the same columns and rows',
    async (flags) => {
      const other = await readSource(scene.writeFile(dump(shop.address, flags)));
      expect(other).toEqual(await readSource(plain));
    },
  );
});

test.skipIf(cannotDump)('can be compressed with gzip or zstd', async () => {
  const dump = await dumpOf('new-api', []);
  await expectTheSame('new-api', scene.writeFile(gzipSync(dump)));
  await expectTheSame('new-api', scene.writeFile(zstdCompressSync(dump)));
});

test.skipIf(cannotDump)('may contain triggers, whose bodies are not read as rows', async () => {
  const dump = await dumpOf(
    'one-api',
    [],
    [
      `CREATE TRIGGER audit AFTER INSERT ON users FOR EACH ROW BEGIN
        INSERT INTO logs (user_id, content) VALUES (NEW.id, 'it''s "new"'); DELETE FROM logs WHERE id = 0; END`,
    ],
  );
  await expectTheSame('one-api', scene.writeFile(dump));
});

test.skipIf(cannotDump).each([[], ['--hex-blob']].map((flags) => [flags]))(
  'with %j keeps passkeys, which are bytes between texts',
  async (flags) => {
    const id = Buffer.from('\0\u00FF\\\'"\n\u001A\u00A5;,()', 'latin1');
    const key = Buffer.concat([Buffer.from('a501020326', 'hex'), randomBytes(64)]);
    const dump = await dumpOf('one-hub', flags, [
      'CREATE TABLE webauthn_credentials (id bigint, user_id bigint, credential_id blob, public_key blob, alias text, sign_count int, backup_state tinyint(1))',
      `INSERT INTO webauthn_credentials VALUES (1, 2, x'${id.toString('hex')}', x'${key.toString('hex')}', '笔记本', 7, 1)`,
      "INSERT INTO options VALUES ('ServerAddress', 'https://shop.example.com')",
    ]);
    const target = await scene.openTarget();
    await importInto(target, scene.writeFile(dump));
    expect(await target.store.db.selectFrom('passkeys').selectAll().execute()).toMatchObject([
      {
        credential_id: id.toString('base64url'),
        public_key: key.toString('base64url'),
        name: '笔记本',
      },
    ]);
  },
);

test.skipIf(cannotDump)("is refused, with advice, if it can't be read completely", async () => {
  const whole = await dumpOf('new-api', []);
  const lines = String(whole).split('\n');
  const cases: [Buffer, string][] = [
    [whole.subarray(0, whole.indexOf('CREATE TABLE `redemptions`')), 'its last lines'],
    [gzipSync(whole).subarray(0, -200), 'its last lines'],
    [await dumpOf('new-api', ['--no-data']), 'no rows'],
    [await dumpOf('new-api', ['--no-create-info']), '--no-create-info'],
    [await dumpOf('new-api', ['--default-character-set=latin1']), 'utf8mb4'],
    [await dumpOf('new-api', ['--xml']), 'without --xml'],
    [Buffer.concat([whole, whole]), 'several databases'],
    [gzipSync(readFileSync(scene.writeSource('new-api', SIZE))), 'Unpack it first'],
    [Buffer.from('PK\u0003\u0004rest'), 'Unpack it first'],
    [Buffer.from('id,username\n1,root\n'), 'pg_dump --format=plain'],
    [Buffer.from(lines.filter((line) => !line.startsWith('INSERT')).join('\n')), 'no rows'],
  ];
  for (const [dump, words] of cases)
    await expect(openSource(scene.writeFile(dump))).rejects.toThrow(words);
  await expect(openSource(scene.folder)).rejects.toThrow('pg_restore');
});
