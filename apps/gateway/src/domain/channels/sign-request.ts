import type { RequestSigner, Credential, AccessTokenUse } from '@tollgate/dialects';
import type { Clock } from '../../platform/clock.ts';
import { signingCrypto } from '../../platform/signing-crypto.ts';
import type { UpstreamAccessTokens } from './upstream-access-tokens.ts';

/** A request as sent over the wire, except for its authorization. */
export interface UnsignedRequest {
  url: string;
  method: 'POST' | 'GET';
  /** Alternating names and values. */
  headers: readonly string[];
  body: Uint8Array | undefined;
}

/** Services needed to authorize a request. */
export interface AuthorizationServices {
  readonly upstreamAccessTokens: UpstreamAccessTokens;
  readonly clock: Clock;
}

const NO_BODY = new Uint8Array();

/** Adds the request's signature. */
export function signRequest<Call extends UnsignedRequest>(
  call: Call,
  signer: RequestSigner,
  nowMs: number,
): Call {
  const { method, url, body = NO_BODY } = call;
  const signable = { method, url, body, nowMs };
  const proof = signer.sign(signable, signingCrypto);
  const signed = { ...call, headers: replaceHeaders(call.headers, proof) };
  return signer.signUrl ? { ...signed, url: signer.signUrl(signable, signingCrypto) } : signed;
}

/** Adds an access token. */
export function attachAccessToken<Call extends UnsignedRequest>(
  call: Call,
  { headers = {}, query }: AccessTokenUse,
): Call {
  const { url } = call;
  const urlWithQuery = query === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
  return { ...call, url: urlWithQuery, headers: replaceHeaders(call.headers, headers) };
}

/**
 * Authorizes a request as its host requires; rejects with AccessTokenRefused. For requests that may wait.
 */
export async function authorizeRequest<Call extends UnsignedRequest>(
  call: Call,
  { upstreamAccessTokens, clock }: AuthorizationServices,
  host: { credential?: Credential; tokenOwner: string } | undefined,
): Promise<Call> {
  const credential = host?.credential;
  if (!credential) return call;
  if (credential.kind === 'signed') return signRequest(call, credential, clock.nowMs());
  const token = await upstreamAccessTokens.get(host.tokenOwner, credential);
  return attachAccessToken(call, credential.use(token));
}

/** Converts alternating names and values to headers by name. */
export function headersByName(headers: readonly string[]): Record<string, string> {
  const headersOfName: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2)
    headersOfName[headers[at] ?? ''] = headers[at + 1] ?? '';
  return headersOfName;
}

function replaceHeaders(
  headers: readonly string[],
  by: Readonly<Record<string, string>>,
): string[] {
  const remainingHeaders: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (!Object.hasOwn(by, name)) remainingHeaders.push(name, value);
  }
  return [...remainingHeaders, ...Object.entries(by).flat()];
}
