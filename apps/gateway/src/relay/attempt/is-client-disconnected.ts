import type { RelayCall } from '../relay-call.ts';

/** Whether the client disconnected before the call was sent; records it. */
export function isClientDisconnected(call: RelayCall): boolean {
  if (!call.response.destroyed) return false;
  call.clientDisconnected = true;
  return true;
}
