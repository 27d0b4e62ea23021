import { findFreePort } from '@tollgate/tools';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../test-support/databases.ts';
import { explainFailedStart } from '../test-support/explain-failed-start.ts';
import { startGatewayProcess } from '../test-support/gateway-process.ts';
import { startTestGateway } from '../test-support/test-gateway.ts';
import { readConfig } from './platform/config.ts';
import { explainStartupError } from './platform/explain-startup-error.ts';
import { withFolderInErrors, FolderFault } from './platform/folder-fault.ts';
import { openStore } from './store/open-store.ts';
import { PoolerFault } from './store/refuse-pooler.ts';

/** Returns what a separate process writes if it does not start. */
const processFails = (dataDir: string, env: Record<string, string> = {}): Promise<string> =>
  startGatewayProcess({ dataDir }, env).then(
    () => Promise.reject(new Error('it started')),
    ({ message }: Error) => message.replace('the gateway ended with 1: ', '').trim(),
  );

/** A server that accepts connections and never responds. */
async function listen() {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as { port: number }).port };
}

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('a start that fails says which variable is at fault', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-start-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('DATABASE_URL where nothing listens, without its password', async () => {
    const port = await findFreePort();
    const databaseUrl = `postgres://shop:geheim@127.0.0.1:${port}/shop`;
    expect(await explainFailedStart({ DATA_DIR: folder, DATABASE_URL: databaseUrl })).toBe(
      `DATABASE_URL: connection refused: is PostgreSQL running? (127.0.0.1:${port}/shop).`,
    );
  });

  test('DATABASE_URL where a server accepts connections and never responds', async () => {
    const { server: silent, port } = await listen();
    const databaseUrl = `postgres://shop@127.0.0.1:${port}/shop`;
    expect(await explainFailedStart({ DATA_DIR: folder, DATABASE_URL: databaseUrl })).toMatch(
      /^DATABASE_URL: .*timeout/,
    );
    silent.close();
  });

  test('DATABASE_URL of a connection pooler that refuses session settings', async () => {
    const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
    const head = Buffer.from([0x45, 0, 0, 0, refusal.length + 4]);
    const pooler = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => socket.end(Buffer.concat([head, Buffer.from(refusal)])));
    });
    await once(pooler.listen(0, '127.0.0.1'), 'listening');
    const { port } = pooler.address() as { port: number };
    const databaseUrl = `postgres://shop@127.0.0.1:${port}/shop`;
    expect(await explainFailedStart({ DATA_DIR: folder, DATABASE_URL: databaseUrl })).toBe(
      `DATABASE_URL: this is a connection pooler (such as PgBouncer); use the address of PostgreSQL itself (127.0.0.1:${port}/shop).`,
    );
    pooler.close();
  });

  test.runIf(databaseKinds.includes('postgres')).each([
    ['new', false],
    ['migrated', true],
  ])(
    'DATABASE_URL of a server that is read-only, such as a standby (%s)',
    async (_which, hasTables) => {
      const { databaseUrl = '', remove } = await createTestDatabase('postgres', { hasTables });
      const admin = new pg.Client({ connectionString: databaseUrl });
      await admin.connect();
      const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
      await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await admin.end();
      expect(await explainFailedStart({ DATA_DIR: folder, DATABASE_URL: databaseUrl })).toMatch(
        /^DATABASE_URL: the server is read-only .* use the address of the primary/,
      );
      await remove();
    },
  );

  test.runIf(databaseKinds.includes('postgres'))(
    'DATABASE_URL that names no database',
    async () => {
      const { databaseUrl = '', remove } = await createTestDatabase('postgres');
      await remove();
      expect(await explainFailedStart({ DATA_DIR: folder, DATABASE_URL: databaseUrl })).toMatch(
        /^DATABASE_URL: the database does not exist; create it first \(/,
      );
    },
  );

  test('DATABASE_URL that requires encryption of a server without it', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('N'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    const databaseUrl = `postgres://shop@127.0.0.1:${port}/shop?sslmode=no-verify`;
    expect(await explainFailedStart({ DATA_DIR: folder, DATABASE_URL: databaseUrl })).toBe(
      `DATABASE_URL: The server does not support SSL connections (127.0.0.1:${port}/shop).`,
    );
    server.close();
  });

  test('DATA_DIR that is a file', async () => {
    const dataDir = join(folder, 'file');
    writeFileSync(dataDir, '');
    expect(await explainFailedStart({ DATA_DIR: dataDir })).toMatch(
      /^DATA_DIR: this is not a folder \(.*\/file: /,
    );
  });

  test('DATA_DIR used by another process', async () => {
    const gateway = await startTestGateway();
    const said = await processFails(gateway.database.dataDir);
    expect(said).toMatch(/^Another process is using the folder .*DATA_DIR.*$/);
    await gateway.close();
  });

  test('PORT on which another process listens; and before, a misspelled variable is reported', async () => {
    const { server: taken, port } = await listen();
    const env = { PORT: String(port), LOG_LEVEL: 'warn', DATABSE_URL: 'x' };
    const said = await processFails(join(folder, 'port'), env);
    expect(said.split('\n')).toContain(
      `PORT: another process already listens on 127.0.0.1:${port}.`,
    );
    expect(said).toContain(
      'the environment variable DATABSE_URL is not read: did you mean DATABASE_URL?',
    );
    taken.close();
  });

  test.each([
    ['EACCES', /^DATA_DIR: this user cannot write to the folder \(\/srv: no\)\.$/],
    ['ENOSPC', /^DATA_DIR: the disk is full/],
    // What Node reports for a folder with missing parents on a read-only file system.
    ['ENOENT', /^DATA_DIR: the folder does not exist and could not be created/],
    ['SQLITE_FULL', /^DATA_DIR: the disk is full/],
    ['SQLITE_READONLY_DIRECTORY', /^DATA_DIR: a database file in the folder cannot be written/],
  ])('DATA_DIR after %s', (code, said) => {
    const config = readConfig({ DATA_DIR: '/srv' });
    expect(explainStartupError(Object.assign(new Error('no'), { code }), config)).toMatch(said);
  });
});

