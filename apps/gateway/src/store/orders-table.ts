import type { Generated } from 'kysely';

export type OrderStatus = 'pending' | 'paid' | 'expired' | 'failed' | 'refunded';

/** Online top-ups. What is paid and what is credited never change once the order is made. */
export interface OrdersTable {
  id: Generated<number>;
  /** Our number of the order, as providers know it; unguessable. */
  trade_no: string;
  user_id: number;
  provider: string;
  method: string;
  status: OrderStatus;
  /** 1 once the provider has seen a payment that is not final yet. */
  confirming: Generated<number>;
  /** USD that are bought, in hundredths. */
  buy_cents: number;
  /** What is paid, in hundredths of `currency`. */
  pay_cents: number;
  currency: string;
  /** What is credited. */
  quota: number;
  /** The provider's number of the payment; none until it is known. */
  reference: string | null;
  /** How the browser named its request and its order, where it did. */
  request_id: string | null;
  client_order_id: string | null;
  /** What else the provider said of the payment, as JSON; '' for nothing. */
  details: Generated<string>;
  created_at: number;
  expires_at: number;
  paid_at: number | null;
  /** When the provider is asked about it; null when no more. */
  next_check_at: number | null;
  checks: Generated<number>;
  /** Since when its provider says that it is paid although nothing was credited; null where it doesn't. */
  uncredited_at: Generated<number | null>;
  /** When somebody last had the provider asked about it. */
  asked_at: Generated<number | null>;
  /** When its money was given back; null where it was not. */
  refunded_at: Generated<number | null>;
}

/** What happened to an order, oldest first. A repeat of the last event only counts there. */
export interface OrderEventsTable {
  id: Generated<number>;
  order_id: number;
  /** `orderEventKinds` of the contract. */
  kind: string;
  /** What is known of it, as JSON: the optional members of `orderEvent` of the contract. */
  details: string;
  /** Seconds: the first and the last time. */
  created_at: number;
  last_at: number;
  times: Generated<number>;
}
