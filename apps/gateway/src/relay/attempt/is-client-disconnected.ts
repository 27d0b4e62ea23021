import type { RelayCall } from '../relay-call.ts';

/** Whether the client left while something was waited for before the call was sent; notes it. */
export function isClientDisconnected(call: RelayCall): boolean {
  if (!call.response.destroyed) return false;
  call.clientDisconnected = true;
  return true;
}
