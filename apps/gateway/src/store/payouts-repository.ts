import { type Insertable, type Selectable, sql } from 'kysely';
import type { PayoutsTable, PayoutState } from './agents-tables.ts';
import type { StoreTransaction } from './open-store.ts';
import { type Page, type PageRequest, readPage } from './paging.ts';
import type { Db } from './schema.ts';

export type PayoutRow = Selectable<PayoutsTable>;

/** Inserts a request; returns undefined if the same one already exists. */
export function insertPayout(
  trx: StoreTransaction,
  payout: Omit<Insertable<PayoutsTable>, 'id'>,
): Promise<PayoutRow | undefined> {
  return trx
    .insertInto('payouts')
    .values(payout)
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findPayoutByKey(db: Db, requestKey: string): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

export function findPayout(db: Db, id: number): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Ends an open request; returns undefined if it has already ended. Of concurrent attempts one succeeds. If
 * the user has been erased since, the account is removed now.
 */
export function endPayout(
  trx: StoreTransaction,
  id: number,
  end: { state: Exclude<PayoutState, 'requested'>; note: string; actorId: number; at: number },
): Promise<PayoutRow | undefined> {
  return trx
    .updateTable('payouts')
    .set({
      state: end.state,
      note: end.note,
      actor_id: end.actorId,
      ended_at: end.at,
      account: sql<string>`CASE WHEN EXISTS (SELECT 1 FROM users WHERE users.id = payouts.user_id
        AND users.erased_at IS NOT NULL) THEN '' ELSE account END`,
    })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .returningAll()
    .executeTakeFirst();
}

/** Counts the requests of all users by state. */
export async function countPayouts(db: Db): Promise<Map<PayoutState, number>> {
  const rows = await db
    .selectFrom('payouts')
    .select(['state', sql<number>`count(*)`.as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

export type FoundPayout = PayoutRow & { username: string };

/** Lists requests, newest first; of one user, or in one state. */
export function listPayouts(
  db: Db,
  { userId, state }: { userId?: number; state?: PayoutState | undefined },
  page: PageRequest,
): Promise<Page<FoundPayout>> {
  let query = db.selectFrom('payouts').leftJoin('users', 'users.id', 'payouts.user_id');
  if (userId !== undefined) query = query.where('payouts.user_id', '=', userId);
  if (state !== undefined) query = query.where('payouts.state', '=', state);
  return readPage(
    query.select(sql<number>`count(*)`.as('count')),
    query
      .selectAll('payouts')
      .select(sql<string>`coalesce(users.username, '')`.as('username'))
      .orderBy('payouts.id', 'desc'),
    page,
  );
}
