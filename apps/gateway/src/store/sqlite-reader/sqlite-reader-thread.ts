import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/thread-priority.ts';
import { connectSqlite } from '../connect-sqlite.ts';
import { addCollectPositions } from '../log-index/collect-positions.ts';
import { StatementCache } from '../statement-cache.ts';
import type { ReadResult, ReadRequest } from './reader-thread.ts';

interface OpenFile {
  path: string;
  statements: StatementCache;
}

/** The reader thread: runs one statement after another, on a read-only connection. */
const port = parentPort;
let file: OpenFile | undefined;
lowerThreadPriority();

port?.on('message', (request: ReadRequest) => port.postMessage(handle(request)));

function handle({ id, path, sql, parameters = [] }: ReadRequest): ReadResult {
  try {
    if (sql === undefined || file?.path !== path) close();
    if (sql === undefined) return { id, rows: [] };
    const { statements } = (file ??= open(path));
    return { id, rows: statements.prepare(sql).all(...parameters) };
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function open(path: string): OpenFile {
  const database = connectSqlite(path, { readonly: true, cacheMb: 32 });
  addCollectPositions(database);
  return { path, statements: new StatementCache(database) };
}

function close(): void {
  file?.statements.close();
  file = undefined;
}
