import type { RelayCall } from '../relay-call.ts';

/** The gateway's share of the time so far: everything but waiting for upstreams. Milliseconds. */
export function overheadMs(call: RelayCall): number {
  return Math.max(0, performance.now() - call.startedAt - call.upstreamMs);
}

/** The same as a header: its name and its value. */
export function overheadHeader(call: RelayCall): [string, string] {
  return ['x-tollgate-overhead-ms', overheadMs(call).toFixed(2)];
}
