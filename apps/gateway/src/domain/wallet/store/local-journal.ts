import Database, { type Statement } from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { type Checkpointer, startCheckpointer } from '../../../store/sqlite-checkpointer.ts';
import { watchFilePlace } from '../../../platform/watch-file-place.ts';
import { createWriterLock } from '../../../store/writer-lock.ts';
import type { JournalState } from '../backend.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { STREAM_NOTES_TABLE, type StreamNote, StreamNotes } from './stream-notes.ts';
import type { UsageRecord } from '../usage-record.ts';

export interface JournalEntry {
  sequence: number;
  record: UsageRecord;
}

export interface JournalOptions {
  path: string;
  /** `full` waits for the disk on every commit. */
  durability: 'normal' | 'full';
  /** Size of waiting entries above which the journal reports itself full; it still accepts more. */
  bytesMax?: number;
}

const OWNER_TABLE = 'CREATE TABLE IF NOT EXISTS owner (node_id TEXT NOT NULL)';
const REFUSED_TABLE =
  'CREATE TABLE IF NOT EXISTS refused (sequence INTEGER PRIMARY KEY, reason TEXT NOT NULL, record TEXT NOT NULL)';
/** An entry as text; with the id of its stream's note, if there is one. */
type WaitingEntry = string | { text: string; noteId: string };

const BYTES_MAX = 1024 * 1024 * 1024;

/**
 * Append-only file that makes finished calls durable next to the process, while the real database is remote
 * or down. Entries are removed in order once they are shipped.
 */
export class LocalJournal {
  readonly #database: Database.Database;
  readonly #groupCommit: GroupCommit<WaitingEntry>;
  readonly #checkpointer: Checkpointer;
  readonly #notes: StreamNotes;
  readonly #whenFree: (work: () => void) => void;
  readonly #insert: Statement;
  readonly #select: Statement;
  readonly #newest: Statement;
  readonly #remove: Statement;
  readonly #sum: Statement;
  readonly #bytesMax: number;
  readonly #isFileInPlace: () => Promise<boolean>;
  #rows = 0;
  #bytes = 0;
  #oldestAt: number | undefined;

