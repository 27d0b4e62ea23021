import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export type DatabaseKind = 'sqlite' | 'postgres';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl && process.env.CI === 'true')
  throw new Error('TEST_DATABASE_URL is missing: npm test starts a PostgreSQL and sets it');

/** The databases of this run: SQLite always, PostgreSQL where `npm test` started one. */
export const databaseKinds: readonly DatabaseKind[] = serverUrl
  ? ['sqlite', 'postgres']
  : ['sqlite'];

export interface TestDatabase {
  /** Undefined for SQLite. */
  databaseUrl: string | undefined;
  dataDir: string;
  remove(): Promise<void>;
}

/** An empty database and data folder of its own. */
export async function createTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === 'sqlite')
    return { databaseUrl: undefined, dataDir, remove: async () => removeFolder() };
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await administer(`CREATE DATABASE ${name}`);
  return {
    databaseUrl: (serverUrl as string).replace(/\/[^/]*$/, `/${name}`),
    dataDir,
    async remove() {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
      removeFolder();
    },
  };
}
