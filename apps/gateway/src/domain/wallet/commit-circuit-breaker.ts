import type { Clock } from '../../platform/clock.ts';
import { isRowFault } from './store/row-fault.ts';

/** Between two tries whether charges can be stored again. */
const RETRY_MS = 5000;

/**
 * Circuit breaker before new calls: open after a charge could not be stored (a full disk), as calls
 * would be given away. Half-open every few seconds: one call may begin, to find out.
 */
export class CommitCircuitBreaker {
  readonly #clock: Clock;
  /** When a charge could not be stored, or a call began to find out; undefined while all is well. */
  #triedAtMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For probes: false once the next call may try, as a balancer would send none before. */
  get isFailing(): boolean {
    return this.#triedAtMs !== undefined && this.#isCoolingDown(this.#triedAtMs);
  }

  /** A charge was stored: closed again. */
  recordSuccess(): void {
    this.#triedAtMs = undefined;
  }

  recordFailure(error: unknown): void {
    // A row that can't be stored speaks against no other.
    if (!isRowFault(error)) this.#triedAtMs = this.#clock.nowMs();
  }

  /** Whether a call must not begin; false for the one that probes. */
  isOpen(): boolean {
    if (this.#triedAtMs === undefined) return false;
    if (this.#isCoolingDown(this.#triedAtMs)) return true;
    this.#triedAtMs = this.#clock.nowMs();
    return false;
  }

  /** A clock that was set back starts the wait again. */
  #isCoolingDown(sinceMs: number): boolean {
    const nowMs = this.#clock.nowMs();
    this.#triedAtMs = Math.min(sinceMs, nowMs);
    return nowMs - this.#triedAtMs < RETRY_MS;
  }
}
