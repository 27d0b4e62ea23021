import type { UpstreamFault } from '@tollgate/dialects';
import { hideKey } from '../../domain/channels/hide-key.ts';
import type { Attempt } from './logged-attempt.ts';
import type { AttemptTarget } from './attempt-context.ts';
import type { AttemptResult } from './attempt-result.ts';
import { createAttempt } from './create-attempt.ts';
import { recordFault } from './record-fault.ts';

/** The outcome of a request: its HTTP status, 0 without a response, and the fault unless it succeeded. */
export interface RequestOutcome {
  readonly status: number;
  readonly fault?: UpstreamFault;
}

/**
 * Runs one attempt of a task or realtime session, whose response is not streamed: times it, adds it to
 * `attempts`, redacts the channel's key and reports success. Rejects with failures of our own, which do not
 * count against the channel.
 */
export async function recordAttempt(
  attempts: Attempt[],
  { channel, ticket }: AttemptTarget,
  send: () => Promise<RequestOutcome>,
): Promise<AttemptResult> {
  const attempt = createAttempt(channel);
  attempts.push(attempt);
  const startedAt = performance.now();
  try {
    const { status, fault: rawFault } = await send();
    attempt.ms = Math.round(performance.now() - startedAt);
    attempt.status = status;
    if (!rawFault) {
      ticket.succeeded(attempt.ms);
      return { kind: 'answered' };
    }
    const fault = hideKey(rawFault, channel);
    recordFault(attempt, fault);
    return { kind: 'fault', fault };
  } catch (error) {
    ticket.aborted();
    throw error;
  }
}
