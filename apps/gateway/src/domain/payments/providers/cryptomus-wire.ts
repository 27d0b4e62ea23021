import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/app-error.ts';
import type { PaymentContext } from '../payment-provider.ts';
import { readObject } from '../../../platform/lenient-json.ts';
import { requestProvider } from '../request-provider.ts';
import { isSameSignature } from '../../../platform/is-same-signature.ts';

/** Returns the signature of a body as Cryptomus creates and expects it. */
export function signCryptomus(body: string, key: string): string {
  return createHash('md5')
    .update(Buffer.from(body).toString('base64') + key)
    .digest('hex');
}

export type CryptomusContext = Pick<PaymentContext, 'trustedOutbound' | 'options' | 'config'>;

/** Returns the URL of a call; Heleket and simulators use the same protocol. */
export function cryptomusUrl(
  { CRYPTOMUS_URL: base }: PaymentContext['config'],
  path: string,
): string {
  return base.replace(/\/+$/, '') + path;
}

/** Calls Cryptomus as the merchant and returns the result. Throws AppError payment_failed if refused. */
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
 * Returns a webhook's fields; undefined if its signature does not match. The signature covers the text
 * without the member `sign`, as PHP writes it, so the original text is tried first; it is serialized again in
 * case the member is not at the end.
 */
export function openCryptomusWebhook(
  text: string,
  key: string,
): Readonly<Record<string, unknown>> | undefined {
  const fields = readObject(text);
  const { sign, ...rest } = fields;
  if (key === '' || typeof sign !== 'string') return undefined;
  const unsignedText = withoutLastSign(text);
  const asPhp = writeLikePhp(rest);
  const candidates = unsignedText === undefined ? [asPhp] : [unsignedText, asPhp];
  const isSignatureValid = candidates.some((body) =>
    isSameSignature(signCryptomus(body, key), sign),
  );
  return isSignatureValid ? rest : undefined;
}

/**
 * Returns the text without its last member if that is `sign`. Searches from the end: a pattern that can start
 * at any blank takes minutes on a text of blanks.
 */
function withoutLastSign(text: string): string | undefined {
  const at = text.lastIndexOf('"sign"');
  const before = text.slice(0, Math.max(at, 0)).trimEnd();
  if (!before.endsWith(',') || !/^"sign"\s*:\s*"[0-9a-fA-F]*"\s*\}\s*$/.test(text.slice(at)))
    return undefined;
  return `${before.slice(0, -1).trimEnd()}}`;
}

/** Serializes like PHP's json_encode; '' for fields nested too deeply. */
function writeLikePhp(fields: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(fields).replaceAll('/', '\\/');
  } catch {
    return '';
  }
}
