import SqliteDatabase from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../platform/thread-priority.ts';
import type { CheckpointMode, CheckpointResult } from './sqlite-checkpointer.ts';

/** Copies the write-ahead log into the database whenever it is asked, and tells how far that came. */
const { path } = workerData as { path: string };
lowerThreadPriority();
// No patience: writers may be waiting, and a reader that is in the way is asked again later.
const database = new SqliteDatabase(path, { timeout: 0 });
database.pragma('wal_autocheckpoint = 0');
parentPort?.on('message', (mode: CheckpointMode) => {
  const [result] = database.pragma(`wal_checkpoint(${mode})`) as [CheckpointResult];
  parentPort?.postMessage(result);
});
