import { sql } from 'kysely';
import type { StoreTransaction } from '../../../store/open-store.ts';

export type EarningsKind =
  /** `opening`: imported from another gateway. */
  'opening' | 'signup' | 'rebate' | 'rebate-reversed' | 'transfer' | 'payout' | 'payout-returned';

/** A change of a user's unused earnings. */
export interface EarningsChange {
  userId: number;
  /** In quota; negative to take out or reverse. */
  amount: number;
  kind: EarningsKind;
  reference: string;
  idempotencyKey: string;
  /** Unix seconds. */
  at: number;
  /** Whether it may leave a debt, which later earnings pay: only for reversals. */
  mayOwe?: boolean;
}

/**
 * Books a change of earnings inside a transaction, on either database, with its row in the earnings ledger.
 * Idempotent by key: a repetition books nothing and is reported as such.
 */
export async function changeEarnings(
  trx: StoreTransaction,
  { userId, amount, kind, reference, idempotencyKey, at, mayOwe = false }: EarningsChange,
): Promise<{ earnings: number; repeated?: true } | 'unknown-user' | 'insufficient-earnings'> {
  // A no-op update that locks the row for this transaction, as SQLite has no FOR UPDATE.
  const before = await trx
    .updateTable('users')
    .set({ aff_quota: sql`aff_quota` })
    .where('id', '=', userId)
    .returning(['aff_quota', 'aff_owed'])
    .executeTakeFirst();
  if (!before) return 'unknown-user';
  const done = await trx
    .selectFrom('earnings')
    .select('id')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  const balance = before.aff_quota - before.aff_owed;
  if (done) return { earnings: balance, repeated: true };
  const earnings = balance + amount;
  if (amount < 0 && earnings < 0 && !mayOwe) return 'insufficient-earnings';
  const earned = kind === 'signup' || kind === 'rebate' ? amount : 0;
  await trx
    .updateTable('users')
    .set({
      aff_quota: Math.max(0, earnings),
      aff_owed: Math.max(0, -earnings),
      aff_history_quota: sql`aff_history_quota + ${earned}`,
    })
    .where('id', '=', userId)
    .execute();
  await trx
    .insertInto('earnings')
    .values({
      user_id: userId,
      created_at: at,
      kind,
      amount,
      earnings_after: earnings,
      idempotency_key: idempotencyKey,
      reference,
    })
    .execute();
  return { earnings };
}
