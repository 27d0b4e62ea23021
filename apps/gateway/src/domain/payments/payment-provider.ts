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

/** The context of a payment provider's client. */
export interface PaymentContext {
  readonly config: Config;
  readonly store: Store;
  readonly options: OptionStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** For addresses from options. */
  readonly outbound: Outbound;
  /** For addresses from the environment and the providers' own, which may be private. */
  readonly trustedOutbound: Outbound;
}

/** Payment webhook: a provider's request as received. */
export interface WebhookRequest {
  readonly method: string;
  /** The part after the `?`. */
  readonly query: string;
  /** Unchanged; '' if there was none. */
  readonly body: string;
  /** Returns '' if it was not sent. */
  readonly header: (name: string) => string;
}

/** How the payer chose to pay, beyond the method. */
export interface OrderChoice {
  readonly coin?: { readonly currency: string; readonly network: string };
}

/** An order that its provider has accepted, with what the payer needs to continue. */
export interface PlacedOrder {
  /** The provider's number; absent if it is only reported with the payment. */
  readonly reference?: string;
  /** The page to open or to post to, or the text of the code to scan. */
  readonly url?: string;
  /** What the browser posts there. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What the provider's widget requires. */
  readonly clientSecret?: string;
  /** Details stored with the order. */
  readonly details?: object;
}

/** A refund to be made by its provider. */
export interface RefundRequest {
  readonly order: OrderRow;
  /** Our number of it, the same whenever the provider is asked again. */
  readonly number: string;
  /** In hundredths of the order's currency. */
  readonly cents: number;
}

/** What a provider says about a refund: made, still under way, or refused and never made. */
export interface RefundReport {
  readonly state: 'succeeded' | 'pending' | 'failed';
  /** The provider's number of it. */
  readonly reference?: string;
  /** Why it was refused. */
  readonly detail?: string;
}

/** Refunds at a provider with this site's account. */
export interface RefundClient {
  /**
   * Has the provider make a refund. Throws if the outcome is unknown: no response, or one that does not tell.
   */
  request(refund: RefundRequest): Promise<RefundReport>;
  /** Queries the provider about a refund; undefined if it knows of none. Throws if it does not tell. */
  find(refund: RefundRequest): Promise<RefundReport | undefined>;
}

/** How a provider makes refunds. */
export interface RefundAbility {
  /** Whether it refunds parts, several times, or only a whole order. */
  readonly parts: 'any' | 'whole';
  /**
   * For how many seconds it makes a refund once, however often it is asked under the same number; 0 if it
   * knows no such number, so that it must not be asked again.
   */
  readonly repeatableSeconds: number;
  /** Whether it names refunds by a number of the payment, so that orders without one cannot be refunded. */
  readonly needsReference: boolean;
}

/** A provider with this site's account. Its calls throw AppError payment_failed. */
export interface PaymentClient {
  placeOrder(order: OrderRow, choice: OrderChoice): PlacedOrder | Promise<PlacedOrder>;
  /**
   * Reads a webhook: undefined if it is not signed with our secret, 'unrelated' if it is not about a payment.
   */
  readWebhook(
    request: WebhookRequest,
  ): PaymentEvent | 'unrelated' | undefined | Promise<PaymentEvent | 'unrelated' | undefined>;
  /** Receives rejected webhooks unread, within the rate limit. */
  onRejectedWebhook?(request: WebhookRequest): Promise<void>;
  /** Queries the provider about an order; undefined if it has no information. */
  queryOrder(order: OrderRow): Promise<PaymentEvent | undefined>;
  /** Present if the provider's object has the ability. */
  readonly refunds?: RefundClient;
}

/** Payment webhook: where it is received and what the response is. */
export interface WebhookRoute {
  readonly path: `/api/${string}`;
  readonly methods: readonly ('GET' | 'POST')[];
  /**
   * Body of the 200 that the provider takes as received; after any other response it sends the webhook again.
   */
  readonly acknowledgement: string;
  readonly rejectedStatus: 200 | 400;
  /**
   * Whether each order contains an address of this site, of its webhook or of the page to return to, so that
   * none can start without one.
   */
  readonly needsAddress: boolean;
  /** The option that overrides the address. */
  readonly urlOption?: string;
  /** The provider's name in the API reference. */
  readonly operation: string;
}

/**
 * Origins in the content security policy that pages may load from and post to while a provider is enabled.
 */
export interface BrowserOrigins {
  readonly scripts?: readonly string[];
  readonly forms?: readonly string[];
}

/**
 * Payment provider: everything that the gateway knows of one, in a single object. Its line in
 * `providers/index.ts` adds webhook routes, reconciliation, prices and a place in the API reference; its
 * entry in `paymentProviderTable` of the contract adds options and the console.
 */
export interface PaymentProvider {
  readonly id: PaymentProviderId;
  /** The price that people see and pay. */
  price(options: OptionStore): CurrencyPrice;
  /** Error for an amount below the minimum, instead of `topup_below_minimum`. */
  readonly belowMinimumError?: ErrorCode;
  /** How long an order can be paid, in seconds; an hour by default. */
  lifetimeSeconds?(options: OptionStore): number;
  browserOrigins?(options: Pick<OptionStore, 'boolean' | 'text'>): BrowserOrigins;
  readonly webhook: WebhookRoute;
  /** Absent if it makes no refunds on request: they are made by hand, then recorded. */
  readonly refund?: RefundAbility;
  createClient(context: PaymentContext): PaymentClient;
}
