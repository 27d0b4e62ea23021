import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction as Transaction } from '../../store/open-store.ts';
import { InsufficientQuotaError } from './insufficient-quota-error.ts';
import { changeBalance } from './store/change-balance.ts';
import { changeApiKeyLimit } from './store/change-api-key-limit.ts';
import type { RefusedBy } from './wallet.ts';

/** A balance or a key's limit is too small for a hold. */
export class HoldRefused extends InsufficientQuotaError {
  readonly by: RefusedBy;

  constructor(by: RefusedBy) {
    super();
    this.by = by;
  }
}

/** Quota deducted from a balance for work that may outlive this process. */
export interface Hold {
  userId: number;
  apiKeyId: number;
  /** Whether the key has a limit, which pays too. */
  apiKeyLimited: boolean;
  /** In quota. */
  amount: number;
  /** Our id of the work; in the ledger once when taken and once when released. */
  reference: string;
  /** Unix seconds. */
  at: number;
}

/**
 * Takes a hold inside the caller's transaction, so that it is recorded together with the work or not at
 * all. Throws HoldRefused.
 */
export async function takeHold(trx: Transaction, hold: Hold): Promise<void> {
  const { userId, apiKeyId, apiKeyLimited, amount, reference, at } = hold;
  if (amount === 0) return;
  const result = await changeBalance(trx, {
    userId,
    delta: -amount,
    kind: 'hold',
    reason: 'a batch runs',
    actorId: 0,
    reference,
    idempotencyKey: `hold:${reference}`,
    createdAt: at,
  });
  if (result === 'unknown-user') throw new AppError('user_not_found');
  if (result === 'insufficient-quota') throw new HoldRefused('user');
  if (!apiKeyLimited) return;
  if (typeof (await changeApiKeyLimit(trx, apiKeyId, -amount)) === 'string')
    throw new HoldRefused('token');
}
