import type { ErrorCode } from '@tollgate/contract';
import type { AddressNotAllowed } from '../platform/ssrf-guard.ts';

/**
 * Returns the error code for a refused address: it suggests what the operator can allow only if that would
 * help.
 */
export function refusalCode(
  { isNeverAllowed }: AddressNotAllowed,
  { isMail = false }: { isMail?: boolean } = {},
): ErrorCode {
  if (isNeverAllowed) return 'address_never_allowed';
  return isMail ? 'mail_address_not_allowed' : 'address_not_allowed';
}
