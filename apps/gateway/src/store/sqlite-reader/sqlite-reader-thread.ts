import type { Statement } from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/thread-priority.ts';
import { connectSqlite } from '../connect-sqlite.ts';
import { addCollectPositions } from '../log-index/collect-positions.ts';
import type { ReadResult, ReadRequest } from './reader-thread.ts';

/** The thread that reads: one statement after another, on a connection that can write nothing. */
const STATEMENTS_MAX = 200;

const port = parentPort;
lowerThreadPriority();
const database = connectSqlite(workerData as string, { readonly: true, cacheMb: 32 });
addCollectPositions(database);
const statements = new Map<string, Statement>();

port?.on('message', ({ id, sql, parameters }: ReadRequest) => {
  port.postMessage(answer(id, sql, parameters));
});

function answer(id: number, sql: string, parameters: readonly unknown[]): ReadResult {
  try {
    return { id, rows: prepare(sql).all(...parameters) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function prepare(sql: string): Statement {
  const known = statements.get(sql);
  if (known) return known;
  if (statements.size >= STATEMENTS_MAX) statements.clear();
  const statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
