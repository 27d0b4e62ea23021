import type SqliteDatabase from 'better-sqlite3';
import type { Kysely, Transaction } from 'kysely';
import type { MigrationStep } from './migration-step.ts';
import type { Database } from './schema.ts';

/** An open transaction on the whole schema. */
export type StoreTransaction = Transaction<Database>;

/** The database: SQLite or PostgreSQL. */
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
  /** Whether the database answers, as was last seen. While it does not, whatever is asked of it fails at once. */
  readonly isUp: boolean;
  close(): Promise<void>;
}

/** How the database is opened. */
export interface StoreOptions {
  /** postgres://…; without it SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  durability?: 'normal' | 'full';
  /** The name of the migration to go up to, or `as-is` for none at all. Without it the latest. */
  schema?: string | undefined;
  /** Told of each migration of a database that is not new, before and after it. */
  onMigration?: (step: MigrationStep) => void;
  /** PostgreSQL: how long a statement may hear nothing from the server, and a transaction nothing from us. */
  silentMs?: number;
  /** PostgreSQL: told when it goes away (with why) and when it is back (undefined). */
  onChange?: (reason: Error | undefined) => void;
}
