import { AppError } from '../../platform/app-error.ts';
import { readObject } from '../../platform/lenient-json.ts';
import type { Outbound } from '../../platform/outbound.ts';

/** What calls of providers go out through: guarded addresses only. */
export type Ask = Outbound;

const LIMITS = { timeoutMs: 15_000, maxBytes: 256 * 1024 };

export interface ProviderResponse {
  status: number;
  /** The object that was answered; empty where it was none. */
  body: Readonly<Record<string, unknown>>;
  text: string;
}

/**
 * Sends a call to a payment provider: a POST where it has a body. Never inside a transaction.
 * Throws AppError payment_failed where nobody answers in time or the address is not allowed.
 */
export async function requestProvider(
  ask: Ask,
  call: { url: string; body?: string; headers?: Record<string, string> },
): Promise<ProviderResponse> {
  const { url, body, headers = {} } = call;
  const answer = await ask({
    url,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
    ...LIMITS,
  }).catch((error: unknown) => {
    throw new AppError(
      'payment_failed',
      {},
      { cause: error, internal: 'the payment provider could not be asked' },
    );
  });
  return { status: answer.status, body: readObject(answer.text), text: answer.text };
}
