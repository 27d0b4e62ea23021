import type { Database, Statement } from 'better-sqlite3';
import type { UsageRecord } from '../usage-record.ts';

/** What a running stream would be charged if it ended now. */
export interface StreamNote {
  /** Unique among all calls. */
  id: string;
  record: UsageRecord;
  /** Whether the stream is still to be charged. */
  isOpen: () => boolean;
}

/** The columns of the notes' table, in the journal's file or on SQLite in the database (migration 101). */
export const STREAM_NOTES_TABLE =
  'CREATE TABLE IF NOT EXISTS stream_notes (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID';

/**
 * Notes of running streams, in the file that holds the journal: a charge removes its stream's note in the
 * transaction that stores it, and a restart turns what is left into charges in one transaction. So a stream
 * is charged once, whenever its process is killed (ADR 131). Callers hold the transaction.
 */
export class StreamNotes {
  readonly #write: Statement;
  readonly #remove: Statement;
  readonly #list: Statement;
  readonly #clear: Statement;
  readonly #count: Statement;

  constructor(database: Database) {
    this.#write = database.prepare('INSERT OR REPLACE INTO stream_notes VALUES (?, ?)');
    this.#remove = database.prepare('DELETE FROM stream_notes WHERE id = ?');
    this.#list = database.prepare('SELECT record FROM stream_notes ORDER BY id').pluck();
    this.#clear = database.prepare('DELETE FROM stream_notes');
    this.#count = database.prepare('SELECT count(*) FROM stream_notes').pluck();
  }

  /** Writes notes, but not of streams whose charge was stored while this write had to wait. */
  write(notes: readonly StreamNote[], droppedIds: readonly string[]): void {
    for (const { id, record, isOpen } of notes)
      if (isOpen()) this.#write.run(id, JSON.stringify(record));
    for (const id of droppedIds) this.#remove.run(id);
  }

  /** Removes the note of a stream whose charge is stored in the same transaction. */
  remove(id: string): void {
    this.#remove.run(id);
  }

  count(): number {
    return this.#count.get() as number;
  }

  /** Removes all notes and returns their charges. */
  takeAll(): UsageRecord[] {
    const records = this.#list.all() as string[];
    if (records.length > 0) this.#clear.run();
    return records.map((record) => JSON.parse(record) as UsageRecord);
  }
}
