import type { Clock } from '../../platform/clock.ts';
import { isRowFault } from './row-fault.ts';

/** Between two tries whether charges can be stored again. */
const RETRY_MS = 5000;

/**
 * Knows whether charges can be stored. After one that could not (a full disk) calls would be given
 * away, so none begins but one now and then, to find out.
 */
export class BookingWatch {
  readonly #clock: Clock;
  /** 0 while all is well. */
  #retryAtMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For probes: false once the next call may try, as a balancer would send none before. */
  get isFailing(): boolean {
    return this.#retryAtMs > this.#clock.nowMs();
  }

  stored(): void {
    this.#retryAtMs = 0;
  }

  failed(error: unknown): void {
    // A row that can't be stored speaks against no other.
    if (!isRowFault(error)) this.#retryAtMs = this.#clock.nowMs() + RETRY_MS;
  }

  /** Whether a call must not begin. */
  refuses(): boolean {
    if (this.#retryAtMs === 0) return false;
    const nowMs = this.#clock.nowMs();
    if (nowMs < this.#retryAtMs) return true;
    this.#retryAtMs = nowMs + RETRY_MS;
    return false;
  }
}
