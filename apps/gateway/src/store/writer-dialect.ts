import type SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { databaseFaultOf } from '../platform/database-fault.ts';
import type { ForeignLock } from './foreign-lock.ts';
import { StatementCache } from './statement-cache.ts';

/**
 * Kysely's SQLite dialect, with transactions that fail with the original error (see `WriterDriver`) and
 * cached prepared statements, and that migrates in one transaction. With `foreignLock`, statements wait for
 * other programs without stopping the event loop. It can't stream.
 */
export class WriterDialect extends SqliteDialect {
  readonly #database: SqliteDatabase.Database;
  readonly #foreignLock: ForeignLock | undefined;

  constructor(database: SqliteDatabase.Database, foreignLock?: ForeignLock) {
    super({ database });
    this.#database = database;
    this.#foreignLock = foreignLock;
  }

  override createDriver(): SqliteDriver {
    return new WriterDriver(this.#database, this.#foreignLock);
  }

  override createAdapter(): SqliteAdapter {
    return new WriterAdapter();
  }
}

/**
 * Lets the migrator run all pending migrations in one transaction, as on PostgreSQL: half of a migration, after
 * a crash, could not be continued.
 */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * SQLite rolls back by itself if a disk is full or broken. A second rollback fails, and its error would
 * replace the one that states the reason.
 */
class WriterDriver extends SqliteDriver {
  readonly #database: SqliteDatabase.Database;
  readonly #foreignLock: ForeignLock | undefined;
  #connection: Promise<DatabaseConnection> | undefined;

  constructor(database: SqliteDatabase.Database, foreignLock: ForeignLock | undefined) {
    super({ database: new StatementCache(database) });
    this.#database = database;
    this.#foreignLock = foreignLock;
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  async #connect(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return this.#foreignLock
      ? new PatientConnection(connection, this.#database, this.#foreignLock)
      : connection;
  }

  /** Takes the write lock at once: a statement in the middle could not wait for it. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Repeats a statement outside of transactions that found the file locked by another program. */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #database: SqliteDatabase.Database;
  readonly #foreignLock: ForeignLock;

  constructor(
    connection: DatabaseConnection,
    database: SqliteDatabase.Database,
    foreignLock: ForeignLock,
  ) {
    this.#connection = connection;
    this.#database = database;
    this.#foreignLock = foreignLock;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (;;)
      try {
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        const mayWait = databaseFaultOf(error) === 'busy' && !this.#database.inTransaction;
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        if (!mayWait || !(await this.#foreignLock.untilFree())) throw error;
      }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('the connection of the writer does not stream');
  }
}
