import { CHANNEL_ENABLED, type CHANNEL_SORTS } from '@tollgate/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { yieldEventLoop } from '../platform/yield-event-loop.ts';
import { replaceAbilities, updateAbilities } from './abilities-repository.ts';
import { containsText, hasWord } from './search.ts';
import type { ChannelsTable, Db } from './schema.ts';

export type ChannelRecord = Selectable<ChannelsTable>;

/** Every channel, for the catalog. */
export function listAllChannels(db: Db): Promise<ChannelRecord[]> {
  return db.selectFrom('channels').selectAll().orderBy('id').execute();
}

export function findChannelById(db: Db, id: number): Promise<ChannelRecord | undefined> {
  return db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface ChannelFilter {
  /** Part of the name, or the exact id; `idsByKey` adds channels found by their key. */
  keyword?: string;
  idsByKey?: readonly number[];
  group?: string;
  model?: string;
  status?: number;
  type?: number;
  tag?: string;
}

function filtered(db: Db, filter: ChannelFilter) {
  let query = db.selectFrom('channels');
  const { keyword, idsByKey = [] } = filter;
  if (keyword) {
    query = query.where((where) =>
      where.or([
        containsText<'channels'>('name', keyword),
        ...(/^\d{1,15}$/.test(keyword) ? [where('id', '=', Number(keyword))] : []),
        ...(idsByKey.length > 0 ? [where('id', 'in', [...idsByKey])] : []),
      ]),
    );
  }
  if (filter.group) query = query.where(hasWord<'channels'>('group', filter.group));
  if (filter.model) query = query.where(containsText<'channels'>('models', filter.model));
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.type) query = query.where('type', '=', filter.type);
  if (filter.tag !== undefined) query = query.where('tag', '=', filter.tag);
  return query;
}

/** The columns needed to sort channels and to determine their conditions. */
export type ChannelOutline = Pick<
  ChannelRecord,
  'id' | 'tag' | 'status' | 'status_reason' | 'response_time' | 'test_time' | 'test_fault'
>;

export type ChannelOrder =
  | (typeof CHANNEL_SORTS)[number]
  | `-${(typeof CHANNEL_SORTS)[number]}`
  | '';

/**
 * Lists every matching channel with few columns, by a column and then newest first, otherwise by priority and
 * then newest first.
 */
export function listOutlines(
  db: Db,
  filter: ChannelFilter,
  order: ChannelOrder,
): Promise<ChannelOutline[]> {
  const rows = filtered(db, filter).select([
    'id',
    'tag',
    'status',
    'status_reason',
    'response_time',
    'test_time',
    'test_fault',
  ]);
  const name = order.replace('-', '') as (typeof CHANNEL_SORTS)[number] | '';
  // What is not a column is sorted by the caller, who has the values.
  if (name === '' || name === 'condition' || name === 'failures' || name === 'first_token')
    return rows.orderBy('priority', 'desc').orderBy('id', 'desc').execute();
  const column = name === 'balance' ? 'balance_micros' : name;
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  return (
    name === 'name'
      ? rows.orderBy(sql`lower(name)`, direction).orderBy('id', 'desc')
      : rows.orderBy(column, direction).orderBy('id', 'desc')
  ).execute();
}

