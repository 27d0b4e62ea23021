import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { AttemptResult } from './attempt-result.ts';
import { createAttempt } from './create-attempt.ts';
import { recordFault } from './record-fault.ts';
import type { RelayCall } from '../relay-call.ts';

/** Logs a channel that can't take the call; it does not count as an attempt. */
export function logSkippedChannel(
  call: RelayCall,
  channel: RuntimeChannel,
  fault: UpstreamFault,
): AttemptResult {
  const attempt = createAttempt(channel);
  recordFault(attempt, fault);
  call.attempts.push(attempt);
  return { kind: 'fault', fault, unsent: true };
}
