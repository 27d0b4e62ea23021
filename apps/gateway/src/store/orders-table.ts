import type { OrderEventKind, RefundState } from '@tollgate/contract';
import type { Generated } from 'kysely';

export type OrderStatus = 'pending' | 'paid' | 'expired' | 'failed' | 'refunded';

/** Online top-ups. What is paid and what is credited never change once the order is created. */
export interface OrdersTable {
  id: Generated<number>;
  /** Our order number, sent to providers; unguessable. */
  trade_no: string;
  user_id: number;
  provider: string;
  method: string;
  status: OrderStatus;
  /** 1 once the provider has seen a payment that is not final yet. */
  confirming: Generated<number>;
  /** Amount bought, in hundredths of a USD. */
  buy_cents: number;
  /** Amount paid, in hundredths of `currency`. */
  pay_cents: number;
  currency: string;
  /** Quota credited. */
  quota: number;
  /** The provider's reference of the payment; null until it is known. */
  reference: string | null;
  /** The browser's identifiers of its request and its order, if it sent any. */
  request_id: string | null;
  client_order_id: string | null;
  /** Further payment details from the provider, as JSON; '' for none. */
  details: Generated<string>;
  created_at: number;
  expires_at: number;
  paid_at: number | null;
  /** When the provider is queried next; null if it no longer is. */
  next_check_at: number | null;
  checks: Generated<number>;
  /** Since when its provider has reported it as paid although nothing was credited; null if it does not. */
  uncredited_at: Generated<number | null>;
  /** When someone last had the provider queried about it. */
  asked_at: Generated<number | null>;
  /** When it was refunded; null if it was not. */
  refunded_at: Generated<number | null>;
  /** What was refunded or is being refunded, in hundredths of `currency`: never more than was paid. */
  refunded_cents: Generated<number>;
  /** Its share of `quota`. */
  refunded_quota: Generated<number>;
  /** 1 while a refund is under way. */
  refunding: Generated<number>;
}

/** Refunds of orders; each is stored before its provider learns of it (ADR 127). */
export interface RefundsTable {
  id: Generated<number>;
  order_id: number;
  /** Our number of it: the idempotency key at the provider. */
  number: string;
  /** The console's ID of its request: sent again, it adds no refund. */
  request_id: string;
  state: RefundState;
  /** Who was to return the money. */
  by: 'provider' | 'hand';
  cents: number;
  /** Its share of the order's quota. */
  quota: number;
  /** 1 if that share was deducted from the balance. */
  took_quota: number;
  reason: string;
  /** Name of the administrator. */
  actor: string;
  /** The provider's number of it; '' if unknown. */
  reference: Generated<string>;
  /** Why the provider refused it; '' otherwise. */
  detail: Generated<string>;
  created_at: number;
  settled_at: number | null;
  /** When the provider is queried next; null once it is settled. */
  next_check_at: number | null;
  checks: Generated<number>;
}

/** An order's events, oldest first. A repeat of the last event only increments its count. */
export interface OrderEventsTable {
  id: Generated<number>;
  order_id: number;
  kind: OrderEventKind;
  /** Details as JSON: the optional members of the contract's `orderEvent`. */
  details: string;
  /** Seconds: the first and the last occurrence. */
  created_at: number;
  last_at: number;
  times: Generated<number>;
}
