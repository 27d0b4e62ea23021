import { sql } from 'kysely';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Store } from '../open-store.ts';
import type { Db } from '../schema.ts';
import type { IndexedValue } from './collect-positions.ts';
import { CHUNK } from './bitmap.ts';

type SqliteStore = Store & Required<Pick<Store, 'sqlite'>>;

/** Values that one transaction writes: few, as calls wait for it. */
const VALUES_AT_ONCE = 64;

/** How many times index entries were dropped: what was collected before that is no longer valid. */
const forgotten = new WeakMap<Store, number>();

/**
 * SQLite only: indexes complete chunks of the log, the newest first, then backward until all are indexed.
 * Rows are read on the reader's thread. Calls do not depend on it: what is not indexed yet is read row by
 * row.
 */
export async function indexLogRows(store: Store, signal: AbortSignal): Promise<void> {
  if (!hasSqlite(store)) return;
  while (!signal.aborted) {
    // Not the reader: its thread need not start if there is nothing to do.
    const chunk = await findUnindexed(store.db);
    if (chunk === undefined) return;
    await indexChunk(store, chunk);
  }
}

/** SQLite only: drops the index of chunks with rows before a time, and of all older ones. */
export async function dropIndexBefore(store: Store, before: number): Promise<void> {
  if (!hasSqlite(store)) return;
  forgotten.set(store, (forgotten.get(store) ?? 0) + 1);
  const { last } = await store.db
    .selectFrom('log_chunks')
    .select(sql<number | null>`max(chunk)`.as('last'))
    .where('oldest_at', '<', before)
    .executeTakeFirstOrThrow();
  if (last === null) return;
  const chunks = await store.db
    .selectFrom('log_chunks')
    .select('chunk')
    .where('chunk', '<=', last)
    .orderBy('chunk')
    .execute();
  // Upward, so that the indexed range stays contiguous.
  for (const { chunk } of chunks) {
    await store.transaction(async (trx) => {
      for (const table of ['log_chunks', 'log_places'] as const)
        await trx.deleteFrom(table).where('chunk', '=', chunk).execute();
    });
    await letOthersRun();
  }
}

function hasSqlite(store: Store): store is SqliteStore {
  return store.sqlite !== undefined;
}

/** Finds the next complete chunk to index: above the indexed range, otherwise below it. */
async function findUnindexed(db: Db): Promise<number | undefined> {
  const { rows } = await sql<Record<'lowest' | 'highest' | 'applied' | 'oldest', number | null>>`
    SELECT (SELECT min(chunk) FROM log_chunks) AS lowest, (SELECT max(chunk) FROM log_chunks) AS highest,
      (SELECT max(applied_log_id) FROM nodes) AS applied, (SELECT min(id) FROM logs) AS oldest`.execute(
    db,
  );
  const { lowest, highest, applied, oldest } = rows[0] ?? {};
  if (oldest === null || oldest === undefined) return undefined;
  // Some rows that are not applied yet will be removed.
  const lastComplete = Math.floor(((applied ?? 0) + 1) / CHUNK) - 1;
  const first = Math.floor(oldest / CHUNK);
  if (typeof highest !== 'number' || typeof lowest !== 'number')
    return lastComplete >= first ? lastComplete : undefined;
  if (highest < lastComplete) return highest + 1;
  return lowest > first ? lowest - 1 : undefined;
}

async function indexChunk(store: SqliteStore, chunk: number): Promise<void> {
  const before = forgotten.get(store);
  const first = chunk * CHUNK;
  const { rows } = await sql<{ values: string; oldest: number | null; newest: number | null }>`
    SELECT collect_positions(id - ${first}, type, user_id, token_name, model_name, channel_id, "group") AS "values",
      min(created_at) AS oldest, max(created_at) AS newest
    FROM logs WHERE id BETWEEN ${first} AND ${first + CHUNK - 1} AND type >= 0`.execute(
    store.reader,
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate has one row');
  const values = JSON.parse(row.values) as IndexedValue[];
  const write = prepareWrites(store, chunk);
  await write((database) => void database.clear.run({ chunk }));
  for (let start = 0; start < values.length; start += VALUES_AT_ONCE) {
    await letOthersRun();
    await write(({ add }) => {
      for (const { kind, value, places } of values.slice(start, start + VALUES_AT_ONCE))
        add.run({ chunk, kind, value, places: Buffer.from(places, 'base64') });
    });
  }
  await write(({ finish }) => {
    if (forgotten.get(store) === before)
      finish.run({ chunk, oldest: row.oldest, newest: row.newest });
  });
}

/** Writes in short transactions between those of calls. */
function prepareWrites({ sqlite: { journal, whenWritable } }: SqliteStore, chunk: number) {
  const statements = {
    clear: journal.prepare('DELETE FROM log_places WHERE chunk = @chunk'),
    add: journal.prepare(
      'INSERT INTO log_places (chunk, kind, value, places) VALUES (@chunk, @kind, @value, @places)',
    ),
    finish: journal.prepare(
      'INSERT INTO log_chunks (chunk, oldest_at, newest_at) VALUES (@chunk, @oldest, @newest)',
    ),
  };
  return (work: (prepared: typeof statements) => void) =>
    new Promise<void>((resolve, reject) => {
      whenWritable(() => {
        try {
          journal.transaction(() => work(statements)).immediate();
          resolve();
        } catch (error) {
          reject(new Error(`places of chunk ${chunk} were not written`, { cause: error }));
        }
      });
    });
}
