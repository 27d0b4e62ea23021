import type { Database, Statement } from 'better-sqlite3';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/thread-priority.ts';
import { connectSqlite } from '../connect-sqlite.ts';
import { addCollectPositions } from '../log-index/collect-positions.ts';
import type { ReadResult, ReadRequest } from './reader-thread.ts';

/** The thread that reads: one statement after another, on a connection that can write nothing. */
const STATEMENTS_MAX = 200;

interface OpenFile {
  path: string;
  database: Database;
  statements: Map<string, Statement>;
}

const port = parentPort;
let file: OpenFile | undefined;
lowerThreadPriority();

port?.on('message', (request: ReadRequest) => port.postMessage(answer(request)));

function answer({ id, path, sql, parameters = [] }: ReadRequest): ReadResult {
  try {
    if (sql === undefined || file?.path !== path) close();
    return { id, rows: sql === undefined ? [] : prepare(path, sql).all(...parameters) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function prepare(path: string, sql: string): Statement {
  const { database, statements } = (file ??= open(path));
  const known = statements.get(sql);
  if (known) return known;
  if (statements.size >= STATEMENTS_MAX) statements.clear();
  const statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

function open(path: string): OpenFile {
  const database = connectSqlite(path, { readonly: true, cacheMb: 32 });
  addCollectPositions(database);
  return { path, database, statements: new Map() };
}

function close(): void {
  file?.database.close();
  file = undefined;
}
