import { sql } from 'kysely';
import {
  filterRows,
  isPattern,
  type LogFilter,
  type LogKeyword,
  REFUND_ROW,
} from '../log-filter.ts';
import type { Db } from '../schema.ts';
import { containsText, matchesPattern } from '../search.ts';
import type { IndexedColumn } from './collect-positions.ts';
import {
  CHUNK,
  mergeEncoded,
  intersectInto,
  listPositions,
  emptyBitmap,
  type Bitmap,
} from './bitmap.ts';

const CHUNKS_AT_ONCE = 64;

/** A value that rows must have: one of several, or one that contains a text or matches a pattern. */
interface Criterion {
  kind: IndexedColumn;
  values: readonly string[];
  by?: 'pattern' | 'part';
}

/**
 * Returns whether the index on positions can find the rows of a filter; without any of these criteria a
 * database index does.
 */
export function isIndexed(filter: LogFilter): boolean {
  const { requestId, apiKeyIds, type, apiKeyName, modelName, group, channelId, keyword } = filter;
  if (requestId || apiKeyIds) return false;
  return Boolean(type || apiKeyName || modelName || group || channelId || keyword);
}

/** The maximum number of ids, and their exclusive upper bound. */
interface Bounds {
  limit: number;
  below: number;
  /** Strictly by id, as needed to continue below an id. */
  inOrder: boolean;
}

/**
 * SQLite only: finds ids of the newest matching rows, newest first; with `below`, the highest ids below it.
 * Rows above the indexed range are scanned one by one, those below it through the index on time, so that
 * nothing older than the window is scanned.
 */
export async function findByIndex(
  db: Db,
  filter: LogFilter,
  { limit, below = Number.MAX_SAFE_INTEGER }: { limit: number; below?: number },
): Promise<number[]> {
  if (filter.userIds?.length === 0) return [];
  const bounds = { limit, below, inOrder: below < Number.MAX_SAFE_INTEGER };
  const known = await readKnown(db);
  if (!known) return readOlder(db, filter, below, bounds);
  const [first, end] = [known.lowest * CHUNK, (known.highest + 1) * CHUNK];
  const ids = below > end ? await readNewer(db, filter, end, bounds) : [];
  await findInChunks(db, filter, bounds, ids);
  if (ids.length < limit && known.oldestId < first) {
    const remaining = { ...bounds, limit: limit - ids.length };
    ids.push(...(await readOlder(db, filter, Math.min(below, first), remaining)));
  }
  return ids;
}

async function readKnown(
  db: Db,
): Promise<{ lowest: number; highest: number; oldestId: number } | undefined> {
  const { rows } = await sql<Record<'lowest' | 'highest' | 'oldestId', number | null>>`
    SELECT (SELECT min(chunk) FROM log_chunks) AS lowest, (SELECT max(chunk) FROM log_chunks) AS highest,
      (SELECT min(id) FROM logs) AS "oldestId"`.execute(db);
  const { lowest, highest, oldestId } = rows[0] ?? {};
  if (typeof lowest !== 'number' || typeof highest !== 'number') return undefined;
  return { lowest, highest, oldestId: oldestId ?? 0 };
}

/** Reads rows from an id on. The + keeps SQLite from using an index other than the id. */
async function readNewer(db: Db, filter: LogFilter, first: number, { limit, below }: Bounds) {
  const { userIds, start, end, ...rest } = filter;
  let query = filterRows(db, rest).select('id').where('id', '>=', first).where('id', '<', below);
  if (userIds) query = query.where(sql`+user_id`, 'in', userIds);
  if (start) query = query.where(sql`+created_at`, '>=', start);
  if (end) query = query.where(sql`+created_at`, '<=', end);
  return idsOf(await query.orderBy('id', 'desc').limit(limit).execute());
}