/** Returns channels by id, in the order of the ids. */
export async function listChannelsById(db: Db, ids: readonly number[]): Promise<ChannelRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function listChannelsOfTag(db: Db, tag: string): Promise<ChannelRecord[]> {
  return db
    .selectFrom('channels')
    .selectAll()
    .where('tag', '=', tag)
    .orderBy('priority', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Finds channels whose keys' hashes include this keyed hash. */
export async function findChannelIdsByKeyHash(db: Db, keyHash: string): Promise<number[]> {
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('key_hash', '=', keyHash)
    .execute();
  return rows.map(({ id }) => id);
}

export type NewChannel = Omit<Insertable<ChannelsTable>, 'id' | 'used_quota'>;

/** SQLite responds synchronously: calls are served between so many channels. */
const INSERTS_A_TURN = 20;

/** Inserts channels with their abilities; part of the caller's transaction. */
export async function insertChannels(
  trx: Db,
  channels: readonly NewChannel[],
): Promise<ChannelRecord[]> {
  const rows: ChannelRecord[] = [];
  for (const channel of channels) {
    if (rows.length % INSERTS_A_TURN === INSERTS_A_TURN - 1) await yieldEventLoop();
    const row = await trx
      .insertInto('channels')
      .values(channel)
      .returningAll()
      .executeTakeFirstOrThrow();
    await replaceAbilities(trx, row);
    rows.push(row);
  }
  return rows;
}

export type ChannelChanges = Omit<Updateable<ChannelsTable>, 'id' | 'used_quota'>;

/** Changes columns of a channel and updates its abilities; part of the caller's transaction. */
export async function updateChannel(
  trx: Db,
  id: number,
  changes: ChannelChanges,
): Promise<ChannelRecord | undefined> {
  const row =
    Object.keys(changes).length === 0
      ? await findChannelById(trx, id)
      : await trx
          .updateTable('channels')
          .set(changes)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
  if (row) await replaceAbilities(trx, row);
  return row;
}

const CHANGED_AT_ONCE = 500;

/**
 * Changes columns of many channels and updates their abilities; part of the caller's transaction. Returns the
 * changed rows. A few statements for all of them: one for each would stop everything else on SQLite.
 */
export async function updateChannels(
  trx: Db,
  ids: readonly number[],
  changes: ChannelChanges,
): Promise<ChannelRecord[]> {
  const changed: ChannelRecord[] = [];
  for (let start = 0; start < ids.length; start += CHANGED_AT_ONCE) {
    const rows = await trx
      .updateTable('channels')
      .set(changes)
      .where('id', 'in', ids.slice(start, start + CHANGED_AT_ONCE))
      .returningAll()
      .execute();
    if (rows.length > 0) await updateAbilities(trx, rows, changes);
    changed.push(...rows);
  }
  return changed;
}

/** Deletes channels and their abilities; returns how many existed. */
export async function deleteChannels(trx: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  await trx
    .deleteFrom('abilities')
    .where('channel_id', 'in', [...ids])
    .execute();
  const result = await trx
    .deleteFrom('channels')
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Lists the ids of all channels that are disabled, manually or automatically. */
export async function listDisabledChannelIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('channels').select('id').where('status', '!=', 1).execute();
  return rows.map(({ id }) => id);
}

/** Lists ids of channels with one of these statuses, in order. */
export async function listChannelIdsByStatus(
  db: Db,
  statuses: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('status', 'in', statuses)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lists ids of enabled channels that were created before a time and whose balance has not been read since.
 */
export async function listStaleBalances(db: Db, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('status', '=', CHANNEL_ENABLED)
    .where('balance_updated_time', '<=', before)
    .where('created_time', '<=', before)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasChannel(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('channels').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Records the result of a test. */
export async function setTestResult(
  db: Db,
  id: number,
  { responseTimeMs, at, fault }: { responseTimeMs: number | undefined; at: number; fault: string },
): Promise<void> {
  await db
    .updateTable('channels')
    .set({
      test_time: at,
      test_fault: fault,
      ...(responseTimeMs === undefined ? {} : { response_time: responseTimeMs }),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Records the response times of channels to real calls; a channel that responded is no longer marked by a
 * failed test.
 */
export async function setResponseTimes(
  trx: Db,
  times: readonly { id: number; responseTimeMs: number }[],
): Promise<void> {
  for (const { id, responseTimeMs } of times) {
    await trx
      .updateTable('channels')
      .set({ response_time: responseTimeMs, test_fault: '' })
      .where('id', '=', id)
      .execute();
  }
}

export async function setBalance(
  db: Db,
  id: number,
  result: { balanceMicros: number; at: number },
): Promise<void> {
  await db
    .updateTable('channels')
    .set({ balance_micros: result.balanceMicros, balance_updated_time: result.at })
    .where('id', '=', id)
    .execute();
}

/**
 * Moves a channel from one status to another, in the caller's transaction; returns false if its status is no
 * longer `from`.
 */
export async function setChannelStatus(
  trx: Db,
  change: { id: number; from: number; to: number; reason: string; at: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('channels')
    .set({ status: change.to, status_reason: change.reason, status_time: change.at })
    .where('id', '=', change.id)
    .where('status', '=', change.from)
    .returningAll()
    .executeTakeFirst();
  if (row) await replaceAbilities(trx, row);
  return row !== undefined;
}
