import type { UpstreamFault } from '@tollgate/dialects';
import type { UnchargedReason } from '../response/client-disconnect-policy.ts';

/** What one try at a channel came to: the answer is on its way or done, or nothing was sent yet. */
export type AttemptResult =
  | { kind: 'answered'; /** A stream that broke after it had begun. */ broke?: UpstreamFault }
  | {
      kind: 'fault';
      fault: UpstreamFault;
      /** The channel was never asked: it can't take this call, but one of another dialect may. */
      unsent?: true;
    }
  /** Another try of the same call has begun first. */
  | { kind: 'cancelled' }
  | {
      kind: 'client-gone';
      /** There is a row in the log already. */
      settled?: true;
      /** Why it costs nothing. */
      free?: UnchargedReason;
    };
