import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { createGroupCommit } from './group-commit.ts';
import type { UsageRecord } from './usage-record.ts';

export interface JournalEntry {
  sequence: number;
  record: UsageRecord;
}

/**
 * An append-only file beside the process that makes finished calls durable while the real
 * database is far away or down. Entries leave it in order, once they are shipped.
 */
export interface LocalJournal {
  append(record: UsageRecord): Promise<void>;
  /** The oldest entries, at most `limit`. */
  oldest(limit: number): JournalEntry[];
  /** Forgets entries up to and including `sequence`. */
  forgetUpTo(sequence: number): void;
  /** Entries that wait. */
  size(): number;
  close(): void;
}

/** Opens or creates the journal file. `full` waits for the disk on every commit. */
export function openLocalJournal(path: string, durability: 'normal' | 'full'): LocalJournal {
  const database = new Database(path);
  chmodSync(path, 0o600);
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${durability}`);
  database.exec(
    'CREATE TABLE IF NOT EXISTS entries (sequence INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO entries (record) VALUES (?)');
  const select = database.prepare('SELECT sequence, record FROM entries ORDER BY sequence LIMIT ?');
  const remove = database.prepare('DELETE FROM entries WHERE sequence <= ?');
  const count = database.prepare('SELECT count(*) AS size FROM entries');
  let size = (count.get() as { size: number }).size;

  const groupCommit = createGroupCommit<UsageRecord>({
    database,
    whenWritable: (run) => run(),
    insert: (record) => insert.run(JSON.stringify(record)),
    onCommitted: (records) => {
      size += records.length;
    },
  });
  return {
    append: (record) => groupCommit.append(record),
    oldest: (limit) =>
      (select.all(limit) as { sequence: number; record: string }[]).map(({ sequence, record }) => ({
        sequence,
        record: JSON.parse(record) as UsageRecord,
      })),
    forgetUpTo(sequence) {
      size -= remove.run(sequence).changes;
    },
    size: () => size,
    close() {
      groupCommit.commitNow();
      database.close();
    },
  };
}
