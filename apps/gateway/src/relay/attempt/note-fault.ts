import type { UpstreamFault } from '@tollgate/dialects';
import type { Attempt } from './logged-attempt.ts';

/** Writes into the log of an attempt what became of it. */
export function noteFault(attempt: Attempt, { code, kind }: UpstreamFault): void {
  attempt.fault ??= code ?? kind;
  if (attempt.fault !== kind) attempt.kind = kind;
}
