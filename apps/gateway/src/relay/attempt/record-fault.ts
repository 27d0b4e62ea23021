import type { UpstreamFault } from '@tollgate/dialects';
import type { CapturedCall } from '../payloads/captured-call.ts';
import type { Attempt } from './logged-attempt.ts';

/** Records a fault in the attempt's log entry, and the upstream's response in the call's payload. */
export function recordFault(attempt: Attempt, fault: UpstreamFault, payload?: CapturedCall): void {
  const { code, kind } = fault;
  attempt.fault ??= code ?? kind;
  if (attempt.fault !== kind) attempt.kind = kind;
  payload?.recordFault(attempt, fault);
}
