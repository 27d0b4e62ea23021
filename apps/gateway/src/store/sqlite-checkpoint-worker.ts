import SqliteDatabase from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../platform/thread-priority.ts';
import type { CheckpointMode, CheckpointResult } from './sqlite-checkpointer.ts';

/** Runs a checkpoint of the write-ahead log on request, and reports how far it got. */
const { path } = workerData as { path: string };
lowerThreadPriority();
// No timeout: writers may be waiting, and if a reader is in the way the checkpoint is retried later.
const database = new SqliteDatabase(path, { timeout: 0 });
database.pragma('wal_autocheckpoint = 0');
parentPort?.on('message', (mode: CheckpointMode) => {
  const [result] = database.pragma(`wal_checkpoint(${mode})`) as [CheckpointResult];
  parentPort?.postMessage(result);
});
