import { encodeText } from '../json/encode-text.ts';
import { toHex } from './encodings.ts';
import type { SigningCrypto } from './signing-crypto.ts';

export interface AwsKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
}

export interface AwsRequest {
  readonly method: 'GET' | 'POST';
  readonly host: string;
  /** As sent over the wire, already encoded once. */
  readonly path: string;
  /** Sorted by name and encoded; may be empty. */
  readonly query: string;
  readonly service: string;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

const CONTENT_TYPE = 'application/json';

/**
 * Parses a channel's key of the form AccessKey|SecretKey|Region, followed by a session token for temporary
 * credentials; undefined for any other form.
 */
export function parseAwsKey(key: string): AwsKey | undefined {
  const [accessKeyId, secretAccessKey, region, sessionToken, rest] = key
    .split('|')
    .map((part) => part.trim());
  if (!accessKeyId || !secretAccessKey || !region || rest !== undefined) return undefined;
  if (!AWS_REGION.test(region)) return undefined;
  return { accessKeyId, secretAccessKey, region, ...(sessionToken ? { sessionToken } : {}) };
}

/** A region becomes part of a host name. */
export const AWS_REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;

/**
 * Returns the headers that sign a GET, or a POST of JSON, with AWS Signature Version 4. The path is encoded a
 * second time inside the signature, as every service but S3 requires. Source: AWS, "Create a signed AWS API
 * request".
 */
export function signAwsRequest(
  request: AwsRequest,
  key: AwsKey,
  crypto: SigningCrypto,
): Record<string, string> {
  const stamp = new Date(request.nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const date = stamp.slice(0, 8);
  const scope = `${date}/${key.region}/${request.service}/aws4_request`;
  const bodyHash = toHex(crypto.sha256(request.body));
  const signed: [string, string][] = [
    ...(request.method === 'POST' ? [['content-type', CONTENT_TYPE] as [string, string]] : []),
    ['host', request.host],
    ['x-amz-content-sha256', bodyHash],
    ['x-amz-date', stamp],
  ];
  if (key.sessionToken !== undefined) signed.push(['x-amz-security-token', key.sessionToken]);
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    request.path.split('/').map(encodeSegment).join('/'),
    request.query,
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    stamp,
    scope,
    toHex(crypto.sha256(encodeText(canonical))),
  ].join('\n');
  const signature = toHex(crypto.hmacSha256(signingKey(key, scope, crypto), encodeText(toSign)));
  const { host: _host, ...headers } = Object.fromEntries(signed);
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Derives the signing key from the secret and the parts of the scope. */
function signingKey(key: AwsKey, scope: string, crypto: SigningCrypto): Uint8Array {
  return scope
    .split('/')
    .reduce(
      (current, part) => crypto.hmacSha256(current, encodeText(part)),
      encodeText(`AWS4${key.secretAccessKey}`),
    );
}

/** Percent-encodes a segment, including the characters that encodeURIComponent keeps. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
