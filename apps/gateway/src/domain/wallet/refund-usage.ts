import type { StoreTransaction as Transaction } from '../../store/open-store.ts';
import { emptySlice } from '../../store/usage-stats.ts';
import { addUsageStats } from '../../store/usage-stats-writer.ts';
import { creditUser } from './credit-user.ts';
import { runShared } from './store/booking.ts';
import { addHourlyUsage, addToChannel, chargeApiKey, chargeUser } from './store/statements.ts';

/** A charge to be refunded in full: who paid it, and for what. */
export interface UsageRefund {
  userId: number;
  username: string;
  apiKeyId: number;
  /** Whether the key has a limit, which paid too. */
  apiKeyLimited: boolean;
  channelId: number;
  modelName: string;
  group: string;
  /** In quota. */
  amount: number;
  reason: string;
  reference: string;
  idempotencyKey: string;
  /** Unix seconds. */
  at: number;
}

/**
 * Refunds a charge inside the caller's transaction: the balance, the key's limit, and all usage counters
 * including the hourly sums. The log keeps the charge, so the refund is booked as usage without a log row.
 * Idempotent by key: returns false for a repetition.
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
  await runShared(trx, chargeUser, {
    id: userId,
    total: -amount,
    count: 0,
    taken: 0,
    fromLease: 0,
  });
  const givenBack = refund.apiKeyLimited ? -amount : 0;
  await runShared(trx, chargeApiKey, {
    id: apiKeyId,
    used: -amount,
    taken: givenBack,
    fromLease: 0,
    lastUsedAt: 0,
    lastIp: '',
  });
  await runShared(trx, addToChannel, { id: channelId, quota: -amount });
  await runShared(trx, addHourlyUsage, {
    hour: at - (at % 3600),
    userId,
    username: refund.username,
    modelName: refund.modelName,
    channelId,
    apiKeyId,
    group: refund.group,
    count: 0,
    quota: -amount,
    promptTokens: 0,
    completionTokens: 0,
    unloggedQuota: -amount,
  });
  const slice = emptySlice({
    created_at: at,
    user_id: userId,
    token_id: apiKeyId,
    channel_id: channelId,
    model_name: refund.modelName,
    group: refund.group,
  });
  await addUsageStats(trx, [{ ...slice, refunded: amount }]);
  return true;
}
