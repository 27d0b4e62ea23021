import SqliteDatabase from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../platform/thread-priority.ts';
import type { CheckpointResult } from './sqlite-checkpointer.ts';

/** Copies the write-ahead log into the database whenever it is asked, and tells how far that came. */
const { path } = workerData as { path: string };
lowerThreadPriority();
const database = new SqliteDatabase(path);
database.pragma('wal_autocheckpoint = 0');
parentPort?.on('message', () => {
  const [result] = database.pragma('wal_checkpoint(PASSIVE)') as [CheckpointResult];
  parentPort?.postMessage(result);
});
