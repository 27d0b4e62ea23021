import { encodeText } from '../json/encode-text.ts';
import { toBase64, toBase64Url } from './encodings.ts';
import type { SigningCrypto } from './signing-crypto.ts';

function encodePart(value: object): string {
  return toBase64Url(encodeText(JSON.stringify(value)));
}

/**
 * Builds the bearer token of a Zhipu key (`id.secret`), valid for `ttlMs`; its times are in milliseconds.
 * Undefined for other keys, which are sent as they are. Source: Zhipu's SDK for version 4 of its API.
 */
export function buildZhipuToken(
  key: string,
  nowMs: number,
  ttlMs: number,
  crypto: SigningCrypto,
): string | undefined {
  const [id, secret, rest] = key.split('.');
  if (!id || !secret || rest !== undefined) return undefined;
  const header = encodePart({ alg: 'HS256', sign_type: 'SIGN', typ: 'JWT' });
  const payload = encodePart({ api_key: id, exp: nowMs + ttlMs, timestamp: nowMs });
  const signature = crypto.hmacSha256(encodeText(secret), encodeText(`${header}.${payload}`));
  return `${header}.${payload}.${toBase64Url(signature)}`;
}

/** The parts of a service account's file that a token needs. */
export interface ServiceAccount {
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly privateKeyId: string;
  readonly projectId: string;
  /** Where to obtain tokens. */
  readonly tokenUri: string;
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const LIFETIME_SECONDS = 3600;

/** Parses a Google service account's file; undefined for anything else. */
export function parseServiceAccount(value: unknown): ServiceAccount | undefined {
  const file =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const {
    client_email: email,
    private_key: key,
    private_key_id: keyId,
    project_id: project,
    token_uri: tokenUri,
  } = file;
  if (typeof email !== 'string' || typeof key !== 'string' || typeof project !== 'string') {
    return undefined;
  }
  return {
    clientEmail: email,
    privateKey: key,
    privateKeyId: typeof keyId === 'string' ? keyId : '',
    projectId: project,
    tokenUri: typeof tokenUri === 'string' && tokenUri !== '' ? tokenUri : TOKEN_URL,
  };
}

/**
 * Builds the call for an access token that is valid for an hour. `signRs256` signs with the account's key.
 */
export function buildGoogleTokenCall(
  account: ServiceAccount,
  nowMs: number,
  signRs256: (privateKey: string, data: Uint8Array) => Uint8Array,
): { readonly url: string; readonly contentType: string; readonly body: string } {
  const issued = Math.floor(nowMs / 1000);
  const header = encodePart({ alg: 'RS256', typ: 'JWT', kid: account.privateKeyId });
  const payload = encodePart({
    iss: account.clientEmail,
    sub: account.clientEmail,
    scope: CLOUD_SCOPE,
    aud: account.tokenUri,
    iat: issued,
    exp: issued + LIFETIME_SECONDS,
  });
  const signature = signRs256(account.privateKey, encodeText(`${header}.${payload}`));
  const assertion = `${header}.${payload}.${toBase64Url(signature)}`;
  const grant = encodeURIComponent('urn:ietf:params:oauth:grant-type:jwt-bearer');
  return {
    url: account.tokenUri,
    contentType: 'application/x-www-form-urlencoded',
    body: `grant_type=${grant}&assertion=${assertion}`,
  };
}

/**
 * Builds a Spark WebSocket URL with its signature in the query, from one without a query. `date` is RFC 1123
 * in GMT. Source: iFlytek's documentation of the Spark web API.
 */
export function buildSparkUrl(
  address: string,
  key: { readonly apiKey: string; readonly apiSecret: string },
  date: string,
  crypto: SigningCrypto,
): string {
  const [, host = '', path = ''] = /^wss?:\/\/([^/]+)(.*)$/.exec(address) ?? [];
  const toSign = encodeText(`host: ${host}\ndate: ${date}\nGET ${path} HTTP/1.1`);
  const signature = toBase64(crypto.hmacSha256(encodeText(key.apiSecret), toSign));
  const origin = `api_key="${key.apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
  const query = [
    `authorization=${encodeURIComponent(btoa(origin))}`,
    `date=${encodeURIComponent(date)}`,
    `host=${encodeURIComponent(host)}`,
  ].join('&');
  return `${address}?${query}`;
}
