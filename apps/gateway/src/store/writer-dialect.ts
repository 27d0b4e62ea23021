import type SqliteDatabase from 'better-sqlite3';
import { type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';
import { StatementCache } from './statement-cache.ts';

/**
 * Kysely's SQLite dialect, with transactions that fail with the original error (see `WriterDriver`) and
 * cached prepared statements. It can't stream.
 */
export class WriterDialect extends SqliteDialect {
  readonly #database: SqliteDatabase.Database;

  constructor(database: SqliteDatabase.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new WriterDriver(this.#database);
  }
}

/**
 * SQLite rolls back by itself if a disk is full or broken. A second rollback fails, and its error would
 * replace the one that states the reason.
 */
class WriterDriver extends SqliteDriver {
  readonly #database: SqliteDatabase.Database;

  constructor(database: SqliteDatabase.Database) {
    super({ database: new StatementCache(database) });
    this.#database = database;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}
