import type { RelayCall } from '../relay-call.ts';

/** Whether the client disconnected before the call was sent; logs it if so. */
export function isClientDisconnected(call: RelayCall): boolean {
  if (!call.response.destroyed) return false;
  call.clientDisconnected = true;
  return true;
}
