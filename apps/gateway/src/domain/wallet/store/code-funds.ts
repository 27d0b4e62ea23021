import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../store/schema.ts';

/**
 * What a user may still pay for codes (ADR 94): all that ever came into the balance, less what codes cost.
 * Money that agents' codes brought and money from teams, which may hold such, never count; nor do calls,
 * so what was used up may be topped up for calls but not lost for codes. Below 0 for who spent more before.
 */
export async function sumCodeFunds(db: Kysely<Database>, userId: number): Promise<number> {
  // The words of the partial index `ledger_funds`, so that no row of a call is read.
  const { rows } = await sql<{ sum: number | string }>`
    SELECT coalesce(sum(amount), 0) AS sum FROM ledger
    WHERE user_id = ${userId} AND kind NOT IN ('usage', 'loss', 'hold', 'refund', 'team')
      AND NOT EXISTS (SELECT 1 FROM redemptions WHERE seller_id <> 0
        AND redemptions.id = CASE WHEN ledger.kind = 'redemption' THEN CAST(ledger.reference AS bigint) END)`.execute(
    db,
  );
  return Number(rows[0]?.sum ?? 0);
}
