import type { UpstreamFaultKind } from './upstream-fault.ts';

export interface FaultClass {
  readonly kind: UpstreamFaultKind;
  readonly retryable: boolean;
  readonly bannable: boolean;
  readonly onlyThisCall?: true;
}
