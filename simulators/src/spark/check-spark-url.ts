import { createHmac } from 'node:crypto';
import type { Refusal } from '../wire.ts';

/** A Spark application with a key for the older interface. */
export interface SparkApplication {
  appId: string;
  apiKey: string;
  apiSecret: string;
}

const SKEW_MS = 300_000;
const ORIGIN =
  /^api_key="([^"]*)", algorithm="hmac-sha256", headers="host date request-line", signature="([^"]*)"$/;

/** Checks the signature in a WebSocket's URL as Spark does; returns undefined if it is valid. */
export function checkSparkUrl(
  path: string,
  { apiKey, apiSecret }: SparkApplication,
  nowMs: number,
): Refusal | undefined {
  const { pathname, searchParams } = new URL(path, 'ws://simulator');
  const date = searchParams.get('date') ?? '';
  const host = searchParams.get('host') ?? '';
  const origin = Buffer.from(searchParams.get('authorization') ?? '', 'base64').toString('utf8');
  const [, key, signature] = ORIGIN.exec(origin) ?? [];
  if (key === undefined) return refusal(401, 'Unauthorized');
  if (key !== apiKey)
    return refusal(401, 'HMAC signature cannot be verified: fail to retrieve credential');
  if (!(Math.abs(Date.parse(date) - nowMs) <= SKEW_MS))
    return refusal(
      403,
      'HMAC signature cannot be verified, a valid date or x-date header is required',
    );
  const toSign = `host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`;
  const expected = createHmac('sha256', apiSecret).update(toSign).digest('base64');
  return signature === expected ? undefined : refusal(401, 'HMAC signature does not match');
}

function refusal(status: number, message: string): Refusal {
  return { status, error: { message, type: '', code: null } };
}
