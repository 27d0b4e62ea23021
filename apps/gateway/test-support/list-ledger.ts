import type { LedgerRow } from '../src/store/ledger-repository.ts';
import type { Db } from '../src/store/schema.ts';

/** Lists a user's ledger entries, newest first. */
export function listLedger(db: Db, userId: number, limit: number): Promise<LedgerRow[]> {
  return db
    .selectFrom('ledger')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
