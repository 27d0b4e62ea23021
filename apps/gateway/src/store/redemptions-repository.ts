import {
  type REDEMPTION_SORTS,
  REDEMPTION_UNUSED,
  REDEMPTION_USED,
  type SortOf,
} from '@tollgate/contract';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { type Page, type PageRequest, readPage } from './paging.ts';
import type { RedemptionsTable, Db } from './schema.ts';
import { containsText } from './search.ts';
import { sortedBy } from './sorted-by.ts';

export type RedemptionRow = Selectable<RedemptionsTable>;

export interface RedemptionFilter {
  /** The id, or part of the name. */
  keyword?: string;
  /** The keyed hash of a whole code; found in addition to the keyword's matches. */
  keyHash?: string;
  /** 0 matches any. */
  status?: number;
  /** The agent who bought them. */
  sellerId?: number;
  sort?: SortOf<typeof REDEMPTION_SORTS>;
}

/** Finds a code that is not deleted. */
export function findRedemption(db: Db, id: number): Promise<RedemptionRow | undefined> {
  return db
    .selectFrom('redemptions')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Finds a code that is not deleted by its keyed hash. */
export function findRedemptionByHash(db: Db, keyHash: string): Promise<RedemptionRow | undefined> {
  return db
    .selectFrom('redemptions')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

function findCodes(db: Db, { keyword, keyHash, status, sellerId }: RedemptionFilter) {
  let query = db.selectFrom('redemptions').where('deleted_at', 'is', null);
  if (keyword)
    query = query.where((where) =>
      where.or([
        containsText<'redemptions'>('name', keyword),
        ...(/^\d{1,15}$/.test(keyword) ? [where('id', '=', Number(keyword))] : []),
        ...(keyHash ? [where('key_hash', '=', keyHash)] : []),
      ]),
    );
  if (status) query = query.where('status', '=', status);
  if (sellerId !== undefined) query = query.where('seller_id', '=', sellerId);
  return query;
}

/** Counts codes by status, and sums their quota. */
export async function sumRedemptions(
  db: Db,
  filter: RedemptionFilter,
): Promise<{ status: number; count: number; quota: number }[]> {
  const rows = await findCodes(db, filter)
    .groupBy('status')
    .orderBy('status')
    .select(['status', sql<number>`count(*)`.as('count'), sql<number>`sum(quota)`.as('quota')])
    .execute();
  return rows.map(({ status, count, quota }) => ({
    status,
    count: Number(count),
    quota: Number(quota),
  }));
}

const SORTED_BY: Readonly<Record<(typeof REDEMPTION_SORTS)[number], RawBuilder<unknown>>> = {
  id: sql.ref('id'),
  name: sql`lower(name)`,
  quota: sql.ref('quota'),
  created: sql.ref('created_time'),
};

/** Lists codes, newest first or in the filter's sort order. */
export function listRedemptions(
  db: Db,
  filter: RedemptionFilter,
  page: PageRequest,
): Promise<Page<RedemptionRow>> {
  const query = findCodes(db, filter);
  return readPage(
    query.select(sql<number>`count(*)`.as('count')),
    query.selectAll().orderBy(sortedBy(filter.sort, SORTED_BY, sql`id DESC`)),
    page,
  );
}

/** Inserts the codes of a batch and returns true; an existing batch is left unchanged. */
export async function insertRedemptions(
  db: Db,
  rows: readonly Insertable<RedemptionsTable>[],
): Promise<boolean> {
  const [first, ...others] = rows;
  if (!first) return false;
  // Whoever inserts the first code owns the batch, also against a concurrent request.
  const claimed = await db
    .insertInto('redemptions')
    .values(first)
    .onConflict((conflict) => conflict.columns(['batch', 'place']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!claimed) return false;
  if (others.length > 0) await db.insertInto('redemptions').values(others).execute();
  return true;
}

/** Lists the codes of a batch in the order of creation, including deleted ones. */
export function listBatch(db: Db, batch: string): Promise<RedemptionRow[]> {
  return db
    .selectFrom('redemptions')
    .selectAll()
    .where('batch', '=', batch)
    .orderBy('place')
    .execute();
}

/** Changes a code, only if it still has the given status (if any); returns undefined if there is none. */
export function updateRedemption(
  db: Db,
  { id, status }: { id: number; status?: number },
  changes: Pick<Updateable<RedemptionsTable>, 'name' | 'quota' | 'status' | 'deleted_at'>,
): Promise<RedemptionRow | undefined> {
  const row = db.updateTable('redemptions').set(changes).where('id', '=', id);
  return (status === undefined ? row : row.where('status', '=', status))
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Deletes a code that an agent bought and nobody redeemed; returns undefined if there is none. Of concurrent
 * attempts one succeeds.
 */
export function claimVoid(
  db: Db,
  { id, sellerId, at }: { id: number; sellerId: number; at: number },
): Promise<RedemptionRow | undefined> {
  return db
    .updateTable('redemptions')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where('status', '!=', REDEMPTION_USED)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Marks all used codes as deleted; returns how many. */
export async function deleteUsedRedemptions(db: Db, at: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('redemptions')
    .set({ deleted_at: at })
    .where('status', '=', REDEMPTION_USED)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Marks an unused code as used; returns undefined if there is none. Of concurrent attempts one succeeds. */
export function claimRedemption(
  db: Db,
  { keyHash, userId, at }: { keyHash: string; userId: number; at: number },
): Promise<RedemptionRow | undefined> {
  return db
    .updateTable('redemptions')
    .set({ status: REDEMPTION_USED, used_user_id: userId, redeemed_time: at })
    .where('key_hash', '=', keyHash)
    .where('status', '=', REDEMPTION_UNUSED)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
