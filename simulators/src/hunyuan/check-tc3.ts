import { createHash, createHmac } from 'node:crypto';
import type { RecordedRequest } from '../recorder.ts';

/** A key pair of Tencent Cloud. */
export interface TencentSecret {
  secretId: string;
  secretKey: string;
}

const SKEW_SECONDS = 300;
const AUTHORIZATION =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/(\w+)\/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text);

/**
 * Checks the TC3 signature of a request as Tencent Cloud does, from what was received on the wire; returns
 * its error code, or undefined if it is valid.
 */
export function checkTc3(
  record: RecordedRequest,
  { secretId, secretKey }: TencentSecret,
  nowMs: number,
): string | undefined {
  const { headers, method, path, body } = record;
  const match = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!match) return 'AuthFailure.InvalidAuthorization';
  const [, id, date = '', service = '', names = '', signature] = match;
  if (id !== secretId) return 'AuthFailure.SecretIdNotFound';
  const seconds = Number(headers['x-tc-timestamp']);
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  if (!(Math.abs(seconds - nowMs / 1000) <= SKEW_SECONDS) || day !== date)
    return 'AuthFailure.SignatureExpire';
  if (!names.split(';').includes('content-type') || !names.split(';').includes('host'))
    return 'AuthFailure.SignatureFailure';
  const signed = names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim().toLowerCase()}\n`)
    .join('');
  const [uri = '', query = ''] = path.split('?');
  const canonical = [method, uri, query, signed, names, sha256(body)].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const toSign = ['TC3-HMAC-SHA256', String(seconds), scope, sha256(canonical)].join('\n');
  const key = [date, service, 'tc3_request'].reduce<Buffer | string>(
    (current, part) => hmac(current, part).digest(),
    `TC3${secretKey}`,
  );
  return hmac(key, toSign).digest('hex') === signature ? undefined : 'AuthFailure.SignatureFailure';
}
