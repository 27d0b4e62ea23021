import type { ErrorCode } from '@tollgate/contract';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';

/** Returns why an upstream was unreachable or its response unreadable, as a code that is translated later. */
export function faultReason(error: unknown): ErrorCode {
  if (error instanceof AddressNotAllowed) return 'reason_address_not_allowed';
  if (error instanceof SyntaxError) return 'reason_not_json';
  return (error as Error).name === 'TimeoutError' ? 'reason_timeout' : 'reason_unreachable';
}
