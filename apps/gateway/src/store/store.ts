import type SqliteDatabase from 'better-sqlite3';
import type { Transaction } from 'kysely';
import type { MigrationStep } from './migration-step.ts';
import type { Database, Db } from './schema.ts';

/** An open transaction on the whole schema. */
export type StoreTransaction = Transaction<Database>;

/** The database: SQLite or PostgreSQL. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Db;
  /**
   * For reads of committed data that may take long: on a separate thread (SQLite) or separate connections
   * (PostgreSQL), so that calls continue meanwhile.
   */
  readonly reader: Db;
  /** Runs `work` in one transaction. On PostgreSQL it is retried (up to 3 times) after a deadlock. */
  transaction<Result>(work: (trx: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** SQLite only: the second connection, for the journal, which writes synchronously. */
  readonly sqlite?: {
    journal: SqliteDatabase.Database;
    /** Runs `work` at once if no transaction is open, otherwise right after it. */
    whenWritable(work: () => void): void;
    /** False if the file that is open was deleted, moved or replaced meanwhile. */
    isFileInPlace(): Promise<boolean>;
  };
  /** Whether the database responded last. While it does not, all queries fail at once. */
  readonly isUp: boolean;
  close(): Promise<void>;
}

/** How the database is opened. */
export interface StoreOptions {
  /** postgres://…; without it, SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  /** PostgreSQL: most connections of the process, with its two for signals; 17 by default. */
  connections?: number | undefined;
  dataDir: string;
  durability?: 'normal' | 'full';
  /** The name of the migration to go up to, or `as-is` for none at all; the latest by default. */
  schema?: string | undefined;
  /** Called before and after each migration of a database that is not new. */
  onMigration?: (step: MigrationStep) => void;
  /**
   * PostgreSQL: how long the server may be silent during a statement, and the gateway during a transaction.
   */
  silentMs?: number;
  /** PostgreSQL: called when it becomes unreachable (with the reason) and when it is back (undefined). */
  onChange?: (reason: Error | undefined) => void;
}
