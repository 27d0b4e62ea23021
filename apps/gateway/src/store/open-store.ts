import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { connectSqlite } from './connect-sqlite.ts';
import { createMigrationProvider } from './migrations/index.ts';
import { openPostgres } from './open-postgres.ts';
import type { Database } from './schema.ts';
import type { Store, StoreOptions } from './store.ts';
import { startCheckpointer } from './sqlite-checkpointer.ts';
import { readerDialect } from './sqlite-reader/reader-dialect.ts';
import { WriterDialect } from './writer-dialect.ts';
import { createWriterLock } from './writer-lock.ts';

export type { Store, StoreOptions, StoreTransaction } from './store.ts';

/** Opens the database and brings its schema to the latest version. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl } = options;
  let isMigrated = false;
  const mayEnd = () => isMigrated;
  const store = databaseUrl
    ? await openPostgres(databaseUrl, { ...options, mayEnd })
    : openSqlite(options);
  try {
    await migrate(store);
    isMigrated = true;
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

function openSqlite({ dataDir, durability = 'normal' }: StoreOptions): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'tollgate.db');
  const connect = (cacheMb: number) => {
    const database = connectSqlite(path, { cacheMb });
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${durability}`);
    database.pragma('foreign_keys = ON');
    return database;
  };
  // Long reads have a connection of their own: these write, and read little.
  const main = connect(8);
  chmodSync(path, 0o600);
  const journal = connect(16);
  const db = new Kysely<Database>({ dialect: new WriterDialect(main) });
  const reader = new Kysely<Database>({ dialect: readerDialect(path) });
  const lock = createWriterLock();
  main.pragma('wal_autocheckpoint = 0');
  const checkpointer = startCheckpointer({ database: journal, hold: lock.hold });
  return {
    kind: 'sqlite',
    db,
    reader,
    sqlite: { journal, whenWritable: lock.whenFree },
    transaction: (work) => lock.hold(() => db.transaction().execute(work)),
    isUp: true,
    async close() {
      await checkpointer.stop();
      await reader.destroy();
      await db.destroy();
      journal.close();
    },
  };
}

const MIGRATIONS_TABLE = 'kysely_migration';

/** Kysely's migrator takes an advisory lock on PostgreSQL, so nodes may start together. */
async function migrate(store: Store): Promise<void> {
  const provider = createMigrationProvider(store.kind);
  const migrator = new Migrator({ db: store.db, provider });
  await refuseNewer(migrator, store);
  const { error } = await migrator.migrateToLatest();
  if (error)
    throw error instanceof Error
      ? error
      : new Error('the schema could not be brought up to date', { cause: error });
}

/** A database that a newer version has changed is left to that version. */
async function refuseNewer(migrator: Migrator, { db }: Pick<Store, 'db'>): Promise<void> {
  const known = new Set((await migrator.getMigrations()).map(({ name }) => name));
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(MIGRATIONS_TABLE)}`
    .execute(db)
    // A new database has no such table; one that is away is told of by the next statement.
    .catch(() => ({ rows: [] }));
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(
      `This database belongs to a newer version of Tollgate (its schema has ${unknown.sort().at(-1)}). Start that version, or restore a backup from before the update.`,
    );
}
