import { sql } from 'kysely';
import type { StoreTransaction } from '../../../store/open-store.ts';

/**
 * Locks the rows of users for this transaction, in id order like settlement. Every change of several users'
 * money must lock them this way, so that none deadlock.
 */
export async function lockUsers(trx: StoreTransaction, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((left, right) => left - right))
    await trx
      .updateTable('users')
      .set({ quota: sql`quota` })
      .where('id', '=', id)
      .execute();
}
