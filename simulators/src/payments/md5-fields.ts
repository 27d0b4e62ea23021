import { createHash } from 'node:crypto';

/** MD5 of the sorted k=v pairs that have a value, followed by the key: epay and epusdt. */
export function md5Fields(fields: Record<string, unknown>, key: string): string {
  const pairs = Object.keys(fields)
    .sort()
    .filter((name) => !['sign', 'sign_type', 'signature'].includes(name))
    .filter((name) => String(fields[name] ?? '').trim() !== '')
    .map((name) => `${name}=${String(fields[name])}`);
  return createHash('md5')
    .update(pairs.join('&') + key)
    .digest('hex');
}
