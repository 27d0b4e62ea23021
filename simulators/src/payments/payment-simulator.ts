import type { SimulatorServer } from '../simulator-server.ts';

export type Fields = Record<string, unknown>;

/** A merchant server's response to a webhook. */
export interface WebhookResponse {
  status: number;
  text: string;
}

/** How a webhook differs from what the provider knows: before it is signed, and after. */
export interface WebhookChanges {
  fields?: Fields;
  forged?: Fields;
}

export interface PaymentSimulatorOptions {
  /** What the keys of the merchant's account begin with. */
  secret: string;
  /** A free one by default. */
  port?: number;
  /** Milliseconds since 1970, as the provider's clock has it. */
  now?: () => number;
}

/** A payment provider with the account of one merchant. Orders go by the merchant's number. */
export interface PaymentSimulator extends SimulatorServer {
  /** The environment of a gateway that orders here. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Enters a gateway where the provider requests it; returns the options of a gateway with this
   * account.
   */
  register(gatewayUrl: string): Readonly<Record<string, string>>;
  has(order: string): boolean;
  /** A payer pays; no webhook is sent by itself. */
  pay(order: string): void;
  /** Sends the webhook of an order as it is. */
  notify(order: string, changes?: WebhookChanges): Promise<WebhookResponse>;
  /** Fields of a webhook that say something else. */
  readonly claims: {
    order(number: string): Fields;
    /** In hundredths. */
    amount(cents: number): Fields;
    reference(number: string): Fields;
    paid: Fields;
    unpaid: Fields;
    /** Absent where the protocol has one currency only. */
    currency?(code: string): Fields;
    /** What a forger changes without the key. */
    forged: Fields;
  };
}

/** The orders of a provider by the merchant's number. */
export class OrderBook<Order> extends Map<string, Order> {
  /** Throws where there is no such order. */
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

/** What a payer sees of a cashier: a payment by a button. */
export function cashierPage(title: string, action: string): string {
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><form method="post" action="${action}"><button>Pay</button></form>`;
}
