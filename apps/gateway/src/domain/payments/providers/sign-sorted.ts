import { createHash } from 'node:crypto';

export type SignedFields = Readonly<Record<string, unknown>>;

/**
 * The signature that epay and epusdt share: fields with a value, sorted by the bytes of their
 * names, as k=v&k=v with the key right behind, in MD5. Fields that are no text, number or boolean
 * take no part, nor do those named in `except`.
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
 * Whether a signed text can be split in one way only: no name holds a separator, no value an `&`, and
 * neither a control character. Else one text would be the signature of several lists of fields.
 */
export function isUnambiguous(fields: SignedFields): boolean {
  return Object.entries(fields).every(
    ([name, value]) => /^[\w.-]+$/.test(name) && !/[&\p{Cc}]/u.test(plainText(value)),
  );
}

/** As it stands in the signed text; numbers without an exponent or zeros at their end. */
function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
