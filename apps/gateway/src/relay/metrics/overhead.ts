import type { RelayCall } from '../relay-call.ts';

/**
 * Returns the gateway's share of the elapsed time, in milliseconds: everything except waiting for upstreams.
 */
export function overheadMs(call: RelayCall): number {
  return Math.max(0, performance.now() - call.startedAt - call.upstreamMs);
}

/** Returns it as a header name and value. */
export function overheadHeader(call: RelayCall): [string, string] {
  return ['x-tollgate-overhead-ms', overheadMs(call).toFixed(2)];
}
