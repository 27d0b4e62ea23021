import { sql } from 'kysely';
import type { StoreTransaction as Transaction } from '../../../store/open-store.ts';

/** Changes the limit of an API key, on either database; refused below 0 or below what nodes hold. */
export async function changeApiKeyLimit(
  trx: Transaction,
  apiKeyId: number,
  delta: number,
): Promise<{ remainQuota: number } | 'unknown-api-key' | 'insufficient-quota'> {
  const after = await trx
    .updateTable('tokens')
    .set({ remain_quota: sql`remain_quota + ${delta}` })
    .where('id', '=', apiKeyId)
    .where(sql<boolean>`remain_quota + ${delta} >= held`)
    .returning('remain_quota')
    .executeTakeFirst();
  if (after) return { remainQuota: after.remain_quota };
  const token = await trx
    .selectFrom('tokens')
    .select('id')
    .where('id', '=', apiKeyId)
    .executeTakeFirst();
  return token ? 'insufficient-quota' : 'unknown-api-key';
}
