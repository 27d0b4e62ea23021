import type { Kysely } from 'kysely';
import type { LedgerRow } from '../src/store/ledger-repository.ts';
import type { Database } from '../src/store/schema.ts';

/** Lists a user's ledger entries, newest first. */
export function listLedger(
  db: Kysely<Database>,
  userId: number,
  limit: number,
): Promise<LedgerRow[]> {
  return db
    .selectFrom('ledger')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