test.each([
  [new FolderFault('/backups', coded('no', 'SQLITE_IOERR_WRITE')), '/backups: a database file in'],
  [new FolderFault('/backups', coded('full', 'ENOSPC')), '/backups: the disk is full (full).'],
  [Object.assign(coded('no', 'EACCES'), { path: '/backups/x' }), '/backups/x: this user cannot'],
  [Object.assign(coded('no', 'EACCES'), { path: '/srv/../srv/x' }), 'DATA_DIR: this user cannot'],
])('a location other than DATA_DIR is named if the fault is there: %s', (error, said) => {
  expect(explainStartupError(error, readConfig({ DATA_DIR: '/srv' }))).toContain(said);
});

test('a pooler that accepts all settings and drops them is reported as one, with the address and without the password', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://shop:secret@db.example/shop' });
  expect(explainStartupError(new PoolerFault(), config)).toBe(
    'DATABASE_URL: this is a connection pooler (such as PgBouncer); use the address of PostgreSQL itself (db.example:5432/shop).',
  );
});

test('a write that runs out of space names its folder; a full server and other errors are unchanged', async () => {
  const blame = (error: Error) =>
    withFolderInErrors('/backups', async () => {
      throw error;
    });
  await expect(blame(coded('full', 'SQLITE_FULL'))).rejects.toBeInstanceOf(FolderFault);
  const server = Object.assign(coded('no space', '53100'), { severity: 'ERROR' });
  for (const error of [server, coded('no', 'EACCES')])
    await expect(blame(error)).rejects.toBe(error);
});

test.each(databaseKinds)(
  'a database on %s that a newer version has changed is refused, and left as it is',
  async (kind) => {
    const database = await createTestDatabase(kind, { hasTables: true });
    const store = await openStore(database);
    const row = { name: '9999-newer', timestamp: '2030-01-01T00:00:00Z' };
    await store.db
      .insertInto('kysely_migration' as 'users')
      .values(row as never)
      .execute();
    await store.close();
    await expect(openStore(database)).rejects.toThrow(
      'This database was created by a newer version of Tollgate (its schema has 9999-newer). Start that version',
    );
    await database.remove();
  },
);
