import type { UpstreamFault } from '@tollgate/dialects';
import type { Attempt } from '../attempt/logged-attempt.ts';

/** Takes down what one call sends and gets (ADR 87). */
export interface CapturedCall {
  /** The id that the log row names; undefined where the call is not chosen, or not yet. */
  readonly storedAs: string | undefined;
  /** The model is known now. False where the call is not chosen: nothing of it is kept. */
  decide(model: string): boolean;
  /** The whole body of the request. Of forms, which carry files, only the size is kept. */
  request(bytes: Uint8Array, isForm: boolean): void;
  /** An attempt failed, and this is what its upstream said. */
  noteFault(attempt: Attempt, fault: UpstreamFault): void;
  /** The call is over: hands what was taken down to the payload log. */
  finish(): void;
}
