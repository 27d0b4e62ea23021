import { type Kysely, sql } from 'kysely';
import { filterRows, isPattern, type LogFilter } from '../log-filter.ts';
import type { Database } from '../schema.ts';
import { matchesPattern } from '../search.ts';
import type { PlaceKind } from './collect-places.ts';
import { CHUNK, decodeInto, keepCommon, listPlaces, noPlaces, type PlaceSet } from './place-set.ts';

type Db = Kysely<Database>;

const CHUNKS_AT_ONCE = 64;

/** A value that rows must have; of a user one of several, of a model a pattern. */
interface Wanted {
  kind: PlaceKind;
  values: readonly string[];
  isPattern?: boolean;
}

/** Whether places lead to the rows of a filter; without one of these an index does. */
export function isPlaced(filter: LogFilter): boolean {
  const { requestId, type, tokenName, modelName, group, channelId } = filter;
  return !requestId && Boolean(type || tokenName || modelName || group || channelId);
}

/**
 * SQLite only: ids of the newest rows that match, the newest first, at most `limit`. Rows above what
 * is written down are looked at one by one, below it by the index of times.
 */
export async function findPlaced(db: Db, filter: LogFilter, limit: number): Promise<number[]> {
  if (filter.userIds?.length === 0) return [];
  const known = await readKnown(db);
  if (!known) return readOlder(db, filter, Number.MAX_SAFE_INTEGER, limit);
  const ids = await readNewer(db, filter, (known.highest + 1) * CHUNK, limit);
  await findInChunks(db, filter, limit, ids);
  const first = known.lowest * CHUNK;
  if (ids.length < limit && known.oldestId < first)
    ids.push(...(await readOlder(db, filter, first, limit - ids.length)));
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

/** Rows from an id on. The + keeps SQLite from taking another way than by id. */
async function readNewer(db: Db, filter: LogFilter, first: number, limit: number) {
  const { userIds, start, end, ...rest } = filter;
  let query = filterRows(db, rest).select('id').where('id', '>=', first);
  if (userIds) query = query.where(sql`+user_id`, 'in', userIds);
  if (start) query = query.where(sql`+created_at`, '>=', start);
  if (end) query = query.where(sql`+created_at`, '<=', end);
  return idsOf(await query.orderBy('id', 'desc').limit(limit).execute());
}

async function readOlder(db: Db, filter: LogFilter, below: number, limit: number) {
  const rows = await filterRows(db, filter)
    .select('id')
    .where('id', '<', below)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return idsOf(rows);
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** Adds ids from the chunks, the newest first, until there are enough. */
async function findInChunks(
  db: Db,
  filter: LogFilter,
  limit: number,
  ids: number[],
): Promise<void> {
  const start = filter.start ?? 0;
  const end = filter.end || Number.MAX_SAFE_INTEGER;
  const wanted = listWanted(filter);
  let below = Number.MAX_SAFE_INTEGER;
  while (ids.length < limit) {
    const chunks = await db
      .selectFrom('log_chunks')
      .selectAll()
      .where('chunk', '<', below)
      .where('newest_at', '>=', start)
      .where('oldest_at', '<=', end)
      .orderBy('chunk', 'desc')
      .limit(CHUNKS_AT_ONCE)
      .execute();
    const last = chunks.at(-1);
    if (!last) return;
    below = last.chunk;
    const sets = await readSets(
      db,
      chunks.map(({ chunk }) => chunk),
      wanted,
    );
    for (const { chunk, oldest_at: oldest, newest_at: newest } of chunks) {
      const set = sets.get(chunk);
      if (!set || ids.length >= limit) continue;
      const found = listPlaces(set).map((place) => chunk * CHUNK + place);
      const inside = (oldest ?? 0) >= start && (newest ?? 0) <= end;
      ids.push(...(inside ? found : await keepWindow(db, found, start, end)));
    }
  }
  ids.length = limit;
}

/** What rows must have to match; the window is not in it. */
function listWanted(filter: LogFilter): Wanted[] {
  const { userIds, type, tokenName, channelId, group, modelName } = filter;
  return [
    ...(type ? [{ kind: 'type', values: [String(type)] } as const] : []),
    ...(userIds ? [{ kind: 'user', values: userIds.map(String) } as const] : []),
    ...(tokenName ? [{ kind: 'token', values: [tokenName] } as const] : []),
    ...(channelId ? [{ kind: 'channel', values: [String(channelId)] } as const] : []),
    ...(group ? [{ kind: 'group', values: [group] } as const] : []),
    ...(modelName
      ? [{ kind: 'model', values: [modelName], isPattern: isPattern(filter) } as const]
      : []),
  ];
}

/** For each chunk that has them, the places of rows with all that is wanted. */
async function readSets(
  db: Db,
  chunks: readonly number[],
  wanted: readonly Wanted[],
): Promise<Map<number, PlaceSet>> {
  let sets: Map<number, PlaceSet> | undefined;
  for (const one of wanted) {
    const left = sets ? [...sets.keys()] : chunks;
    if (left.length === 0) break;
    const found = await readSetsOf(db, left, one);
    for (const [chunk, set] of sets ?? []) {
      const other = found.get(chunk);
      if (other) keepCommon(other, set);
    }
    sets = found;
  }
  return sets ?? new Map();
}

async function readSetsOf(
  db: Db,
  chunks: readonly number[],
  { kind, values, isPattern: byPattern }: Wanted,
): Promise<Map<number, PlaceSet>> {
  const query = db
    .selectFrom('log_places')
    .select(['chunk', 'places'])
    .where('chunk', 'in', chunks)
    .where('kind', '=', kind);
  const rows = await (
    byPattern
      ? query.where(matchesPattern<'log_places'>('value', values[0] ?? ''))
      : query.where('value', 'in', values)
  ).execute();
  const sets = new Map<number, PlaceSet>();
  for (const { chunk, places } of rows) {
    const set = sets.get(chunk) ?? noPlaces();
    decodeInto(set, places);
    sets.set(chunk, set);
  }
  return sets;
}

/** Of ids, those of rows inside the window, in the same order. */
async function keepWindow(
  db: Db,
  ids: readonly number[],
  start: number,
  end: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('logs')
    .select('id')
    .where(sql<boolean>`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .where(sql`+created_at`, '>=', start)
    .where(sql`+created_at`, '<=', end)
    .orderBy('id', 'desc')
    .execute();
  return idsOf(rows);
}
