import { sql } from 'kysely';
import type { StoreTransaction } from '../../../store/open-store.ts';

/**
 * Locks the rows of users for this transaction, in the order of their ids as settlement does: whoever
 * changes the money of several users takes them like this, so that nobody waits in a circle.
 */
export async function lockUsers(trx: StoreTransaction, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((left, right) => left - right))
    await trx
      .updateTable('users')
      .set({ quota: sql`quota` })
      .where('id', '=', id)
      .execute();
}
