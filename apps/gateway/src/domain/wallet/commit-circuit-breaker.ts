import type { Clock } from '../../platform/clock.ts';
import { isRowFault } from './store/row-fault.ts';

/** Pause between two attempts to store charges. */
const RETRY_MS = 5000;

/**
 * Circuit breaker in front of new calls: opens when a charge could not be stored (a full disk), since calls
 * would then be free. Half-open every few seconds: one call may start as a probe.
 */
export class CommitCircuitBreaker {
  readonly #clock: Clock;
  /** When a charge last failed to be stored, or a probe started; undefined while closed. */
  #triedAtMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * For health probes: false as soon as the next call may probe, since a load balancer would send none
   * before.
   */
  get isFailing(): boolean {
    return this.#triedAtMs !== undefined && this.#isCoolingDown(this.#triedAtMs);
  }

  /** Closes the breaker, because a charge was stored. */
  recordSuccess(): void {
    this.#triedAtMs = undefined;
  }

  recordFailure(error: unknown): void {
    // A faulty row does not mean that others can't be stored.
    if (!isRowFault(error)) this.#triedAtMs = this.#clock.nowMs();
  }

  /** Returns whether a call must not start; false for the one call that probes. */
  isOpen(): boolean {
    if (this.#triedAtMs === undefined) return false;
    if (this.#isCoolingDown(this.#triedAtMs)) return true;
    this.#triedAtMs = this.#clock.nowMs();
    return false;
  }

  /** Setting the clock back restarts the wait. */
  #isCoolingDown(sinceMs: number): boolean {
    const nowMs = this.#clock.nowMs();
    this.#triedAtMs = Math.min(sinceMs, nowMs);
    return nowMs - this.#triedAtMs < RETRY_MS;
  }
}
