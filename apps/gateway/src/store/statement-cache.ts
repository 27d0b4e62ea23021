import type { Database, Statement } from 'better-sqlite3';

/** More than a gateway has; a list of ids in a condition makes one for each length. */
const STATEMENTS_MAX = 200;

/**
 * Prepared statements of a connection by their text: to prepare one takes longer than to run most. A
 * statement outlives a change of the tables, SQLite prepares it again by itself; what is being iterated
 * may not run meanwhile, so only `all` and `run` are for it.
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
