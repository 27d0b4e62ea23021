/** Why a try claims its call: its answer begins, or its client has left. */
export type ClaimReason = 'begun' | 'left';

/**
 * A try beside others of the same call. The first that begins (or whose client leaves) claims the
 * call: in the same turn of the event loop all others end, so that one alone can charge for it.
 */
export class RaceLane {
  readonly #onClaim: (reason: ClaimReason) => void;
  /** Another try has claimed the call. */
  isLost = false;
  /** Ends the try that runs in this lane; undefined before it runs and once it is over. */
  onLost: (() => void) | undefined;
  /** Whether the request may have reached the upstream. */
  hasReached = (): boolean => false;

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
