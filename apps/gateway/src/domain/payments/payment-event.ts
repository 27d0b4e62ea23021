import type { PaymentMethod, PaymentProviderId } from '@tollgate/contract';

/** Payment event: what a provider says of an order, by a webhook whose signature was right or when queried. */
export interface PaymentEvent {
  readonly provider: PaymentProviderId;
  readonly tradeNo: string;
  /** The provider's own number of the payment; undefined where it did not say. */
  readonly reference: string | undefined;
  readonly outcome: 'paid' | 'confirming' | 'waiting' | 'expired' | 'failed';
  /** What the order costs as the provider has it, in hundredths; undefined for no such amount. */
  readonly cents: number | undefined;
  /** Undefined where the protocol has one currency only. */
  readonly currency?: string | undefined;
  /** Undefined where the protocol has one method only. */
  readonly method?: PaymentMethod | 'other' | undefined;
}

/** What came of an event: credited now or before (or nothing to do), or no order agrees with it and nothing changed. */
export type PaymentEventResult = 'applied' | 'rejected';
