import type { PaymentMethod } from '@tollgate/contract';
import type { PaymentProviderId } from './payment-methods.ts';

/** What a provider says of an order: by a notice whose signature was right, or when asked. */
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

/** What came of a notice. */
export type PaymentEventResult =
  /** It was taken in: credited now or before, or there was nothing to do. */
  | 'done'
  /** No order fits it, and nothing was changed. */
  | 'refused';
