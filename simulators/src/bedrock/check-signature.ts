import { createHash, createHmac } from 'node:crypto';
import type { Refusal } from '../wire.ts';
import type { RecordedRequest } from '../recorder.ts';

/** Credentials of an account, and the only region of this server. */
export interface AwsAccount {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  sessionToken?: string;
}

const SKEW_MS = 5 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text);

/**
 * Checks the Signature Version 4 of a request as AWS does, from what was received on the wire; returns
 * undefined if it is valid.
 */
export function checkSignature(
  record: RecordedRequest,
  account: AwsAccount,
  nowMs: number,
): Refusal | undefined {
  const { headers } = record;
  const match = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!match) return refusal('MissingAuthenticationTokenException: Missing Authentication Token');
  const [, id = '', date = '', region = '', service = '', names = '', signature = ''] = match;
  if (id !== account.accessKeyId || headers['x-amz-security-token'] !== account.sessionToken)
    return refusal('The security token included in the request is invalid.');
  const stamp = String(headers['x-amz-date'] ?? '');
  const stampMs = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, TO_ISO));
  if (!(Math.abs(stampMs - nowMs) <= SKEW_MS))
    return refusal(`Signature expired: ${stamp} is now earlier than the time of the server`);
  if (region !== account.region || service !== 'bedrock' || !stamp.startsWith(date))
    return refusal(`Credential should be scoped to a valid region, not '${region}'.`);
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical(record, names.split(';')))];
  const key = scope
    .split('/')
    .reduce<Buffer | string>(
      (current, part) => hmac(current, part).digest(),
      `AWS4${account.secretAccessKey}`,
    );
  if (hmac(key, toSign.join('\n')).digest('hex') === signature) return undefined;
  return refusal(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
  );
}

const TO_ISO = '$1-$2-$3T$4:$5:$6Z';

/** Returns the canonical request that is hashed; the body hash claimed by the sender is ignored. */
function canonical({ method, path, headers, body }: RecordedRequest, names: string[]): string {
  const [rawPath = '', query = ''] = path.split('?');
  const uri = rawPath
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/');
  const sorted = query.split('&').sort().join('&');
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`);
  return [method, uri, sorted, ...lines, '', names.join(';'), sha256(body)].join('\n');
}

const refusal = (message: string): Refusal => ({
  status: 403,
  error: { message, type: '', code: null },
});
