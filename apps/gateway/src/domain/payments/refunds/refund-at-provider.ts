import { type OrderDetail, refundShare, refuseOrderCompletion } from '@tollgate/contract';
import { smallestCents } from '@tollgate/pricing';
import { AppError } from '../../../platform/app-error.ts';
import { nowSeconds } from '../../../platform/clock.ts';
import { findOrderById } from '../../../store/order-search-repository.ts';
import type { StoreTransaction } from '../../../store/open-store.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import {
  claimRefundPart,
  findOpenRefund,
  findRequestedRefund,
  insertRefund,
  type RefundRow,
} from '../../../store/refunds-repository.ts';
import { findUserById, type UserRow } from '../../../store/users-repository.ts';
import { isUniqueViolation } from '../../accounts/users.ts';
import { noteAudited, reportUnchanged } from '../../audit/audit-scope.ts';
import type { Domain } from '../../domain.ts';
import { recordAuditEvent } from '../../log/audit-log.ts';
import { requireSameRequest } from '../../wallet/require-same-request.ts';
import { InsufficientQuotaError } from '../../wallet/insufficient-quota-error.ts';
import { changeBalance } from '../../wallet/store/change-balance.ts';
import { lockUsers } from '../../wallet/store/lock-users.ts';
import { describePayment } from '../describe-payment.ts';
import { formatCents } from '../format-cents.ts';
import { readOrder } from '../order-administration.ts';
import { recordOrderEvent } from '../order-history.ts';
import type { PaymentDomain } from '../start-payment.ts';
import { askForRefund, checkRefund, FIRST_CHECK_SECONDS } from './ask-for-refund.ts';
import { refundAbilityOf } from './refund-ability.ts';

interface Actor {
  id: number;
  username: string;
  role: number;
}

/** A refund that somebody asks for. */
export interface RefundInput {
  id: number;
  cents: number;
  reason: string;
  /** Whether the refunded share of the quota is deducted from the balance. */
  takeQuota: boolean;
  requestId: string;
  /** What had been refunded of the order when it was shown. */
  seenCents: number;
}

type ProviderRefundDomain = PaymentDomain & Pick<Domain, 'wallet'>;

/**
 * Refunds an order, or part of it, through its provider. The refund is stored and the quota deducted before
 * the provider is asked, in one transaction; what it answers is recorded in another. The same request sent
 * again refunds nothing more. Throws an AppError if the role does not allow it, the amount is not possible,
 * another refund came first or the balance is too small.
 */
export async function refundAtProvider(
  domain: ProviderRefundDomain,
  actor: Actor,
  input: RefundInput,
): Promise<OrderDetail> {
  const { db } = domain.store;
  const order = await findOrderById(db, input.id);
  if (!order) throw new AppError('order_not_found');
  const owner = await findUserById(db, order.user_id);
  if (!owner) throw new AppError('user_not_found');
  const refusal = refuseOrderCompletion(actor, owner);
  if (refusal) throw new AppError(refusal);
  if (await isRepeated(domain, input)) {
    reportUnchanged();
    return readOrder(domain, order.id);
  }
  checkAmount(order, input);
  const share = refundShare({ ...order, refunded_cents: input.seenCents }, input.cents);
  const delta = input.takeQuota ? -share : 0;
  const at = nowSeconds(domain.clock);
  const store = () =>
    domain.store
      .transaction((trx) => storeRefund(trx, { order, owner, actor, input, share, at }))
      .catch((error: unknown) => {
        // A repeat of the request was stored, and refused by the provider, since this one looked for it.
        if (isUniqueViolation(error)) return undefined;
        throw error;
      });
  const refund = await domain.wallet.deduct({ kind: 'user', ownerId: owner.id, delta }, store);
  if (refund === 'insufficient-quota') throw new AppError('quota_below_zero');
  if (refund) await askForRefund(domain, order, refund);
  else await refuseRefund(domain, order, input);
  return readOrder(domain, order.id);
}

/** Queries the provider about the refund of an order that is under way, now instead of when it is due. */
export async function askAboutRefund(domain: PaymentDomain, id: number): Promise<OrderDetail> {
  const refund = await findOpenRefund(domain.store.db, id);
  if (refund)
    await checkRefund(domain, refund).catch((error: unknown) => {
      throw error instanceof AppError
        ? error
        : new AppError('payment_failed', {}, { cause: error });
    });
  return readOrder(domain, id);
}

