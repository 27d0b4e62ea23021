import { type Insertable, type Selectable, sql } from 'kysely';
import type { RebateState, RebatesTable } from './earnings-tables.ts';
import type { StoreTransaction } from './open-store.ts';
import type { Db } from './schema.ts';

export type RebateRow = Selectable<RebatesTable>;

export async function insertRebate(
  trx: StoreTransaction,
  rebate: Omit<Insertable<RebatesTable>, 'id'>,
): Promise<RebateRow> {
  return trx.insertInto('rebates').values(rebate).returningAll().executeTakeFirstOrThrow();
}

export function findRebateOfOrder(db: Db, orderId: number): Promise<RebateRow | undefined> {
  return db.selectFrom('rebates').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/**
 * Moves a rebate from one state to another, with a reason if given; returns it as it is now, or undefined if it
 * is no longer in the first.
 */
export function moveRebate(
  trx: StoreTransaction,
  id: number,
  { from, to, at, reason }: { from: RebateState; to: RebateState; at: number; reason?: string },
): Promise<RebateRow | undefined> {
  return trx
    .updateTable('rebates')
    .set({ state: to, ended_at: at, ...(reason && { reason }) })
    .where('id', '=', id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst();
}

/** Returns whether a rebate was ever added to its earner's earnings. */
export async function isRebateEarned(trx: StoreTransaction, orderId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('earnings')
    .select('id')
    .where('idempotency_key', '=', `rebate:${orderId}`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets what remains of a rebate after a refund. A reversed one keeps its last amount and base, so that a refund
 * that failed after all can restore it. Returns false if it changed meanwhile.
 */
export async function reviseRebate(
  trx: StoreTransaction,
  { id, state: from, amount: before, reversed }: RebateRow,
  { state, amount, base, at }: { state: RebateState; amount: number; base: number; at: number },
): Promise<boolean> {
  const kept = { amount, base, reversed: before + reversed - amount };
  const { numUpdatedRows } = await trx
    .updateTable('rebates')
    .set({
      state,
      ...(state === 'reversed' ? {} : kept),
      ...(state === 'pending' ? { ended_at: null } : {}),
      ...(state === 'reversed' ? { ended_at: at } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .where('amount', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists pending rebates whose waiting period is over, oldest first. */
export function listDueRebates(db: Db, at: number, limit: number): Promise<RebateRow[]> {
  return db
    .selectFrom('rebates')
    .selectAll()
    .where('state', '=', 'pending')
    .where('payable_at', '<=', at)
    .orderBy('payable_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Sums an inviter's rebates, earned or pending: those for one invitee ever, and all since a time. */
export async function sumRebates(
  db: Db,
  { userId, inviteeId, since }: { userId: number; inviteeId: number; since: number },
): Promise<{ ofInvitee: number; sinceThen: number }> {
  const counted = db
    .selectFrom('rebates')
    .where('user_id', '=', userId)
    .where('state', 'in', ['pending', 'earned'])
    .select(sql<number>`coalesce(sum(amount), 0)`.as('sum'));
  const [ofInvitee, sinceThen] = [
    await counted.where('invitee_id', '=', inviteeId).executeTakeFirstOrThrow(),
    await counted.where('created_at', '>=', since).executeTakeFirstOrThrow(),
  ];
  return { ofInvitee: Number(ofInvitee.sum), sinceThen: Number(sinceThen.sum) };
}

const CHAIN_MAX = 50;

/** Returns whether a user is a direct or indirect inviter of `above`: a cycle. */
export async function isAmongInviters(
  db: Db,
  { userId, above }: { userId: number; above: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE chain (id, depth) AS (
      SELECT inviter_id, 1 FROM users WHERE id = ${above}
      UNION ALL
      SELECT users.inviter_id, chain.depth + 1 FROM users JOIN chain ON users.id = chain.id
      WHERE chain.depth < ${CHAIN_MAX} AND users.inviter_id <> 0
    ) SELECT id FROM chain WHERE id = ${userId} LIMIT 1`.execute(db);
  return rows.length > 0;
}
