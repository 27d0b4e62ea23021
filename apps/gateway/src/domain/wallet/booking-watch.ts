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

  get isFailing(): boolean {
    return this.#retryAtMs > 0;
  }

  /** Notes how storing a charge went. */
  async watch(stored: Promise<void>): Promise<void> {
    try {
      await stored;
      this.#retryAtMs = 0;
    } catch (error) {
      // A row that can't be stored speaks against no other.
      if (!isRowFault(error)) this.#retryAtMs = this.#clock.nowMs() + RETRY_MS;
      throw error;
    }
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
