import type { UpstreamFault } from '@tollgate/dialects';
import { listAddressSecrets, listOwnSecrets } from './own-secrets.ts';

const MASK = '***';
/** Shorter parts of a key (a region, an account number) are not secret. */
const SECRET_LENGTH_MIN = 8;
/** A key may be truncated at the end of an excerpt; a shorter piece of it reveals nothing. */
const PREFIX_LENGTH_MIN = 4;

/** What a channel sends to identify itself. */
interface Credentials {
  readonly key: string;
  readonly baseUrl: string;
  readonly policy: Parameters<typeof listOwnSecrets>[0];
}

/**
 * Removes the channel's credentials from a fault, whatever their format: some upstreams echo what they were
 * sent, and patterns only match the keys of known vendors.
 */
export function hideKey(fault: UpstreamFault, channel: Credentials): UpstreamFault {
  const hide = (text: string) => hideKeyIn(text, channel);
  return {
    ...fault,
    message: hide(fault.message),
    excerpt: hide(fault.excerpt),
    type: hide(fault.type),
    code: fault.code === null ? null : hide(fault.code),
    param: fault.param === null ? null : hide(fault.param),
  };
}

/**
 * Removes from a text a channel's key, its secret parts, what its settings add of the kind, and the
 * beginning of one that is truncated at the end.
 */
export function hideKeyIn(text: string, channel: Credentials): string {
  let hidden = text;
  for (const secret of secretsOf(channel)) {
    hidden = hidden.replaceAll(secret, MASK);
    const prefixLength = lengthOfPrefixAtEnd(hidden, secret);
    if (prefixLength > 0) hidden = hidden.slice(0, -prefixLength) + MASK;
  }
  return hidden;
}

/** Longest message that may be truncated: the reason for closing a WebSocket. */
const REASON_BYTES_MAX = 123;

/** Creates a function that does the same for messages; those without any of it stay as they are. */
export function createKeyHider(channel: Credentials): (message: Buffer) => Buffer {
  const secrets = secretsOf(channel).map((secret) => Buffer.from(secret));
  return (message) =>
    message.length <= REASON_BYTES_MAX || secrets.some((secret) => message.includes(secret))
      ? Buffer.from(hideKeyIn(message.toString('latin1'), channel), 'latin1')
      : message;
}

/**
 * Removes a channel's credentials from every text of a result. A URL that contains one is of no use without
 * it.
 */
export function hideKeyInData<Data extends object>(data: Data, channel: Credentials): Data {
  const secrets = secretsOf(channel);
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string')
      return secrets.reduce((text, secret) => text.replaceAll(secret, MASK), value);
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hide(inner)]));
  };
  return hide(data) as Data;
}

/** Lists the credentials, and how they are written in URLs; the longest first. */
function secretsOf({ key, policy, baseUrl }: Credentials): string[] {
  const plain = [
    key,
    ...key.split(/[|\n]/),
    ...listOwnSecrets(policy),
    ...listAddressSecrets(baseUrl),
  ];
  const secrets = new Set(plain.flatMap((secret) => [secret, inUrl(secret)]));
  return [...secrets]
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .toSorted((left, right) => right.length - left.length);
}

const inUrl = (secret: string) => encodeURIComponent(secret.toWellFormed());

function lengthOfPrefixAtEnd(text: string, secret: string): number {
  for (let length = secret.length - 1; length >= PREFIX_LENGTH_MIN; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