  /** Opens or creates the file. */
  constructor({ path, durability, bytesMax = BYTES_MAX }: JournalOptions) {
    const database = new Database(path);
    chmodSync(path, 0o600);
    this.#isFileInPlace = watchFilePlace(path);
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${durability}`);
    database.exec(
      'CREATE TABLE IF NOT EXISTS entries (sequence INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL)',
    );
    database.exec(STREAM_NOTES_TABLE);
    this.#notes = new StreamNotes(database);
    this.#insert = database.prepare('INSERT INTO entries (record) VALUES (?)');
    this.#select = database.prepare(
      'SELECT sequence, record FROM entries ORDER BY sequence LIMIT ?',
    );
    this.#newest = database.prepare('SELECT coalesce(max(sequence), 0) FROM entries').pluck();
    this.#remove = database.prepare('DELETE FROM entries WHERE sequence <= ?');
    this.#sum = database.prepare(
      'SELECT count(*) AS rows, coalesce(sum(length(record)), 0) AS bytes FROM entries WHERE sequence <= ?',
    );
    this.#database = database;
    this.#bytesMax = bytesMax;
    const { rows, bytes } = this.#sizeUpTo(Number.MAX_SAFE_INTEGER);
    this.#rows = rows;
    this.#bytes = bytes;
    this.#oldestAt = this.#readOldest();
    const lock = createWriterLock();
    this.#whenFree = lock.whenFree;
    this.#checkpointer = startCheckpointer({ database, hold: lock.hold });
    this.#groupCommit = createGroupCommit<WaitingEntry>({
      database,
      whenWritable: lock.whenFree,
      insert: (entries) => {
        for (const entry of entries) this.#insertEntry(entry);
      },
      onCommitted: (entries) => this.#count(entries),
    });
  }

  /**
   * Returns the node that this journal belongs to: `candidate` for a new one. Stored inside the file, so that
   * its numbers are never taken for another node's.
   */
  nodeId(candidate: string): string {
    const owner = this.owner();
    if (owner !== undefined) return owner;
    this.#database.prepare('INSERT INTO owner VALUES (?)').run(candidate);
    return candidate;
  }

  /** Returns the node that this journal belongs to; undefined while it has none. */
  owner(): string | undefined {
    this.#database.exec(OWNER_TABLE);
    return this.#database.prepare('SELECT node_id FROM owner').pluck().get() as string | undefined;
  }

  /** Resolves when the record is durable. Accepts it however full the journal is. */
  append(record: UsageRecord): Promise<void> {
    const text = JSON.stringify(record);
    const { noteId } = record;
    return this.#groupCommit.append(noteId === undefined ? text : { text, noteId });
  }

  /** Stores what running streams have delivered, and forgets dropped notes. */
  note(notes: readonly StreamNote[], droppedIds: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#whenFree(() => {
        try {
          this.#database.transaction(() => this.#notes.write(notes, droppedIds)).immediate();
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  /** Number of streams of an earlier process that are noted but not charged. */
  notedStreams(): number {
    return this.#notes.count();
  }

  /**
   * Turns what streams of an earlier process had delivered into entries; returns their number. `appliedUpTo`
   * is the database's watermark: if it is beyond this file's numbers, the file is older than what was shipped
   * from it, and its streams may have been charged. Must be called before new numbers are set: entries made
   * from a copy of this file then have the same numbers, and are shipped once.
   */
  chargeNotedStreams(appliedUpTo: number): number {
    const isOutdated = this.#lastNumber() < appliedUpTo;
    const texts = this.#database
      .transaction(() => {
        const records = this.#notes.takeAll();
        if (isOutdated) return [];
        const entries = records.map((record) => JSON.stringify(record));
        for (const entry of entries) this.#insertEntry(entry);
        return entries;
      })
      .immediate();
    if (texts.length > 0) this.#count(texts);
    return texts.length;
  }

  /** Returns the oldest entries, at most `limit`. */
  oldest(limit: number): JournalEntry[] {
    const rows = this.#select.all(limit) as { sequence: number; record: string }[];
    return rows.map(({ sequence, record }) => ({
      sequence,
      record: parseRecord(record),
    }));
  }

  /** Returns the number of the newest entry; 0 if there is none. */
  newest(): number {
    return this.#newest.get() as number;
  }

  /** Deletes entries up to and including `sequence`. */
  deleteUpTo(sequence: number): void {
    const { rows, bytes } = this.#sizeUpTo(sequence);
    this.#remove.run(sequence);
    this.#rows -= rows;
    // SQLite counts characters, JavaScript UTF-16 units: an empty journal is 0 bytes, whatever the sums
    // yield.
    this.#bytes = this.#rows === 0 ? 0 : this.#bytes - bytes;
    this.#oldestAt = this.#readOldest();
  }

  /** Moves the oldest entry aside for manual inspection. */
  quarantine({ sequence, record }: JournalEntry, reason: string): void {
    this.#database.exec(REFUSED_TABLE);
    this.#database
      .prepare('INSERT OR REPLACE INTO refused VALUES (?, ?, ?)')
      .run(sequence, reason, JSON.stringify(record));
    this.deleteUpTo(sequence);
  }

  /**
   * Numbers new entries above `sequence`. A journal that was lost, restored or truncated by a power failure
   * would otherwise reuse numbers that the database has already seen.
   */
  startSequenceAbove(sequence: number): void {
    this.#database.exec(
      "INSERT INTO sqlite_sequence (name, seq) SELECT 'entries', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'entries')",
    );
    this.#database
      .prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'entries'")
      .run(sequence);
  }

  state(): JournalState {
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      oldestAt: this.#oldestAt,
      isFileInPlace: this.#isFileInPlace,
    };
  }

  /** Returns whether so much is waiting that no new call should start. */
  isFull(): boolean {
    return this.#bytes >= this.#bytesMax;
  }

  /** Returns SQLite's `synchronous` level: 1 normal, 2 full. */
  synchronous(): unknown {
    return this.#database.pragma('synchronous', { simple: true });
  }

  /** Commits the waiting entries and closes the file. */
  async close(): Promise<void> {
    this.#groupCommit.commitNow();
    await this.#checkpointer.stop();
    this.#database.close();
  }

  #insertEntry(entry: WaitingEntry): void {
    this.#insert.run(textOf(entry));
    if (typeof entry !== 'string') this.#notes.remove(entry.noteId);
  }

  #count(entries: readonly WaitingEntry[]): void {
    this.#rows += entries.length;
    for (const entry of entries) this.#bytes += textOf(entry).length;
    // Not read from the file: nothing that can fail may run between a commit and its callers.
    const first = textOf(entries[0] as WaitingEntry);
    this.#oldestAt ??= (JSON.parse(first) as UsageRecord).row.created_at;
  }

  /** The highest number ever given to an entry. */
  #lastNumber(): number {
    const sequence = this.#database
      .prepare("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'entries'")
      .pluck();
    return sequence.get() as number;
  }

  #sizeUpTo(sequence: number): { rows: number; bytes: number } {
    return this.#sum.get(sequence) as { rows: number; bytes: number };
  }

  #readOldest(): number | undefined {
    return this.oldest(1)[0]?.record.row.created_at;
  }
}

function textOf(entry: WaitingEntry): string {
  return typeof entry === 'string' ? entry : entry.text;
}

/** Matches a NUL or a lone surrogate: `JSON.stringify` writes only these as such escapes. */
const NO_TEXT = /\\u(?:0000|d[89a-f])/;

/**
 * Replaces characters that PostgreSQL refuses in text; callers and upstreams may send them. One refused entry
 * would block all behind it.
 */
function parseRecord(text: string): UsageRecord {
  if (!NO_TEXT.test(text)) return JSON.parse(text) as UsageRecord;
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value,
  ) as UsageRecord;
}
