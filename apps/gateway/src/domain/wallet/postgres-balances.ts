import { sql } from 'kysely';
import type { StoreTransaction as Transaction } from '../../store/open-store.ts';

/** Changes the own limit of a key; refused below 0 and below what nodes hold. */
export async function changeTokenLimit(
  trx: Transaction,
  tokenId: number,
  delta: number,
): Promise<{ remainQuota: number } | 'unknown-token' | 'below-zero'> {
  const before = await trx
    .selectFrom('tokens')
    .select('remain_quota')
    .where('id', '=', tokenId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return 'unknown-token';
  const result = await trx
    .updateTable('tokens')
    .set({ remain_quota: sql`remain_quota + ${delta}` })
    .where('id', '=', tokenId)
    .where(sql<boolean>`remain_quota + ${delta} >= held`)
    .executeTakeFirst();
  return result.numUpdatedRows === 0n ? 'below-zero' : { remainQuota: before.remain_quota + delta };
}
