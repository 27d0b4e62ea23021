import { createHmac } from 'node:crypto';
import { AppError } from '../../../platform/app-error.ts';
import { isSameSignature } from '../../../platform/is-same-signature.ts';
import { isObject, readObject, textOf } from '../../../platform/lenient-json.ts';
import type { PaymentContext } from '../payment-provider.ts';
import { PaymentRefusal, requestProvider } from '../request-provider.ts';

/** The metadata that holds our number of an order. Stripe copies that of a payment to its charge. */
export const ORDER_FIELD = 'tollgate_order';

/** The version of the API that responses are read as, whatever the account's own is. */
const VERSION = '2026-10-28.endive';
/** How far a webhook's timestamp may differ from our time. */
const SKEW_SECONDS = 5 * 60;

export type StripeContext = Pick<
  PaymentContext,
  'trustedOutbound' | 'options' | 'config' | 'clock'
>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Sends a GET, or a POST with form fields, which repeats under the same key do not run twice; resolves to the
 * object in the response. Throws AppError payment_failed, a PaymentRefusal if nothing was done.
 */
export async function callStripe(
  {
    trustedOutbound,
    options,
    config,
  }: Pick<StripeContext, 'trustedOutbound' | 'options' | 'config'>,
  path: `/v1/${string}`,
  post?: { fields: Readonly<Record<string, string>>; idempotencyKey: string },
): Promise<Fields> {
  const { status, body } = await requestProvider(trustedOutbound, {
    url: config.STRIPE_URL.replace(/\/+$/, '') + path,
    headers: {
      authorization: `Bearer ${options.text('StripeApiSecret')}`,
      'stripe-version': VERSION,
      ...(post && {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': post.idempotencyKey,
      }),
    },
    ...(post && { body: new URLSearchParams(post.fields).toString() }),
  });
  if (status >= 200 && status <= 299) return body;
  const { type, code, message } = isObject(body.error) ? body.error : {};
  const errorText = [type, code, message].map(textOf).join(' ').slice(0, 300);
  const internal = `stripe ${status}: ${errorText}`;
  // Conflicts, limits and faults of its own do not say that nothing was done.
  const isFinal = [400, 401, 402, 403, 404].includes(status) && type !== 'idempotency_error';
  if (isFinal) throw new PaymentRefusal(textOf(message) || errorText, internal);
  throw new AppError('payment_failed', {}, { internal });
}

/** An event of Stripe: its type, and the object that it is about. */
export interface StripeEvent {
  readonly type: string;
  readonly object: Fields;
}

/**
 * Opens a webhook: undefined if it is not signed with our secret, too old, or from the other mode (live or
 * test) than our key. While the secret is changed, Stripe signs with the old and the new one.
 */
export function openStripeWebhook(
  { text, signature }: { text: string; signature: string },
  { secret, key, nowMs }: { secret: string; key: string; nowMs: number },
): StripeEvent | undefined {
  const parts = signature.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [timestamp = '', ...others] = valuesOf('t');
  if (secret === '' || others.length > 0 || !/^\d{1,12}$/.test(timestamp)) return undefined;
  const expected = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
  if (!valuesOf('v1').some((actual) => isSameSignature(expected, actual))) return undefined;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > SKEW_SECONDS) return undefined;
  const { type, livemode, data } = readObject(text);
  if (livemode !== (modeOf(key) ?? livemode)) return undefined;
  return { type: textOf(type), object: isObject(data) && isObject(data.object) ? data.object : {} };
}

/** Returns whether a key is for real money; undefined if it does not say. */
function modeOf(key: string): boolean | undefined {
  const mode = /^[a-z]+_(live|test)_/.exec(key)?.[1];
  return mode === undefined ? undefined : mode === 'live';
}
