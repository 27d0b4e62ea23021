import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migratedPostgres, placeMigratedSqlite } from './migrated-databases.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl && process.env.CI === 'true')
  throw new Error('TEST_DATABASE_URL is missing: npm test starts a PostgreSQL and sets it');

/** The databases of this run: SQLite always, PostgreSQL if `npm test` started one. */
export const databaseKinds: readonly DatabaseKind[] = serverUrl
  ? ['sqlite', 'postgres']
  : ['sqlite'];

/** Kept open for the next database: each connection costs PostgreSQL a process. */
const administrators = new pg.Pool({
  connectionString: serverUrl,
  idleTimeoutMillis: 0,
  allowExitOnIdle: true,
});

/** Of a tested gateway: four for statements, so that two can wait for a third. Each costs PostgreSQL a process. */
export const FEW_CONNECTIONS = { DATABASE_CONNECTIONS: '8' };

export interface TestDatabase {
  /** Undefined for SQLite. */
  databaseUrl: string | undefined;
  dataDir: string;
  remove(): Promise<void>;
}

/**
 * Creates a separate empty database and data folder, as on an operator's first start. With `hasTables` it is
 * a clone of a migrated one, which takes a fifth of the work.
 */
export async function createTestDatabase(
  kind: DatabaseKind,
  { hasTables = false }: { hasTables?: boolean } = {},
): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === 'sqlite') {
    if (hasTables) await placeMigratedSqlite(dataDir);
    return { databaseUrl: undefined, dataDir, remove: async () => removeFolder() };
  }
  const template = hasTables ? `TEMPLATE ${await migratedPostgres(serverUrl as string)}` : '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Without writing each page to the WAL: a third less work.
  await administrators.query(`CREATE DATABASE ${name} ${template} STRATEGY file_copy`);
  return {
    databaseUrl: (serverUrl as string).replace(/\/[^/]*$/, `/${name}`),
    dataDir,
    async remove() {
      await dropDatabase(name);
      removeFolder();
    },
  };
}

/** PostgreSQL waits five seconds for others to leave, which a busy machine may exceed. */
const ATTEMPTS_MAX = 6;
const OBJECT_IN_USE = '55006';

/**
 * Drops a database; throws if somebody stays connected. Such a test has left something open, which would
 * connect again and again for as long as the process runs.
 */
async function dropDatabase(name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await administrators.query(`DROP DATABASE ${name}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === ATTEMPTS_MAX)
        throw error;
    }
}
