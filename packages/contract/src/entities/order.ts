import { z } from 'zod';

/**
 * The state of an order, as people see it. `uncredited`: its provider reports it as paid, but nothing was
 * credited. `confirming`: a payment was seen that is not final yet.
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

/** States to filter a list by: `awaiting` includes `confirming`. */
export const ORDER_STATE_FILTERS = [
  'uncredited',
  'awaiting',
  'paid',
  'refunded',
  'expired',
  'failed',
] as const;
export type OrderStateFilter = (typeof ORDER_STATE_FILTERS)[number];

/**
 * What a provider reports about an order: `returned` if the money was refunded or is disputed, `unknown` if
 * it can't say, `unreachable` if it did not respond.
 */
export const ORDER_OUTCOMES = [
  'paid',
  'confirming',
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
});
export type OwnOrder = z.output<typeof ownOrder>;

/** An order as administrators see it. */
export const orderEntity = ownOrder.extend({
  user_id: z.number().int(),
  username: z.string(),
  /** The provider's payment number; '' until it is known. */
  reference: z.string(),
  /** USD bought, in hundredths. */
  buy_cents: z.number().int(),
});
export type Order = z.output<typeof orderEntity>;

export const orderDetail = orderEntity.extend({
  /** The owner's current group, role and balance. */
  user_group: z.string(),
  user_role: z.number().int(),
  user_quota: z.number().int(),
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
  /** Paid and not refunded, by currency, in hundredths. */
  payments: z.array(z.object({ currency: z.string(), cents: z.number().int() })),
  /** Amounts paid per day that has an order, oldest first; `start` is the day's first second. */
  days: z.array(
    z.object({ start: z.number().int(), orders: z.number().int(), quota: z.number().int() }),
  ),
});
export type OrderTotals = z.output<typeof orderTotals>;

/** Why an order is completed or refunded manually. */
export const completionReason = z
  .string({ error: 'order_reason_invalid' })
  .trim()
  .min(3, 'order_reason_invalid')
  .max(500, 'order_reason_invalid');
