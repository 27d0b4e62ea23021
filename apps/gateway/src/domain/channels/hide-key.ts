import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from './channel-catalog.ts';

const MASK = '***';
/** Shorter parts of a key (a region, an account number) are not secret. */
const SECRET_LENGTH_MIN = 8;
/** A key may be truncated at the end of an excerpt; a shorter piece of it reveals nothing. */
const PREFIX_LENGTH_MIN = 4;

/**
 * Removes the channel's credential from a fault, whatever its format: some upstreams echo what they were
 * sent, and patterns only match the keys of known vendors.
 */
export function hideKey(fault: UpstreamFault, { key }: Pick<RuntimeChannel, 'key'>): UpstreamFault {
  const hide = (text: string) => hideKeyIn(text, key);
  return {
    ...fault,
    message: hide(fault.message),
    excerpt: hide(fault.excerpt),
    type: hide(fault.type),
    code: fault.code === null ? null : hide(fault.code),
    param: fault.param === null ? null : hide(fault.param),
  };
}

/** Removes from a text a key, its secret parts, and the beginning of one that is truncated at the end. */
export function hideKeyIn(text: string, key: string): string {
  let hidden = text;
  for (const secret of new Set([key, ...key.split(/[|\n]/)])) {
    if (secret.length < SECRET_LENGTH_MIN) continue;
    hidden = hidden.replaceAll(secret, MASK);
    const prefixLength = lengthOfPrefixAtEnd(hidden, secret);
    if (prefixLength > 0) hidden = hidden.slice(0, -prefixLength) + MASK;
  }
  return hidden;
}

function lengthOfPrefixAtEnd(text: string, secret: string): number {
  for (let length = secret.length - 1; length >= PREFIX_LENGTH_MIN; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