async function readOlder(db: Db, filter: LogFilter, below: number, { limit, inOrder }: Bounds) {
  const query = filterRows(db, filter).select('id').where('id', '<', below);
  const ordered = inOrder ? query : query.orderBy('created_at', 'desc');
  return idsOf(await ordered.orderBy('id', 'desc').limit(limit).execute());
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** Adds ids from the chunks, newest first, until there are enough. */
async function findInChunks(
  db: Db,
  filter: LogFilter,
  { limit, below }: Bounds,
  ids: number[],
): Promise<void> {
  const start = filter.start ?? 0;
  const end = filter.end || Number.MAX_SAFE_INTEGER;
  const criteria = listCriteria(filter);
  let beyond = Math.ceil(below / CHUNK);
  while (ids.length < limit) {
    const chunks = await db
      .selectFrom('log_chunks')
      .selectAll()
      .where('chunk', '<', beyond)
      .where('newest_at', '>=', start)
      .where('oldest_at', '<=', end)
      .orderBy('chunk', 'desc')
      .limit(CHUNKS_AT_ONCE)
      .execute();
    const last = chunks.at(-1);
    if (!last) return;
    beyond = last.chunk;
    const sets = await readSets(
      db,
      chunks.map(({ chunk }) => chunk),
      criteria,
    );
    for (const { chunk, oldest_at: oldest, newest_at: newest } of chunks) {
      const set = sets.get(chunk);
      if (!set || ids.length >= limit) continue;
      const matchingIds = listPositions(set)
        .map((position) => chunk * CHUNK + position)
        .filter((id) => id < below);
      const inside = (oldest ?? 0) >= start && (newest ?? 0) <= end && filter.refunds !== true;
      ids.push(
        ...(inside ? matchingIds : await keepRows(db, matchingIds, { ...filter, start, end })),
      );
    }
  }
  ids.length = limit;
}

/**
 * Lists what rows must match, each as a set of alternatives; without the time window. What tends to be rare
 * comes first, as the rest is only read for chunks that have it.
 */
function listCriteria(filter: LogFilter): Criterion[][] {
  const { userIds, type, apiKeyName, channelId, group, modelName, keyword } = filter;
  const model: Criterion = { kind: 'model', values: [modelName ?? ''] };
  return [
    ...(modelName ? [[isPattern(filter) ? { ...model, by: 'pattern' as const } : model]] : []),
    ...(apiKeyName ? [[{ kind: 'token', values: [apiKeyName] } as const]] : []),
    ...(userIds ? [[{ kind: 'user', values: userIds.map(String) } as const]] : []),
    ...(keyword ? [listKeywordCriteria(keyword)] : []),
    ...(channelId ? [[{ kind: 'channel', values: [String(channelId)] } as const]] : []),
    ...(group ? [[{ kind: 'group', values: [group] } as const]] : []),
    ...(type ? [[{ kind: 'type', values: [String(type)] } as const]] : []),
  ];
}

function listKeywordCriteria({ text, userIds }: LogKeyword): Criterion[] {
  return [
    { kind: 'token', values: [text], by: 'part' },
    { kind: 'model', values: [text], by: 'part' },
    ...(userIds.length === 0 ? [] : [{ kind: 'user', values: userIds.map(String) } as const]),
  ];
}

/** Reads the positions of rows that meet all criteria, by chunk; chunks without any are left out. */
async function readSets(
  db: Db,
  chunks: readonly number[],
  criteria: readonly (readonly Criterion[])[],
): Promise<Map<number, Bitmap>> {
  let sets: Map<number, Bitmap> | undefined;
  for (const anyOf of criteria) {
    const remaining = sets ? [...sets.keys()] : chunks;
    if (remaining.length === 0) break;
    const matches = await readSetsOf(db, remaining, anyOf);
    for (const [chunk, set] of sets ?? []) {
      const other = matches.get(chunk);
      if (other) intersectInto(other, set);
    }
    sets = matches;
  }
  return sets ?? new Map();
}

async function readSetsOf(
  db: Db,
  chunks: readonly number[],
  anyOf: readonly Criterion[],
): Promise<Map<number, Bitmap>> {
  const sets = new Map<number, Bitmap>();
  for (const { kind, values, by } of anyOf) {
    const query = db
      .selectFrom('log_places')
      .select(['chunk', 'places'])
      .where('chunk', 'in', chunks)
      .where('kind', '=', kind);
    const text = values[0] ?? '';
    const rows = await (
      by === 'pattern'
        ? query.where(matchesPattern<'log_places'>('value', text))
        : by === 'part'
          ? query.where(containsText<'log_places'>('value', text))
          : query.where('value', 'in', values)
    ).execute();
    for (const { chunk, places } of rows) {
      const set = sets.get(chunk) ?? emptyBitmap();
      mergeEncoded(set, places);
      sets.set(chunk, set);
    }
  }
  return sets;
}

/** Filters ids to rows inside the window (and to refunds, if requested), keeping their order. */
async function keepRows(
  db: Db,
  ids: readonly number[],
  { start, end, refunds = false }: { start: number; end: number; refunds?: boolean },
): Promise<number[]> {
  let query = db
    .selectFrom('logs')
    .select('id')
    .where(sql<boolean>`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .where(sql`+created_at`, '>=', start)
    .where(sql`+created_at`, '<=', end);
  if (refunds) query = query.where('other', 'like', REFUND_ROW);
  return idsOf(await query.orderBy('id', 'desc').execute());
}
