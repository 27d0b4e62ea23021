import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/app-error.ts';
import type { PaymentContext } from '../payment-provider.ts';
import { readObject } from '../../../platform/lenient-json.ts';
import { requestProvider } from '../request-provider.ts';
import { isSameSignature } from '../../../platform/is-same-signature.ts';

/** The signature of a body as Cryptomus makes and wants it. */
export function signCryptomus(body: string, key: string): string {
  return createHash('md5')
    .update(Buffer.from(body).toString('base64') + key)
    .digest('hex');
}

export type CryptomusContext = Pick<PaymentContext, 'trustedOutbound' | 'options' | 'config'>;

/** The address of a call; Heleket and simulators speak the same way. */
export function cryptomusUrl(
  { CRYPTOMUS_URL: base }: PaymentContext['config'],
  path: string,
): string {
  return base.replace(/\/+$/, '') + path;
}

/** Calls Cryptomus as the merchant and answers the result. Throws AppError payment_failed for a refusal. */
export async function callCryptomus(
  { trustedOutbound, options, config }: CryptomusContext,
  path: `/v1/${string}`,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const body = JSON.stringify(input);
  const response = await requestProvider(trustedOutbound, {
    url: cryptomusUrl(config, path),
    body,
    headers: {
      merchant: options.text('CryptoMerchant_ID'),
      sign: signCryptomus(body, options.text('CryptoAPI_Key')),
    },
  });
  if (response.status !== 200 || response.body.state !== 0)
    throw new AppError(
      'payment_failed',
      {},
      { internal: `cryptomus ${response.status}: ${response.text.slice(0, 300)}` },
    );
  return response.body.result;
}

/**
 * The fields of a webhook; undefined where its signature is not ours. What is signed is the text
 * without the member sign, as PHP writes it, so the text itself is looked at first and written
 * anew only where the member stands in an odd place.
 */
export function openCryptomusWebhook(
  text: string,
  key: string,
): Readonly<Record<string, unknown>> | undefined {
  const fields = readObject(text);
  const { sign, ...rest } = fields;
  if (key === '' || typeof sign !== 'string') return undefined;
  const asSent = withoutLastSign(text);
  const asPhp = writeLikePhp(rest);
  const candidates = asSent === undefined ? [asPhp] : [asSent, asPhp];
  const isOurs = candidates.some((body) => isSameSignature(signCryptomus(body, key), sign));
  return isOurs ? rest : undefined;
}

/**
 * The text without its last member, where that is sign. Looked for from the end: a pattern that may
 * begin at any blank takes minutes for a text of blanks.
 */
function withoutLastSign(text: string): string | undefined {
  const at = text.lastIndexOf('"sign"');
  const before = text.slice(0, Math.max(at, 0)).trimEnd();
  if (!before.endsWith(',') || !/^"sign"\s*:\s*"[0-9a-fA-F]*"\s*\}\s*$/.test(text.slice(at)))
    return undefined;
  return `${before.slice(0, -1).trimEnd()}}`;
}

/** As PHP's json_encode does it, or '' for what is nested too deep to be written. */
function writeLikePhp(fields: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(fields).replaceAll('/', '\\/');
  } catch {
    return '';
  }
}
