import { AppError } from '../../platform/app-error.ts';
import { readObject } from '../../platform/lenient-json.ts';
import type { Outbound } from '../../platform/outbound.ts';

const LIMITS = { timeoutMs: 15_000, maxBytes: 256 * 1024 };

/** A payment provider's refusal, as opposed to no response: the request had no effect. */
export class PaymentRefusal extends AppError {
  /** In the provider's words. */
  readonly reason: string;

  constructor(reason: string, internal: string) {
    super('payment_failed', {}, { internal });
    this.reason = reason.slice(0, 300);
  }
}

export interface ProviderResponse {
  status: number;
  /** The JSON object in the response; empty if there was none. */
  body: Readonly<Record<string, unknown>>;
  text: string;
}

/**
 * Sends a request to a payment provider: a POST if it has a body. Never call it inside a transaction. Throws
 * AppError payment_failed if no response arrives in time or the address is not allowed.
 */
export async function requestProvider(
  outbound: Outbound,
  request: { url: string; body?: string; headers?: Record<string, string> },
): Promise<ProviderResponse> {
  const { url, body, headers = {} } = request;
  const response = await outbound({
    url,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
    ...LIMITS,
  }).catch((error: unknown) => {
    throw new AppError(
      'payment_failed',
      {},
      { cause: error, internal: 'no response from the payment provider' },
    );
  });
  return { status: response.status, body: readObject(response.text), text: response.text };
}
