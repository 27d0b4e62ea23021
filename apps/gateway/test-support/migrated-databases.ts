import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openStore } from '../src/store/open-store.ts';

const MIGRATIONS = join(import.meta.dirname, '../src/store/migrations');
/** An arbitrary number: whoever holds the lock creates the template. */
const TEMPLATE_LOCK = 7_340_211;

let sqliteFile: Promise<Buffer> | undefined;

/**
 * Puts an SQLite database with the newest schema into a folder. It is migrated once per process, then copied.
 */
export async function placeMigratedSqlite(dataDir: string): Promise<void> {
  sqliteFile ??= makeSqliteFile();
  writeFileSync(join(dataDir, 'tollgate.db'), await sqliteFile, { mode: 0o600 });
}

async function makeSqliteFile(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-template-'));
  const store = await openStore({ dataDir });
  await store.close();
  const bytes = readFileSync(join(dataDir, 'tollgate.db'));
  rmSync(dataDir, { recursive: true });
  return bytes;
}

let postgresTemplate: Promise<string> | undefined;

/**
 * Returns the name of a database with the newest schema, to be cloned. It is created once per server and
 * schema.
 */
export function migratedPostgres(serverUrl: string): Promise<string> {
  postgresTemplate ??= ensurePostgresTemplate(serverUrl);
  return postgresTemplate;
}

async function ensurePostgresTemplate(serverUrl: string): Promise<string> {
  const name = `template_${hashMigrations()}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (existing.rowCount === 0) {
      // Under another name until it is complete.
      await client.query('DROP DATABASE IF EXISTS template_draft WITH (FORCE)');
      await client.query('CREATE DATABASE template_draft');
      const databaseUrl = serverUrl.replace(/\/[^/]*$/, '/template_draft');
      const store = await openStore({ dataDir: tmpdir(), databaseUrl });
      await store.close();
      await client.query(`ALTER DATABASE template_draft RENAME TO ${name}`);
    }
  } finally {
    await client.end();
  }
  return name;
}

function hashMigrations(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).sort())
    hash.update(file).update(readFileSync(join(MIGRATIONS, file)));
  return hash.digest('hex').slice(0, 24);
}
