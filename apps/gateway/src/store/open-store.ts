import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { watchFilePlace } from '../platform/watch-file-place.ts';
import { connectSqlite } from './connect-sqlite.ts';
import { createForeignLock } from './foreign-lock.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';
import type { Database } from './schema.ts';
import type { Store, StoreOptions } from './store.ts';
import { startCheckpointer } from './sqlite-checkpointer.ts';
import { readerDialect } from './sqlite-reader/reader-dialect.ts';
import { WriterDialect } from './writer-dialect.ts';
import { createWriterLock } from './writer-lock.ts';

/** How long SQLite itself waits for another program's lock, stopping the event loop; `ForeignLock` does not. */
const BUSY_MS = 1;

export type { Store, StoreOptions, StoreTransaction } from './store.ts';

/** Opens the database and brings its schema to the latest version, unless `schema` says otherwise. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl } = options;
  let isMigrated = false;
  const canEnd = () => isMigrated;
  const store = databaseUrl
    ? await openPostgres(databaseUrl, { ...options, canEnd })
    : openSqlite(options);
  try {
    if (options.schema !== 'as-is') await migrate(store, options.schema, options.onMigration);
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
    // Takes effect for new files: their free pages can be released in small steps.
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${durability}`);
    database.pragma('foreign_keys = ON');
    return database;
  };
  // Long reads have their own connection: these write, and read little.
  const main = connect(8);
  chmodSync(path, 0o600);
  const isFileInPlace = watchFilePlace(path);
  const journal = connect(16);
  for (const database of [main, journal]) database.pragma(`busy_timeout = ${BUSY_MS}`);
  const foreignLock = createForeignLock({ database: journal });
  const db = new Kysely<Database>({ dialect: new WriterDialect(main, foreignLock) });
  const reader = new Kysely<Database>({ dialect: readerDialect(path) });
  const lock = createWriterLock(foreignLock);
  main.pragma('wal_autocheckpoint = 0');
  const checkpointer = startCheckpointer({ database: journal, hold: lock.hold });
  return {
    kind: 'sqlite',
    db,
    reader,
    sqlite: {
      journal,
      whenWritable: lock.whenFree,
      isFileInPlace,
    },
    transaction: (work) =>
      lock.hold(async () => {
        // Here, not on the connection: reads need it meanwhile.
        await foreignLock.untilFree();
        return db.transaction().execute(work);
      }),
    isUp: true,
    async close() {
      await checkpointer.stop();
      await reader.destroy();
      await db.destroy();
      journal.close();
    },
  };
}
