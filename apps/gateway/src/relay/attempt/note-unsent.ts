import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { AttemptResult } from './attempt-result.ts';
import { createAttempt } from './create-attempt.ts';
import { noteFault } from './note-fault.ts';
import type { RelayCall } from '../relay-call.ts';

/** A channel that can't take the call costs no attempt, but the log tells of it. */
export function noteUnsent(
  call: RelayCall,
  channel: RuntimeChannel,
  fault: UpstreamFault,
): AttemptResult {
  const attempt = createAttempt(channel);
  noteFault(attempt, fault);
  call.attempts.push(attempt);
  return { kind: 'fault', fault, unsent: true };
}
