import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../platform/operator-error.ts';
import { snapshotSqlite } from './backup/sqlite-snapshot.ts';
import { connectSqlite } from './connect-sqlite.ts';

/** Size of the file before and after, in bytes. */
export interface Compaction {
  before: number;
  after: number;
}

/**
 * Rewrites SQLite's file without its free pages, and so that it releases free pages by itself from then on.
 * Nobody else may have it open. The old file stays until the new one is complete, so the folder needs space
 * for both. Calls `onWritten` once the new one is. Throws an OperatorError if another process has opened or
 * changed the old file meanwhile (an import needs no running gateway), as its writes would be lost. Throws
 * SQLite's Error if the disk is full or the file is damaged.
 */
export function compactSqlite(path: string, onWritten: () => void = () => {}): Compaction {
  const copy = `${path}.compact`;
  rmSync(copy, { force: true });
  const before = statSync(path).size;
  try {
    snapshotSqlite(path, copy);
    refuseOpen(path);
    const copied = statSync(path, { bigint: true });
    const written = connectSqlite(copy, { cacheMb: 64 });
    try {
      const result = written.pragma('quick_check(1)', { simple: true });
      if (result !== 'ok') throw new Error(`${path}: ${String(result)}`);
      written.pragma('journal_mode = WAL');
    } finally {
      written.close();
    }
    // Must be on disk before it replaces the old file.
    const file = openSync(copy, 'r+');
    fsyncSync(file);
    closeSync(file);
    onWritten();
    refuseOpen(path);
    if (statSync(path, { bigint: true }).mtimeNs !== copied.mtimeNs) refuse(path);
    renameSync(copy, path);
  } finally {
    rmSync(copy, { force: true });
  }
  return { before, after: statSync(path).size };
}

/** Refuses while a write-ahead log exists: the last connection to close a file removes it. */
function refuseOpen(path: string): void {
  if (existsSync(`${path}-wal`)) refuse(path);
}

function refuse(path: string): never {
  throw new OperatorError('data.locked', { folder: dirname(path) });
}
