import type { SortOf, TASK_SORTS } from '@tollgate/contract';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { BatchesTable } from './batches-table.ts';
import type { StoreTransaction } from './open-store.ts';
import { type CappedPage, COUNT_MAX, type PageRequest, readCappedPage } from './paging.ts';
import { FAR_AHEAD_MS, isDue } from './is-due.ts';
import { teamsNamed } from './named-users-repository.ts';
import type { Db } from './schema.ts';
import { sortedBy } from './sorted-by.ts';

export type BatchRow = Selectable<BatchesTable>;
export type NewBatch = Omit<Insertable<BatchesTable>, 'id'>;

/** Stores a batch that is about to be submitted, in the transaction that takes its hold. */
export function insertBatch(trx: StoreTransaction, batch: NewBatch): Promise<BatchRow> {
  return trx.insertInto('batches').values(batch).returningAll().executeTakeFirstOrThrow();
}

/** Counts a user's unfinished batches. */
export async function countRunningBatches(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('batches')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('ended_at', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** All batches that are not yet settled. */
export interface UnsettledBatches {
  count: number;
  /** Quota units held for them. */
  held: number;
  /** When the oldest was created, in seconds; undefined if there is none. */
  oldestAt: number | undefined;
}

export async function sumUnsettledBatches(db: Db): Promise<UnsettledBatches> {
  const { count, held, oldest } = await db
    .selectFrom('batches')
    .select([
      sql<number | string>`count(*)`.as('count'),
      sql<number | string>`coalesce(sum(hold), 0)`.as('held'),
      sql<number | string>`coalesce(min(created_at), 0)`.as('oldest'),
    ])
    .where('next_check_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    count: Number(count),
    held: Number(held),
    oldestAt: Number(count) === 0 ? undefined : Number(oldest),
  };
}

/**
 * Changes an unfinished batch; returns undefined for a finished one. Of concurrent attempts to end it, one
 * succeeds.
 */
export function changeRunningBatch(
  db: Db,
  id: number,
  change: Partial<Omit<BatchRow, 'id'>>,
): Promise<BatchRow | undefined> {
  return db
    .updateTable('batches')
    .set(change)
    .where('id', '=', id)
    .where('ended_at', '=', 0)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a batch that no provider accepted; returns undefined if it has already ended or been deleted. */
export function deleteBatch(trx: StoreTransaction, id: number): Promise<BatchRow | undefined> {
  return trx
    .deleteFrom('batches')
    .where('id', '=', id)
    .where('ended_at', '=', 0)
    .where('upstream_id', '=', '')
    .returningAll()
    .executeTakeFirst();
}

/** Finds an owner's batch that a provider has accepted. */
export function findOwnBatch(
  db: Db,
  userId: number,
  batchId: string,
): Promise<BatchRow | undefined> {
  return db
    .selectFrom('batches')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('user_id', '=', userId)
    .where('upstream_id', '!=', '')
    .executeTakeFirst();
}

/** Lists an owner's batches that a provider has accepted, newest first, after the row with an id. */
export function listOwnBatches(
  db: Db,
  userId: number,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<BatchRow[]> {
  let query = db
    .selectFrom('batches')
    .selectAll()
    .where('user_id', '=', userId)
    .where('upstream_id', '!=', '');
  if (after !== undefined) query = query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Lists batches that are due for a poll, the longest waiting first. */
export function listDueBatches(db: Db, now: number, limit: number): Promise<BatchRow[]> {
  return db
    .selectFrom('batches')
    .selectAll()
    .where(isDue(now, FAR_AHEAD_MS))
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

export interface BatchFilter {
  /** Undefined for all users. */
  userId: number | undefined;
  /** '' and 0 match any. */
  batchId: string;
  channelId: number;
  status: string;
  username: string;
  /** Creation time, in milliseconds. */
  start: number;
  end: number;
  sort: SortOf<typeof TASK_SORTS>;
}

/** A page of batches, and the sums of those counted. */
export interface BatchPage extends CappedPage<BatchRow> {
  totals: { requests: number; failed: number; quota: number; held: number };
}

const SORTED_BY: Readonly<Record<(typeof TASK_SORTS)[number], RawBuilder<unknown>>> = {
  submitted: sql.ref('created_at'),
  cost: sql.ref('charge'),
  status: sql.ref('status'),
};

/**
 * Returns one page of batches for the console, newest first or in the filter's sort order, with the sums of
 * all that match.
 */
export async function listBatches(
  db: Db,
  { userId, batchId, channelId, status, username, start, end, sort }: BatchFilter,
  page: PageRequest,
): Promise<BatchPage> {
  let query = db.selectFrom('batches');
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (batchId !== '') query = query.where('batch_id', '=', batchId);
  if (channelId !== 0) query = query.where('channel_id', '=', channelId);
  if (status !== '') query = query.where('status', '=', status);
  if (username !== '')
    query = query.where((where) =>
      where.or([
        where('username', '=', username),
        where('user_id', 'in', teamsNamed(db, username)),
      ]),
    );
  if (start !== 0) query = query.where('created_at', '>=', Math.floor(start / 1000));
  if (end !== 0) query = query.where('created_at', '<=', Math.floor(end / 1000));
  const newest = query.orderBy('id', 'desc');
  const sum = (value: ReturnType<typeof sql<number>>) => sql<number>`coalesce(sum(${value}), 0)`;
  const sums = await db
    .selectFrom(
      newest.select(['total', 'failed', 'charge', 'hold', 'ended_at']).limit(COUNT_MAX).as('some'),
    )
    .select([
      sum(sql<number>`total`).as('requests'),
      sum(sql<number>`failed`).as('failed'),
      sum(sql<number>`charge`).as('quota'),
      sum(sql<number>`case when ended_at = 0 then hold else 0 end`).as('held'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await readCappedPage(
    (limit) =>
      db
        .selectFrom(query.select('id').limit(limit).as('some'))
        .select(sql<number>`count(*)`.as('count')),
    query.selectAll().orderBy(sortedBy(sort, SORTED_BY, sql`id DESC`)),
    page,
  );
  const totals = {
    requests: Number(sums.requests),
    failed: Number(sums.failed),
    quota: Number(sums.quota),
    held: Number(sums.held),
  };
  return { ...rows, totals };
}
