import { sql } from 'kysely';
import { type Booked, findBooked } from '../../../store/ledger-repository.ts';
import type { StoreTransaction as Transaction } from '../../../store/open-store.ts';
import type { BalanceChange, LedgerKind } from '../backend.ts';
import { changeEarnings } from './change-earnings.ts';

const TOPUPS: ReadonlySet<LedgerKind> = new Set(['topup', 'topup-returned', 'redemption']);

/**
 * Books a balance change inside a transaction, on either database; refused below 0 or below what nodes hold.
 * Idempotent by key: a repetition books nothing and returns what was booked. A transfer is taken from the
 * user's earnings.
 */
export async function changeBalance(
  trx: Transaction,
  change: BalanceChange,
): Promise<{ quota: number; repeated?: Booked } | 'unknown-user' | 'insufficient-quota'> {
  // A no-op update that locks the row for this transaction, as SQLite has no FOR UPDATE.
  const before = await trx
    .updateTable('users')
    .set({ quota: sql`quota` })
    .where('id', '=', change.userId)
    .returning('quota')
    .executeTakeFirst();
  if (!before) return 'unknown-user';
  const done = await findBooked(trx, change.idempotencyKey);
  if (done) return { quota: before.quota, repeated: done };
  if (change.kind === 'transfer' && !(await takeEarnings(trx, change))) return 'insufficient-quota';
  const topup = TOPUPS.has(change.kind) ? change.delta : 0;
  const result = await trx
    .updateTable('users')
    .set({
      quota: sql`quota + ${change.delta}`,
      total_topup: sql`total_topup + ${topup}`,
    })
    .where('id', '=', change.userId)
    .where(sql<boolean>`quota + ${change.delta} >= held`)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return 'insufficient-quota';
  await trx
    .insertInto('ledger')
    .values({
      user_id: change.userId,
      created_at: change.createdAt,
      kind: change.kind,
      amount: change.delta,
      balance_after: before.quota + change.delta,
      idempotency_key: change.idempotencyKey,
      actor_id: change.actorId,
      reason: change.reason,
      reference: change.reference,
    })
    .execute();
  return { quota: before.quota + change.delta };
}

async function takeEarnings(trx: Transaction, change: BalanceChange): Promise<boolean> {
  const deducted = await changeEarnings(trx, {
    userId: change.userId,
    amount: -change.delta,
    kind: 'transfer',
    reference: change.reference,
    idempotencyKey: change.idempotencyKey,
    at: change.createdAt,
  });
  return typeof deducted !== 'string';
}
