import { sql } from 'kysely';
import type { StoreTransaction as Transaction } from '../../store/open-store.ts';
import { creditUser } from './credit-user.ts';

/** A charge that is taken back whole: who paid it, and for what. */
export interface UsageRefund {
  userId: number;
  username: string;
  apiKeyId: number;
  /** The key had a limit of its own, which paid too. */
  apiKeyLimited: boolean;
  channelId: number;
  modelName: string;
  group: string;
  /** Quota units. */
  amount: number;
  reason: string;
  reference: string;
  idempotencyKey: string;
  /** Seconds since 1970. */
  at: number;
}

/**
 * Takes a charge back inside the caller's transaction: balance, the key's limit, and everything that
 * counts what was used, the hourly sums among them. The log keeps the charge, so what goes back is
 * booked as usage that left no row. The same key books once; false from then on.
 */
export async function refundUsage(trx: Transaction, refund: UsageRefund): Promise<boolean> {
  const { userId, apiKeyId, channelId, amount, at } = refund;
  const { repeated } = await creditUser(trx, {
    userId,
    delta: amount,
    kind: 'refund',
    reason: refund.reason,
    actorId: 0,
    reference: refund.reference,
    idempotencyKey: refund.idempotencyKey,
    createdAt: at,
  });
  if (repeated) return false;
  await trx
    .updateTable('users')
    .set({ used_quota: sql`used_quota - ${amount}` })
    .where('id', '=', userId)
    .execute();
  await trx
    .updateTable('tokens')
    .set({
      used_quota: sql`used_quota - ${amount}`,
      remain_quota: sql`remain_quota + ${refund.apiKeyLimited ? amount : 0}`,
    })
    .where('id', '=', apiKeyId)
    .execute();
  await trx
    .updateTable('channels')
    .set({ used_quota: sql`used_quota - ${amount}` })
    .where('id', '=', channelId)
    .execute();
  await takeFromHour(trx, refund);
  return true;
}

async function takeFromHour(
  trx: Transaction,
  { userId, username, apiKeyId, channelId, modelName, group, amount, at }: UsageRefund,
): Promise<void> {
  await trx
    .insertInto('usage_hourly')
    .values({
      hour: at - (at % 3600),
      user_id: userId,
      username,
      model_name: modelName,
      channel_id: channelId,
      token_id: apiKeyId,
      group,
      request_count: 0,
      quota: -amount,
      prompt_tokens: 0,
      completion_tokens: 0,
      unlogged_quota: -amount,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'user_id', 'model_name', 'channel_id', 'token_id', 'group'])
        .doUpdateSet({
          quota: sql`usage_hourly.quota + excluded.quota`,
          unlogged_quota: sql`usage_hourly.unlogged_quota + excluded.unlogged_quota`,
        }),
    )
    .execute();
}
