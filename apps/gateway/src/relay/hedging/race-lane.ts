/** Why an attempt claims its call: its response starts, or its client has disconnected. */
export type ClaimReason = 'begun' | 'left';

/**
 * One of several concurrent attempts of a call. The first whose response starts (or whose client disconnects)
 * claims the call: in the same event-loop turn all others end, so that only it can charge for the call.
 */
export class RaceLane {
  readonly #onClaim: (reason: ClaimReason) => void;
  /** Another attempt has claimed the call. */
  isLost = false;
  /** Ends the attempt in this lane; undefined before it runs and after it has ended. */
  onLost: (() => void) | undefined;
  /** Whether the request may have reached the upstream. */
  hasReached = (): boolean => false;
  /** Whether the upstream may be working on the call, and so bills it. */
  isBilled = (): boolean => false;

  constructor(onClaim: (reason: ClaimReason) => void) {
    this.#onClaim = onClaim;
  }

  claim(reason: ClaimReason): void {
    if (!this.isLost) this.#onClaim(reason);
  }

  lose(): void {
    this.isLost = true;
    this.onLost?.();
  }
}
