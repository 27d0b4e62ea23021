import type { SimulatorServer } from '../simulator-server.ts';

export type Fields = Record<string, unknown>;

/** A merchant server's response to a webhook. */
export interface WebhookResponse {
  status: number;
  text: string;
}

/** Deviations of a webhook from the provider's data: applied before signing, and after. */
export interface WebhookChanges {
  fields?: Fields;
  forged?: Fields;
}

export interface PaymentSimulatorOptions {
  /** Prefix of the account's keys. */
  secret: string;
  /** A free one by default. */
  port?: number;
  /** The provider's clock, in milliseconds since 1970. */
  now?: () => number;
}

/**
 * How a provider takes refunds that are requested from now on: made at once, made later, refused, or made but
 * answered with a fault, so that the merchant cannot know.
 */
export type RefundMode = 'made' | 'later' | 'refused' | 'unknown';

/** Refunds that the merchant requests. */
export interface SimulatedRefunds {
  take(mode: RefundMode): void;
  /** What each refund of an order returned, in hundredths, oldest first; without those that failed. */
  of(order: string): number[];
  /**
   * Ends the refunds of an order that are made later, and sends the webhook about each if the protocol has one.
   * Those that were made fail too, if the provider's can.
   */
  end(order: string, outcome: 'made' | 'failed'): Promise<WebhookResponse[]>;
  /** Sends the webhooks about the refunds of an order again. */
  notify(order: string): Promise<WebhookResponse[]>;
}

/** A payment provider with one merchant's account. Orders are identified by the merchant's number. */
export interface PaymentSimulator extends SimulatorServer {
  /** Environment of a gateway that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Registers a gateway if the provider requires it; returns the options of a gateway with this account. */
  register(gatewayUrl: string): Readonly<Record<string, string>>;
  has(order: string): boolean;
  /** Pays an order; no webhook is sent automatically. */
  pay(order: string): void;
  /**
   * Refunds a paid order, and sends the webhook about it if the protocol has one. Absent if it has no refunds.
   */
  giveBack?(order: string): Promise<WebhookResponse | undefined>;
  /** Absent if the provider makes no refunds on request. */
  readonly refunds?: SimulatedRefunds;
  /** Sends the webhook of an order in its current state. */
  notify(order: string, changes?: WebhookChanges): Promise<WebhookResponse>;
  /** Webhook fields that claim something different. */
  readonly claims: {
    order(number: string): Fields;
    /** In hundredths. */
    amount(cents: number): Fields;
    reference(number: string): Fields;
    paid: Fields;
    unpaid: Fields;
    /** Absent if the protocol has only one currency. */
    currency?(code: string): Fields;
    /** What a forger changes without the key. */
    forged: Fields;
  };
}

/** The orders of a provider by the merchant's number. */
export class OrderBook<Order> extends Map<string, Order> {
  /** Returns an order. Throws if it does not exist. */
  of(number: string): Order {
    const order = this.get(number);
    if (!order) throw new Error(`no order ${number}`);
    return order;
  }
}

/** Sends a webhook to a merchant's server. */
export async function sendWebhook(
  url: string,
  init: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string } = {},
): Promise<WebhookResponse> {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

/** Renders a checkout page: a button that pays. */
export function cashierPage(title: string, action: string): string {
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><form method="post" action="${action}"><button>Pay</button></form>`;
}
