import { encodeText } from '../json/encode-text.ts';
import { toHex } from './encodings.ts';
import type { SigningCrypto } from './signing-crypto.ts';

export interface TencentKey {
  readonly secretId: string;
  readonly secretKey: string;
}

export interface TencentRequest {
  readonly host: string;
  readonly service: string;
  readonly action: string;
  readonly version: string;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

/** Parses a channel's key of the form AppId|SecretId|SecretKey; undefined for any other form. */
export function parseTencentKey(key: string): TencentKey | undefined {
  const [appId, secretId, secretKey] = key.split('|').map((part) => part.trim());
  return appId && secretId && secretKey ? { secretId, secretKey } : undefined;
}

/**
 * Returns the headers that sign a POST with Tencent Cloud's TC3-HMAC-SHA256. Source: Tencent Cloud API,
 * signature v3.
 */
export function signTencentRequest(
  request: TencentRequest,
  key: TencentKey,
  crypto: SigningCrypto,
): Record<string, string> {
  const { host, service, action, version, body, nowMs } = request;
  const seconds = String(Math.floor(nowMs / 1000));
  const date = new Date(nowMs).toISOString().slice(0, 10);
  const names = 'content-type;host;x-tc-action';
  const canonical = [
    'POST',
    '/',
    '',
    'content-type:application/json',
    `host:${host}`,
    `x-tc-action:${action.toLowerCase()}`,
    '',
    names,
    toHex(crypto.sha256(body)),
  ].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const hash = toHex(crypto.sha256(encodeText(canonical)));
  const signingKey = scope
    .split('/')
    .reduce(
      (current, part) => crypto.hmacSha256(current, encodeText(part)),
      encodeText(`TC3${key.secretKey}`),
    );
  const toSign = encodeText(`TC3-HMAC-SHA256\n${seconds}\n${scope}\n${hash}`);
  const signature = toHex(crypto.hmacSha256(signingKey, toSign));
  return {
    'content-type': 'application/json',
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-timestamp': seconds,
    authorization: `TC3-HMAC-SHA256 Credential=${key.secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
