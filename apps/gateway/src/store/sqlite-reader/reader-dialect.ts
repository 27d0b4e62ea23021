import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ReaderThread } from './reader-thread.ts';

/** Kysely dialect that reads the SQLite file at `path` on a thread. Single statements only. */
export function readerDialect(path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ReaderDriver(new ReaderThread(path)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ReaderDriver implements Driver {
  readonly #thread: ReaderThread;
  readonly #connection: DatabaseConnection;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
    this.#connection = new ReaderConnection(thread);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = refuseTransaction;
  commitTransaction = refuseTransaction;
  rollbackTransaction = refuseTransaction;

  destroy(): Promise<void> {
    return this.#thread.close();
  }
}

class ReaderConnection implements DatabaseConnection {
  readonly #thread: ReaderThread;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: (await this.#thread.read(sql, parameters)) as Row[] };
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the reader of the database answers whole results only');
  }
}

async function refuseTransaction(): Promise<never> {
  throw new Error('the reader of the database has no transactions: its readers share a connection');
}
