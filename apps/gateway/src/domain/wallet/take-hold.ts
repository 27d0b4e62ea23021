import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction as Transaction } from '../../store/open-store.ts';
import { BelowZero } from './below-zero.ts';
import { changeBalance } from './change-balance.ts';
import { changeTokenLimit } from './change-token-limit.ts';
import type { Refusal } from './wallet.ts';

/** A balance or a key's limit is too small for a hold. */
export class HoldRefused extends BelowZero {
  readonly by: Refusal;

  constructor(by: Refusal) {
    super();
    this.by = by;
  }
}

/** What is taken off a balance for work that runs longer than this process may. */
export interface Hold {
  userId: number;
  tokenId: number;
  /** The key has a limit of its own, which pays too. */
  tokenLimited: boolean;
  /** Quota units. */
  amount: number;
  /** Our id of the work; the ledger has it once taken and once given back. */
  reference: string;
  /** Seconds since 1970. */
  at: number;
}

/**
 * Takes a hold inside the caller's transaction, so that the work is written down with it or not at
 * all. Throws HoldRefused.
 */
export async function takeHold(trx: Transaction, hold: Hold): Promise<void> {
  const { userId, tokenId, tokenLimited, amount, reference, at } = hold;
  if (amount === 0) return;
  const taken = await changeBalance(trx, {
    userId,
    delta: -amount,
    kind: 'hold',
    reason: 'a batch runs',
    actorId: 0,
    reference,
    idempotencyKey: `hold:${reference}`,
    createdAt: at,
  });
  if (taken === 'unknown-user') throw new AppError('user_not_found');
  if (taken === 'below-zero') throw new HoldRefused('user');
  if (!tokenLimited) return;
  if (typeof (await changeTokenLimit(trx, tokenId, -amount)) === 'string')
    throw new HoldRefused('token');
}
