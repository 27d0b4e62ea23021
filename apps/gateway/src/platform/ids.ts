import { randomBytes, randomInt } from 'node:crypto';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns uniformly random characters of 0-9, A-Z, a-z. */
export function randomAlphanumeric(length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1)
    text += ALPHANUMERIC[randomInt(ALPHANUMERIC.length)];
  return text;
}

/** Returns a 256-bit credential as 43 characters of base64url. */
export function newCredential(): string {
  return randomBytes(32).toString('base64url');
}

let counter = 0;
let prefix = '';
let prefixCreatedAtMs = 0;

/**
 * Returns a request id: UTC time to the second, 8 random characters that change every second, and a counter.
 * Unique within and across processes, sortable by time, and cheap enough for every call.
 */
export function newRequestId(nowMs: number): string {
  if (Math.abs(nowMs - prefixCreatedAtMs) >= 1000 || prefix === '') {
    const stamp = new Date(nowMs).toISOString().replace(/\D/g, '').slice(0, 14);
    prefix = `${stamp}${randomBytes(6).toString('base64url').replace(/[-_]/g, 'x')}`;
    prefixCreatedAtMs = nowMs;
    counter = 0;
  }
  counter += 1;
  return prefix + counter.toString(36).padStart(4, '0');
}

/** Whether a text has the format of newRequestId. */
export function isRequestId(text: string): boolean {
  return /^\d{14}\w{12}/.test(text);
}
