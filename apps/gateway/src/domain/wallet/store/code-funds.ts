import { sql } from 'kysely';
import type { Db } from '../../../store/schema.ts';

/**
 * Sums what a user may still pay for codes (ADR 94): everything ever added to the balance, minus the price of
 * codes. Quota from agents' codes and from teams, which may contain such quota, never counts. Nor do calls:
 * quota that was used up can be topped up again for calls without being lost for codes. Below 0 for users who
 * spent more before.
 */
export async function sumCodeFunds(db: Db, userId: number): Promise<number> {
  // Must match the condition of the partial index `ledger_funds`, so that no row of a call is read.
  const { rows } = await sql<{ sum: number | string }>`
    SELECT coalesce(sum(amount), 0) AS sum FROM ledger
    WHERE user_id = ${userId} AND kind NOT IN ('usage', 'loss', 'hold', 'refund', 'team')
      AND NOT EXISTS (SELECT 1 FROM redemptions WHERE seller_id <> 0
        AND redemptions.id = CASE WHEN ledger.kind = 'redemption' THEN CAST(ledger.reference AS bigint) END)`.execute(
    db,
  );
  return Number(rows[0]?.sum ?? 0);
}
