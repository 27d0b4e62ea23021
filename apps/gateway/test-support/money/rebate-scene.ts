import { addUser } from '../../src/domain/accounts/users.ts';
import { creditPaidOrder } from '../../src/domain/payments/credit-paid-order.ts';
import type { Domain } from '../../src/domain/domain.ts';
import { nowSeconds } from '../../src/platform/clock.ts';
import { insertOrder, type OrderRow } from '../../src/store/orders-repository.ts';

type SceneDomain = Pick<Domain, 'store' | 'clock' | 'options'>;

let names = 0;

/** Creates a user invited by another; returns the id. */
export async function makeInvited(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  inviterId = 0,
): Promise<number> {
  const username = `inv${process.pid}x${(names += 1)}`;
  const fields = { username, display_name: '', password_hash: null, role: 1 };
  const { id } = await addUser({ store, clock }, { ...fields, inviter_id: inviterId });
  return id;
}

/** Places an order that awaits its payment. */
export async function placeOrder(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  userId: number,
  quota: number,
): Promise<OrderRow> {
  const at = nowSeconds(clock);
  const order = {
    trade_no: `t${process.pid}x${(names += 1)}`,
    user_id: userId,
    provider: 'epay',
    method: 'zfb',
    status: 'pending' as const,
    buy_cents: 100,
    pay_cents: 730,
    currency: 'CNY',
    quota,
    reference: null,
    request_id: null,
    client_order_id: null,
    created_at: at,
    expires_at: at + 3600,
    paid_at: null,
    next_check_at: null,
  };
  const placed = await insertOrder(store, order, 1_000_000);
  if (typeof placed === 'string') throw new Error(placed);
  return placed;
}

/** Pays an order, like a webhook. */
export async function payOrder(domain: SceneDomain, order: OrderRow): Promise<void> {
  const claim = { id: order.id, reference: undefined, at: nowSeconds(domain.clock) };
  await domain.store.transaction((trx) => creditPaidOrder(domain, trx, claim));
}
