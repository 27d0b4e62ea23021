import type { UpstreamFault } from '@tollgate/dialects';
import type { Attempt } from '../attempt/logged-attempt.ts';

/** Captures what one call sends and receives (ADR 87). */
export interface CapturedCall {
  /** The id that the log row refers to; undefined if the call is not selected, or that is not decided yet. */
  readonly storedAs: string | undefined;
  /** Decides by the model whether the call is selected. If not, returns false and stores nothing. */
  decide(model: string): boolean;
  /** Captures the whole request body. Of forms, which carry files, only the size is stored. */
  request(bytes: Uint8Array, isForm: boolean): void;
  /** Captures what the upstream of a failed attempt responded. */
  recordFault(attempt: Attempt, fault: UpstreamFault): void;
  /** Ends the capture and hands it to the payload log. */
  finish(): void;
}
