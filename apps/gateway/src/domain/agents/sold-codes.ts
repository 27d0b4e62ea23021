import { REDEMPTION_UNUSED, type SoldCode } from '@tollgate/contract';
import { formatQuota } from '@tollgate/pricing';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { PageRequest } from '../../store/paging.ts';
import {
  claimVoid,
  insertRedemptions,
  listBatch,
  listRedemptions,
  type RedemptionRow,
} from '../../store/redemptions-repository.ts';
import type { Domain } from '../domain.ts';
import { quotaDisplay, formatDisplayQuota } from '../options/quota-display.ts';
import { revealSecret } from '../accounts/reveal-secret.ts';
import { shareOf } from '../rebates/rebate-terms.ts';
import { newCode } from '../redemptions/new-code.ts';
import { requireSameBatch } from '../redemptions/require-same-batch.ts';
import { returnCodePrice } from '../redemptions/return-code-price.ts';
import { InsufficientQuotaError } from '../wallet/insufficient-quota-error.ts';
import { changeBalance } from '../wallet/store/change-balance.ts';
import { sumCodeFunds } from '../wallet/store/code-funds.ts';
import { requireAgent } from './require-agent.ts';

type CodeDomain = Pick<Domain, 'store' | 'clock' | 'options' | 'keyring' | 'wallet'>;

interface Purchase {
  name?: string | undefined;
  quota: number;
  count: number;
  idempotency_key: string;
}

/**
 * Buys codes at the agent's discount from their own balance: codes and payment are one transaction, and an
 * agent's idempotency key buys once. Throws AppError codes_too_dear if the balance is too small, and
 * code_funds_too_small if the money came from agents' codes or a team (ADR 94).
 */
export async function buyCodes(
  domain: CodeDomain,
  userId: number,
  purchase: Purchase,
): Promise<string[]> {
  const { quota, count, name: requestedName, idempotency_key: key } = purchase;
  const batch = `agent:${userId}:${key}`;
  const reveal = (codes: readonly RedemptionRow[]) => {
    requireSameBatch(codes, { name: requestedName, quota, count });
    return codes.map((row) => domain.keyring.decrypt(row.key_cipher));
  };
  // A retry returns codes already bought, even if the user is no longer an agent.
  const existing = await listBatch(domain.store.db, batch);
  if (existing.length > 0) return reveal(existing);
  const agent = await requireAgent(domain.store.db, userId);
  const name = requestedName ?? formatQuota(quota, quotaDisplay(domain.options));
  const price = quota - shareOf(quota, agent.discount_basis_points);
  const at = nowSeconds(domain.clock);
  const rows = Array.from({ length: count }, (_, position) => ({
    ...newCode(domain),
    user_id: userId,
    seller_id: userId,
    price,
    name,
    quota,
    status: REDEMPTION_UNUSED,
    created_time: at,
    batch,
    place: position,
    deleted_at: null,
  }));
  const buy = async (trx: StoreTransaction) => {
    if (await insertRedemptions(trx, rows))
      await pay(trx, domain, { userId, batch, amount: price * count, at });
    return listBatch(trx, batch);
  };
  const deduction = { kind: 'user', ownerId: userId, delta: -price * count } as const;
  const codes = await domain.wallet.deduct(deduction, () => domain.store.transaction(buy));
  if (codes === 'insufficient-quota')
    throw new AppError('codes_too_dear', {
      price: formatDisplayQuota(domain.options, price * count),
    });
  return reveal(codes);
}

async function pay(
  trx: StoreTransaction,
  domain: Pick<Domain, 'options'>,
  { userId, batch, amount, at }: { userId: number; batch: string; amount: number; at: number },
): Promise<void> {
  const paid = await changeBalance(trx, {
    userId,
    delta: -amount,
    kind: 'codes',
    reason: '',
    actorId: userId,
    reference: batch,
    idempotencyKey: `codes:${batch}`,
    createdAt: at,
  });
  if (paid === 'unknown-user') throw new AppError('user_not_found');
  if (paid === 'insufficient-quota') throw new InsufficientQuotaError();
  // The booking locked the agent's row, so concurrent purchases include each other's costs.
  const remainingFunds = await sumCodeFunds(trx, userId);
  const available = formatDisplayQuota(domain.options, Math.max(0, remainingFunds + amount));
  if (remainingFunds < 0) throw new AppError('code_funds_too_small', { available });
}

/** Lists codes that an agent bought and that are not voided, newest first. */
export async function listOwnCodes(
  domain: Pick<Domain, 'store' | 'keyring'>,
  userId: number,
  page: PageRequest,
) {
  const codes = await listRedemptions(domain.store.db, { sellerId: userId }, page);
  return { ...codes, items: codes.items.map((row) => presentCode(domain, row)) };
}

function presentCode(domain: Pick<Domain, 'keyring'>, row: RedemptionRow): SoldCode {
  const { id, name, quota, price, status, created_time, redeemed_time } = row;
  const secret = revealSecret(domain, row);
  return { id, name, ...secret, quota, price, status, created_time, redeemed_time };
}

/**
 * Voids a bought code that nobody redeemed, once: code and money change in one transaction. Returns the
 * amount refunded. Throws AppError code_not_voidable for all other codes.
 */
export function voidCode(
  domain: Pick<Domain, 'store' | 'clock'>,
  userId: number,
  id: number,
): Promise<number> {
  const at = nowSeconds(domain.clock);
  return domain.store.transaction(async (trx) => {
    const row = await claimVoid(trx, { id, sellerId: userId, at });
    if (!row) throw new AppError('code_not_voidable');
    await returnCodePrice(trx, row, { actorId: userId, at });
    return row.price;
  });
}
