import { sql } from 'kysely';
import type { StoreTransaction as Transaction } from '../../../store/open-store.ts';

/** Locks the row of an API key for this transaction; returns what is left of its limit, 0 without such a key. */
export async function lockApiKeyLimit(trx: Transaction, apiKeyId: number): Promise<number> {
  const row = await trx
    .updateTable('tokens')
    .set({ remain_quota: sql`remain_quota` })
    .where('id', '=', apiKeyId)
    .returning('remain_quota')
    .executeTakeFirst();
  return row?.remain_quota ?? 0;
}
