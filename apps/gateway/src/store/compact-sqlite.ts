import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../platform/operator-error.ts';
import { snapshotSqlite } from './backup/sqlite-snapshot.ts';
import { connectSqlite } from './connect-sqlite.ts';

/** How large the file was and is, in bytes. */
export interface Compaction {
  before: number;
  after: number;
}

/**
 * Writes SQLite's file anew without its free pages, and so that it gives free pages back by itself from
 * then on. Nobody else may have it open. The old file stays in place until the new one is whole, so the
 * folder needs room for both. `onWritten` is told when it is. Throws an OperatorError where somebody has opened or
 * changed the old file meanwhile, as an import does that needs no gateway: what it wrote would be lost with it. Throws
 * an Error of SQLite when the disk is full or the file is damaged.
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
    // On the disk before it takes the place of what is.
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

/** The last one to close a file takes its write-ahead log in. */
function refuseOpen(path: string): void {
  if (existsSync(`${path}-wal`)) refuse(path);
}

function refuse(path: string): never {
  throw new OperatorError('data.locked', { folder: dirname(path) });
}
