import { createHash } from 'node:crypto';

export type SignedFields = Readonly<Record<string, unknown>>;

/**
 * Computes the signature that epay and epusdt share: the MD5 of all non-empty fields, sorted by the bytes of
 * their names, as k=v&k=v directly followed by the key. Fields that are not text, number or boolean are left
 * out, as are those in `except`.
 */
export function signSorted(fields: SignedFields, key: string, except: readonly string[]): string {
  const text = Object.entries(fields)
    .filter(([name]) => !except.includes(name))
    .map(([name, value]) => [name, plainText(value)] as const)
    .filter(([, value]) => value.trim() !== '')
    .toSorted(([left], [right]) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('md5')
    .update(text + key)
    .digest('hex');
}

/**
 * Returns whether a signed text can be parsed in only one way: no name contains a separator, no value an `&`,
 * and neither a control character. Otherwise one signature would fit several lists of fields.
 */
export function isUnambiguous(fields: SignedFields): boolean {
  return Object.entries(fields).every(
    ([name, value]) => /^[\w.-]+$/.test(name) && !/[&\p{Cc}]/u.test(plainText(value)),
  );
}

/** Returns a value as in the signed text; numbers have no trailing zeros. */
function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
