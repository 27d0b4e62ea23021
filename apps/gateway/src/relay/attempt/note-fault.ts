import type { UpstreamFault } from '@tollgate/dialects';
import type { Attempt } from './logged-attempt.ts';

/** Records the outcome of an attempt in its log entry. */
export function noteFault(attempt: Attempt, { code, kind }: UpstreamFault): void {
  attempt.fault ??= code ?? kind;
  if (attempt.fault !== kind) attempt.kind = kind;
}