function checkAmount(order: OrderRow, { cents, seenCents }: RefundInput): void {
  const ability = refundAbilityOf(order);
  if (!ability) throw new AppError('refund_not_offered');
  if (order.status !== 'paid') throw new AppError('order_not_refundable');
  const isWhole = ability.parts === 'any' || (seenCents === 0 && cents === order.pay_cents);
  const isCounted = cents % smallestCents(order.currency) === 0;
  if (!isWhole || !isCounted || seenCents + cents > order.pay_cents)
    throw new AppError('refund_amount_invalid');
}

/** Whether the request has stored its refund before. Throws AppError idempotency_key_reused for another request. */
async function isRepeated(
  { store }: Pick<PaymentDomain, 'store'>,
  { id, requestId, cents, takeQuota, reason }: RefundInput,
): Promise<boolean> {
  const refund = await findRequestedRefund(store.db, id, requestId);
  if (!refund) return false;
  requireSameRequest(refund, { cents, took_quota: takeQuota ? 1 : 0, reason });
  return true;
}

/** Throws why nothing was stored; returns if a concurrent repeat of the request has stored it. */
async function refuseRefund(
  domain: Pick<PaymentDomain, 'store'>,
  { id }: OrderRow,
  input: RefundInput,
): Promise<void> {
  const { store } = domain;
  if (await isRepeated(domain, input)) return;
  const order = await findOrderById(store.db, id);
  if (order?.refunding === 1) throw new AppError('refund_under_way');
  throw new AppError(order?.status === 'paid' ? 'refund_changed' : 'order_not_refundable');
}

interface StoredRefund {
  order: OrderRow;
  owner: UserRow;
  actor: Actor;
  input: RefundInput;
  share: number;
  at: number;
}

/** Sets the refund aside and deducts the quota; undefined if the order is no longer as it was shown. */
async function storeRefund(
  trx: StoreTransaction,
  { order, owner, actor, input, share, at }: StoredRefund,
): Promise<RefundRow | undefined> {
  const { id, cents, reason, takeQuota, requestId, seenCents } = input;
  const seen = { cents: seenCents, quota: order.refunded_quota };
  const claimed = await claimRefundPart(trx, { id, cents, quota: share, seen });
  if (!claimed) {
    reportUnchanged();
    return undefined;
  }
  const refund = await insertRefund(trx, order, {
    order_id: id,
    request_id: requestId,
    state: 'requested',
    by: 'provider',
    cents,
    quota: share,
    took_quota: takeQuota ? 1 : 0,
    reason,
    actor: actor.username,
    created_at: at,
    settled_at: null,
    next_check_at: at + FIRST_CHECK_SECONDS,
  });
  await lockUsers(trx, [owner.id]);
  if (takeQuota && share > 0) await deductShare(trx, refund, { order, actorId: actor.id });
  const { currency } = order;
  const event = { kind: 'refund-requested', at, cents, currency } as const;
  await recordOrderEvent(trx, id, { ...event, actor: actor.username, reason });
  const amount = `${formatCents(cents)} ${currency}`;
  const { order: number, method } = describePayment(order);
  noteAudited({
    id,
    name: number,
    before: { status: 'paid' },
    after: { status: 'refunding', paid: amount, take_quota: takeQuota },
    reason,
  });
  const params = { order: number, amount, provider: method, reason };
  await recordAuditEvent(trx, owner, { event: 'order_refund_requested', params, actor, at });
  return refund;
}

async function deductShare(
  trx: StoreTransaction,
  { number, quota, reason, created_at: createdAt }: RefundRow,
  { order, actorId }: { order: OrderRow; actorId: number },
): Promise<void> {
  const deducted = await changeBalance(trx, {
    userId: order.user_id,
    delta: -quota,
    kind: 'topup-returned',
    reason,
    actorId,
    reference: order.trade_no,
    idempotencyKey: `refund:${number}`,
    createdAt,
  });
  if (deducted === 'unknown-user') throw new AppError('user_not_found');
  if (deducted === 'insufficient-quota') throw new InsufficientQuotaError();
}
