import { z } from 'zod';

/**
 * Where an order stands, as people see it. `uncredited`: its provider says that it is paid, and
 * nothing was credited. `confirming`: a payment was seen that is not final yet.
 */
export const ORDER_STATES = [
  'uncredited',
  'awaiting',
  'confirming',
  'paid',
  'refunded',
  'expired',
  'failed',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The states that a list can be narrowed to: `awaiting` holds `confirming` too. */
export const ORDER_STATE_FILTERS = [
  'uncredited',
  'awaiting',
  'paid',
  'refunded',
  'expired',
  'failed',
] as const;
export type OrderStateFilter = (typeof ORDER_STATE_FILTERS)[number];

/** What a provider says of an order; `unknown` where it can't say, `unreachable` where it did not answer. */
export const ORDER_OUTCOMES = [
  'paid',
  'confirming',
  'waiting',
  'expired',
  'failed',
  'unknown',
  'unreachable',
] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/** In what a provider's word disagrees with the order. */
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
  'refunded',
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

/** What is known of an event beyond its kind and time. */
export const orderEventDetails = z.object({
  outcome: z.enum(ORDER_OUTCOMES).optional(),
  /** Why what the provider said changed nothing. */
  fault: z.enum(ORDER_FAULTS).optional(),
  /** What the provider says is paid, in hundredths, and in what. */
  cents: z.number().int().optional(),
  currency: z.string().optional(),
  reference: z.string().optional(),
  /** Who asked or completed; absent for the gateway itself. */
  actor: z.string().optional(),
  /** Why it was completed or refunded by hand. */
  reason: z.string().optional(),
});
export type OrderEventDetails = z.output<typeof orderEventDetails>;

/** One thing that happened to an order; repeats of it count in `times`. Times are seconds. */
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
  /** Our number, as the provider knows it. */
  number: z.string(),
  provider: z.string(),
  method: z.string(),
  state: z.enum(ORDER_STATES),
  /** What is paid, in hundredths of `currency`. */
  pay_cents: z.number().int(),
  currency: z.string(),
  /** What it credits, quota. */
  quota: z.number().int(),
  created_at: z.number().int(),
  expires_at: z.number().int(),
  paid_at: z.number().int(),
});
export type OwnOrder = z.output<typeof ownOrder>;

/** An order as administrators see it. */
export const orderEntity = ownOrder.extend({
  user_id: z.number().int(),
  username: z.string(),
  /** The provider's number of the payment; '' until it is known. */
  reference: z.string(),
  /** USD that are bought, in hundredths. */
  buy_cents: z.number().int(),
});
export type Order = z.output<typeof orderEntity>;

export const orderDetail = orderEntity.extend({
  /** The owner's group, role and balance now. */
  user_group: z.string(),
  user_role: z.number().int(),
  user_quota: z.number().int(),
  /** Newest first; none for orders of before they were written down. */
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
  /** What was paid and not refunded, by currency: hundredths of it. */
  payments: z.array(z.object({ currency: z.string(), cents: z.number().int() })),
  /** What was paid for on each day that has an order, oldest first; `start` is its first second. */
  days: z.array(
    z.object({ start: z.number().int(), orders: z.number().int(), quota: z.number().int() }),
  ),
});
export type OrderTotals = z.output<typeof orderTotals>;

/** Why an order is completed or refunded by hand. */
export const completionReason = z
  .string({ error: 'order_reason_invalid' })
  .trim()
  .min(3, 'order_reason_invalid')
  .max(500, 'order_reason_invalid');
