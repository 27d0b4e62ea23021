import { z } from 'zod';

/**
 * The state of an order, as people see it. `uncredited`: its provider reports it as paid, but nothing was
 * credited. `confirming`: a payment was seen that is not final yet. `refunding`: a refund is under way.
 * `underpaid`: failed because less than the price arrived.
 */
export const ORDER_STATES = [
  'uncredited',
  'awaiting',
  'confirming',
  'paid',
  'refunding',
  'partly_refunded',
  'refunded',
  'expired',
  'underpaid',
  'failed',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * States to filter a list by: `awaiting` includes `confirming`, `paid` includes `refunding` and
 * `partly_refunded`, and `failed` includes `underpaid`.
 */
export const ORDER_STATE_FILTERS = [
  'uncredited',
  'awaiting',
  'paid',
  'refunded',
  'expired',
  'failed',
] as const;
export type OrderStateFilter = (typeof ORDER_STATE_FILTERS)[number];

/** States of orders that were credited, even if the payment was returned later. */
export const CREDITED_STATES: ReadonlySet<OrderState> = new Set([
  'paid',
  'refunding',
  'partly_refunded',
  'refunded',
]);

/**
 * What a provider reports about an order: `underpaid` if less than its price arrived, `returned` if the money
 * was refunded or is disputed, `unknown` if it can't say, `unreachable` if it did not respond.
 */
export const ORDER_OUTCOMES = [
  'paid',
  'confirming',
  'underpaid',
  'waiting',
  'expired',
  'failed',
  'returned',
  'unknown',
  'unreachable',
] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/** How a provider's report disagrees with the order. */
export const ORDER_FAULTS = [
  'provider',
  'method',
  'currency',
  'amount',
  'reference',
  'reference-taken',
] as const;
export type OrderFault = (typeof ORDER_FAULTS)[number];

export const ORDER_EVENT_KINDS = [
  'created',
  'placed',
  'not-placed',
  'webhook',
  'query',
  'credited',
  'completed',
  'refund-requested',
  'refund-failed',
  'refunded',
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

/** Details of an event besides its kind and time. */
export const orderEventDetails = z.object({
  outcome: z.enum(ORDER_OUTCOMES).optional(),
  /** Why the provider's report changed nothing. */
  fault: z.enum(ORDER_FAULTS).optional(),
  /** The amount paid according to the provider, in hundredths, and its currency. */
  cents: z.number().int().optional(),
  currency: z.string().optional(),
  reference: z.string().optional(),
  /** Who queried or completed it; absent for the gateway itself. */
  actor: z.string().optional(),
  /** Why it was completed or refunded manually. */
  reason: z.string().optional(),
});
export type OrderEventDetails = z.output<typeof orderEventDetails>;

/** An event of an order; repetitions are counted in `times`. Times are seconds. */
export const orderEvent = orderEventDetails.extend({
  id: z.number().int(),
  kind: z.enum(ORDER_EVENT_KINDS),
  created_at: z.number().int(),
  last_at: z.number().int(),
  times: z.number().int(),
});
export type OrderEvent = z.output<typeof orderEvent>;

/** An order as its owner sees it. Times are seconds, 0 for never. */
export const ownOrder = z.object({
  id: z.number().int(),
  /** Our order number, sent to the provider. */
  number: z.string(),
  provider: z.string(),
  method: z.string(),
  state: z.enum(ORDER_STATES),
  /** The amount to pay, in hundredths of `currency`. */
  pay_cents: z.number().int(),
  currency: z.string(),
  /** Quota that it credits. */
  quota: z.number().int(),
  created_at: z.number().int(),
  expires_at: z.number().int(),
  paid_at: z.number().int(),
  /** What was refunded or is being refunded, in hundredths of `currency`, and its share of the quota. */
  refunded_cents: z.number().int(),
  refunded_quota: z.number().int(),
});
export type OwnOrder = z.output<typeof ownOrder>;

/** An order as administrators see it. */
export const orderEntity = ownOrder.extend({
  user_id: z.number().int(),
  username: z.string(),
  /** Whether the owner is a team. */
  is_team: z.boolean(),
  /** The provider's payment number; '' until it is known. */
  reference: z.string(),
  /** USD bought, in hundredths. */
  buy_cents: z.number().int(),
});
export type Order = z.output<typeof orderEntity>;

/**
 * The state of a refund: stored but not confirmed yet by the provider (`requested`), accepted or of unknown
 * outcome (`pending`), made, or refused.
 */
export const REFUND_STATES = ['requested', 'pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** How much of an order its provider can refund: any part, only all of it, or nothing. */
export const REFUND_PARTS = ['any', 'whole', 'none'] as const;
export type RefundParts = (typeof REFUND_PARTS)[number];

/** How long after its request a refund can be settled by hand: by then it reached its provider or never will. */
export const REFUND_ARRIVED_SECONDS = 600;

/** A refund of an order. Times are seconds, 0 for never. */
export const orderRefund = z.object({
  id: z.number().int(),
  /** Our number of it, which the provider received. */
  number: z.string(),
  state: z.enum(REFUND_STATES),
  /** Whether the provider was told to make it, or it was made by hand and recorded here. */
  by: z.enum(['provider', 'hand']),
  cents: z.number().int(),
  /** Its share of the order's quota, and whether that was deducted from the balance. */
  quota: z.number().int(),
  took_quota: z.boolean(),
  reason: z.string(),
  actor: z.string(),
  /** The provider's number of it; '' if unknown. */
  reference: z.string(),
  /** Why the provider refused it, in its words; '' otherwise. */
  detail: z.string(),
  created_at: z.number().int(),
  settled_at: z.number().int(),
});
export type OrderRefund = z.output<typeof orderRefund>;

export const orderDetail = orderEntity.extend({
  /** The owner's current group, role and balance. */
  user_group: z.string(),
  user_role: z.number().int(),
  user_quota: z.number().int(),
  /** What its provider can refund by its interface. */
  refund_parts: z.enum(REFUND_PARTS),
  /** The inviter's rebate on it that a refund takes back; 0 if there is none. */
  rebate: z.number().int(),
  /** Its refunds, newest first. */
  refunds: z.array(orderRefund),
  /** Newest first; empty for orders from before events were recorded. */
  events: z.array(orderEvent),
});
export type OrderDetail = z.output<typeof orderDetail>;

export const orderTotals = z.object({
  states: z.array(
    z.object({
      state: z.enum(ORDER_STATE_FILTERS),
      orders: z.number().int(),
      quota: z.number().int(),
    }),
  ),
  /** Orders that count as paid, and of which a part was refunded: their part is in the quota of `refunded`. */
  refunded_in_part: z.number().int(),
  /** Paid and not refunded, by currency, in hundredths; without the refunded part of an order. */
  payments: z.array(z.object({ currency: z.string(), cents: z.number().int() })),
  /** Amounts paid per day that has an order, oldest first; `start` is the day's first second. */
  days: z.array(
    z.object({ start: z.number().int(), orders: z.number().int(), quota: z.number().int() }),
  ),
});
export type OrderTotals = z.output<typeof orderTotals>;

/**
 * Returns what a refund takes from an order's quota: its share, such that all refunds together take all of it
 * and no more, even if one that was rounded down came back.
 */
export function refundShare(
  order: Pick<OwnOrder, 'quota' | 'pay_cents' | 'refunded_cents' | 'refunded_quota'>,
  cents: number,
): number {
  const { quota, pay_cents, refunded_cents, refunded_quota } = order;
  const share = (BigInt(quota) * BigInt(refunded_cents + cents)) / BigInt(Math.max(1, pay_cents));
  return Math.max(0, Number(share) - refunded_quota);
}

/** Returns what remains of an inviter's rebate once this much of an order is refunded, rounded down. */
export function remainingRebate(
  rebate: number,
  { pay_cents, refunded_cents }: Pick<OwnOrder, 'pay_cents' | 'refunded_cents'>,
): number {
  const kept = Math.max(0, pay_cents - refunded_cents);
  return Number((BigInt(rebate) * BigInt(kept)) / BigInt(Math.max(1, pay_cents)));
}

/** Why an order is completed or refunded manually. */
export const completionReason = z
  .string({ error: 'order_reason_invalid' })
  .trim()
  .min(3, 'order_reason_invalid')
  .max(500, 'order_reason_invalid');
