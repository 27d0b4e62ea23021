import type SqliteDatabase from 'better-sqlite3';
import { chmodSync, mkdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, SqliteDialect, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { connectSqlite } from './connect-sqlite.ts';
import { createMigrationProvider } from './migrations/index.ts';
import type { Database } from './schema.ts';
import { startCheckpointer } from './sqlite-checkpointer.ts';
import { readerDialect } from './sqlite-reader/reader-dialect.ts';
import { createWriterLock } from './writer-lock.ts';

/** An open transaction on the whole schema. */
export type StoreTransaction = Transaction<Database>;

export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Kysely<Database>;
  /**
   * For reads that may take long, of what is committed: on a thread (SQLite) or on connections
   * (PostgreSQL) of their own, so that calls go on meanwhile.
   */
  readonly reader: Kysely<Database>;
  /** Runs `work` in one transaction. On PostgreSQL it is tried again (up to 3 times) after a deadlock. */
  transaction<Result>(work: (trx: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** SQLite only: the second connection, for the journal, which writes synchronously. */
  readonly sqlite?: {
    journal: SqliteDatabase.Database;
    /** Runs `work` at once when no transaction is open, else right after it. */
    whenWritable(work: () => void): void;
  };
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** postgres://…; without it SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  durability?: 'normal' | 'full';
  /** PostgreSQL: how long a statement may hear nothing from the server, and a transaction nothing from us. */
  silentMs?: number;
}

const INT8 = 20;
/** The server itself ends a statement after this time, so who says nothing for longer is gone. */
const STATEMENT_MS = 30_000;
const SILENT_MS = 45_000;

/** Opens the database and brings its schema to the latest version. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, silentMs = SILENT_MS } = options;
  let isMigrated = false;
  const mayEnd = () => isMigrated;
  const store = databaseUrl
    ? await openPostgres(databaseUrl, { silentMs, mayEnd })
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
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: main }) });
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
    async ping() {
      await sql`SELECT 1`.execute(db);
    },
    async close() {
      await checkpointer.stop();
      await reader.destroy();
      await db.destroy();
      journal.close();
    },
  };
}

/** Connections of a process: calls lease over the first, whoever looks through the log has the others. */
const CONNECTIONS_MAX = 10;
const READERS_MAX = 4;
const RETRIED = new Set(['40001', '40P01']);

/** The driver is loaded where it is used only: a start on SQLite is that much shorter. */
async function openPostgres(databaseUrl: string, silence: SilenceOptions): Promise<Store> {
  const { default: pg } = await import('pg');
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
      oid === INT8 ? parseInt8 : pg.types.getTypeParser(oid, format),
  };
  const connect = (max: number, connectionTimeoutMillis: number) => {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max,
      statement_timeout: STATEMENT_MS,
      // The server, too, gives up who says nothing: else a lost network would keep the rows of its
      // transaction from everybody, this node's next try included.
      idle_in_transaction_session_timeout: silence.silentMs,
      connectionTimeoutMillis,
      // Sums over a month are estimated dear enough to be compiled, which takes longer than to run them.
      options: '-c jit=off',
      types,
    });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => {});
    // The same for one that breaks between two statements of a transaction: the next statement fails and tells.
    pool.on('connect', (client) => {
      client.on('error', () => {});
      endWhenSilent(client, silence);
    });
    return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  };
  const db = connect(CONNECTIONS_MAX, 5000);
  const reader = connect(READERS_MAX, 30_000);
  const transaction: Store['transaction'] = async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        if (attempt >= 3 || !RETRIED.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  };
  return {
    kind: 'postgres',
    db,
    reader,
    transaction,
    async ping() {
      await sql`SELECT 1`.execute(db);
    },
    async close() {
      await reader.destroy();
      await db.destroy();
    },
  };
}

interface SilenceOptions {
  silentMs: number;
  /** False while the schema is changed, which takes as long as it takes. */
  mayEnd: () => boolean;
}

/** A network that is lost tells nothing: without this its connections would be waited for for a quarter of an hour. */
function endWhenSilent(client: object, { silentMs, mayEnd }: SilenceOptions): void {
  const { connection } = client as { connection?: { stream: Socket } };
  connection?.stream.setTimeout(silentMs, function end(this: Socket) {
    if (mayEnd()) this.destroy(new Error(`the database said nothing for ${silentMs} ms`));
  });
}

/** 64-bit integers as numbers; beyond 2^53 they would lie, so they throw. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is beyond what a number can hold`);
  return value;
}

/** Kysely's migrator takes an advisory lock on PostgreSQL, so nodes may start together. */
async function migrate(store: Store): Promise<void> {
  const migrator = new Migrator({ db: store.db, provider: createMigrationProvider(store.kind) });
  const { error } = await migrator.migrateToLatest();
  if (error)
    throw error instanceof Error
      ? error
      : new Error('the schema could not be brought up to date', { cause: error });
}
