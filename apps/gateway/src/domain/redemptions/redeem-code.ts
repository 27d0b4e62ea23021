import { REDEMPTION_USED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  claimRedemption,
  findRedemptionByHash,
  type RedemptionRow,
} from '../../store/redemptions-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';
import { recordTopup } from '../log/topup-log.ts';
import { findSharedOwnership } from '../rebates/find-shared-ownership.ts';
import { creditUser } from '../wallet/credit-user.ts';
import { hashCode } from './hash-code.ts';

/**
 * Redeems a code for a user and returns the quota added. Code, balance and log change in one transaction; of
 * concurrent attempts one succeeds. Throws AppError redemption_used, redemption_of_seller for an agent's code
 * that would go back to the agent (ADR 94), or redemption_invalid for all other codes that can't be redeemed.
 */
export function redeemCode(
  domain: Pick<Domain, 'store' | 'keyring' | 'clock' | 'options'>,
  user: { id: number; username: string },
  code: string,
): Promise<number> {
  const at = nowSeconds(domain.clock);
  const keyHash = hashCode(domain, code);
  return domain.store.transaction(async (trx) => {
    const row = await claimRedemption(trx, { keyHash, userId: user.id, at });
    if (!row) throw await explain(trx, keyHash);
    if (row.seller_id !== 0 && (await findSharedOwnership(trx, row.seller_id, user.id)))
      throw new AppError('redemption_of_seller');
    await creditUser(trx, credit(row, user.id, at));
    await recordTopup(trx, user, {
      event: 'redeemed',
      params: { id: row.id, name: row.name },
      amount: row.quota,
      options: domain.options,
      at,
    });
    return row.quota;
  });
}

function credit(row: RedemptionRow, userId: number, at: number) {
  return {
    userId,
    delta: row.quota,
    kind: 'redemption' as const,
    reason: row.name,
    actorId: userId,
    reference: String(row.id),
    // A code is booked once, whatever happens to its row.
    idempotencyKey: `redemption:${row.id}`,
    createdAt: at,
  };
}

/** Returns why a code can't be redeemed: somebody who guesses learns at most that a code was used. */
async function explain(trx: StoreTransaction, keyHash: string): Promise<AppError> {
  const row = await findRedemptionByHash(trx, keyHash);
  return new AppError(row?.status === REDEMPTION_USED ? 'redemption_used' : 'redemption_invalid');
}
