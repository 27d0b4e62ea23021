import type { Database, Statement } from 'better-sqlite3';

/** More than a gateway has; conditions with a list of ids are a statement per length. */
const STATEMENTS_MAX = 200;

/**
 * Caches a connection's prepared statements by their text: preparing one takes longer than running most.
 * SQLite re-prepares a statement itself if the tables change; one that is being iterated must not run
 * meanwhile, so only use `all` and `run`.
 */
export class StatementCache {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#database.close();
  }
}
