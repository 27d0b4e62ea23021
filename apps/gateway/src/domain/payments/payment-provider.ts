import type { ErrorCode, PaymentProviderId } from '@tollgate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Store } from '../../store/open-store.ts';
import type { OrderRow } from '../../store/orders-repository.ts';
import type { OptionStore } from '../options/options.ts';
import type { CurrencyPrice } from './currency-price.ts';
import type { PaymentEvent } from './payment-event.ts';

/** What a client of a payment provider works with. */
export interface PaymentContext {
  readonly config: Config;
  readonly store: Store;
  readonly options: OptionStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** To addresses that stand in options. */
  readonly outbound: Outbound;
  /** To addresses of the environment and the providers' own, which may be private. */
  readonly trustedOutbound: Outbound;
}

/** Payment webhook: a request that a provider sent, as it came. */
export interface WebhookRequest {
  readonly method: string;
  /** What stands behind the `?`. */
  readonly query: string;
  /** Byte for byte; '' where there was none. */
  readonly body: string;
  /** '' where it was not sent. */
  readonly header: (name: string) => string;
}

/** How the payer chose to pay, beyond the method. */
export interface OrderChoice {
  readonly coin?: { readonly currency: string; readonly network: string };
}

/** An order that its provider knows, with what the payer needs to go on. */
export interface PlacedOrder {
  /** The provider's own number; absent where it tells one only with the payment. */
  readonly reference?: string;
  /** The page to open or to post to, or the text of the code to scan. */
  readonly url?: string;
  /** What the browser posts there. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What the provider's widget wants. */
  readonly clientSecret?: string;
  /** What is kept beside the order. */
  readonly details?: object;
}

/** A provider with the account of this site. Its calls throw AppError payment_failed. */
export interface PaymentClient {
  placeOrder(order: OrderRow, choice: OrderChoice): PlacedOrder | Promise<PlacedOrder>;
  /** What a webhook says: undefined where it is not signed by our secret, 'unrelated' where it is about no payment. */
  readWebhook(
    request: WebhookRequest,
  ): PaymentEvent | 'unrelated' | undefined | Promise<PaymentEvent | 'unrelated' | undefined>;
  /** Sees webhooks that were rejected unread, within the rate limit. */
  onRejectedWebhook?(request: WebhookRequest): Promise<void>;
  /** What the provider says of an order now; undefined where it can't say. */
  queryOrder(order: OrderRow): Promise<PaymentEvent | undefined>;
  /** Gives money of a paid order back; answers the provider's number of the refund. No provider has it yet. */
  refundOrder?(order: OrderRow, refund: { cents: number }): Promise<{ reference: string }>;
}

/** Payment webhook: where it comes in and how it is answered. */
export interface WebhookRoute {
  readonly path: `/api/${string}`;
  readonly methods: readonly ('GET' | 'POST')[];
  /** The body of a 200 that the provider reads as received; after any other it sends the webhook again. */
  readonly acknowledgement: string;
  readonly rejectedStatus: 200 | 400;
  /** Each order names the address, so no order begins without one. Else the operator enters it at the provider. */
  readonly isNamedByOrders: boolean;
  /** The option that holds an address of its own. */
  readonly urlOption?: string;
  /** What the API reference calls the provider. */
  readonly operation: string;
}

/** What pages may load from and post to while a provider is on, as origins of the content policy. */
export interface BrowserOrigins {
  readonly scripts?: readonly string[];
  readonly forms?: readonly string[];
}

/**
 * Payment provider: all that the gateway knows of one, in one object. Its line in
 * `providers/index.ts` gives it webhook routes, reconciliation, prices and a place in the API
 * reference; its entry in `paymentProviderTable` of the contract gives it options and the console.
 */
export interface PaymentProvider {
  readonly id: PaymentProviderId;
  /** What people are shown and pay. */
  price(options: OptionStore): CurrencyPrice;
  /** Said of an amount below the minimum instead of `topup_below_minimum`. */
  readonly belowMinimumError?: ErrorCode;
  /** How long an order can be paid; an hour by default. */
  lifetimeSeconds?(options: OptionStore): number;
  browserOrigins?(options: Pick<OptionStore, 'boolean' | 'text'>): BrowserOrigins;
  readonly webhook: WebhookRoute;
  createClient(context: PaymentContext): PaymentClient;
}
