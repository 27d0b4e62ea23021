/** Why an attempt claims its call: its response starts, or its client has disconnected. */
export type ClaimReason = 'begun' | 'left';

/**
 * An attempt beside others of the same call. The first whose response starts (or whose client
 * disconnects) claims the call: in the same turn of the event loop all others end, so that it alone
 * can charge for it.
 */
export class RaceLane {
  readonly #onClaim: (reason: ClaimReason) => void;
  /** Another attempt has claimed the call. */
  isLost = false;
  /** Ends the attempt that runs in this lane; undefined before it runs and once it is over. */
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
