import type { UpstreamFault } from '@tollgate/dialects';
import type { UnchargedReason } from '../response/client-disconnect-policy.ts';

/**
 * The outcome of one attempt on a channel: the response is complete or in progress, or nothing was sent to
 * the client yet.
 */
export type AttemptResult =
  | { kind: 'answered'; /** A stream that broke after it had started. */ broke?: UpstreamFault }
  | {
      kind: 'fault';
      fault: UpstreamFault;
      /** The channel was never called: it can't serve this call, but one of another dialect may. */
      unsent?: true;
    }
  /** Another attempt of the same call started its response first. */
  | { kind: 'cancelled' }
  | {
      kind: 'client-gone';
      /** The call already has a log row. */
      settled?: true;
      /** Why it costs nothing. */
      free?: UnchargedReason;
    };

export const CANCELLED: AttemptResult = { kind: 'cancelled' };
