import type { PaymentMethod, PaymentProviderId } from '@tollgate/contract';

/** Payment event: a provider's report about an order, by a correctly signed webhook or when queried. */
export interface PaymentEvent {
  readonly provider: PaymentProviderId;
  /** '' in a report of returned money that names the payment only. */
  readonly tradeNo: string;
  /** The provider's number of the payment; undefined if it gave none. */
  readonly reference: string | undefined;
  /**
   * `underpaid`: less than the price arrived. `returned`: the payer got money back, or claims it, partly or
   * wholly.
   */
  readonly outcome:
    | 'paid'
    | 'confirming'
    | 'underpaid'
    | 'waiting'
    | 'expired'
    | 'failed'
    | 'returned';
  /** In a report of an underpayment: whether the rest can no longer be sent. */
  readonly isOver?: boolean;
  /** What was returned, or else the order's cost according to the provider, in hundredths; undefined if the amount is invalid. */
  readonly cents: number | undefined;
  /** In a report of returned money: the refund it is about. */
  readonly refund?: {
    /** Our number of it; '' if it was not made here. */
    readonly number: string;
    readonly state: 'succeeded' | 'pending' | 'failed';
    readonly reference: string;
  };
  /** In a report of returned money: whether `cents` is everything returned so far. */
  readonly isTotal?: true;
  /** Undefined if the protocol has only one currency. */
  readonly currency?: string | undefined;
  /** Undefined if the protocol has only one method. */
  readonly method?: PaymentMethod | 'other' | undefined;
}

/**
 * Result of an event: credited now or earlier (or nothing to do), or rejected without changes because no
 * order matches.
 */
export type PaymentEventResult = 'applied' | 'rejected';
