import { type ByteBudget, SMALL_BYTES } from '../../platform/byte-budget.ts';

/**
 * Accounts the memory of an incomplete stream event in the budget of responses: otherwise upstreams that
 * never end their events could exhaust the process's memory with many streams. Small events, which are by far
 * the most common, are not counted.
 */
export class IncompleteEventMemory {
  readonly #budget: ByteBudget;
  readonly #owner: number;
  /** Bytes counted. */
  bytes = 0;

  constructor(budget: ByteBudget, owner: number) {
    this.#budget = budget;
    this.#owner = owner;
  }

  /** Sets its current size; returns false if it does not fit. */
  resize(bytes: number): boolean {
    if (bytes < this.bytes) this.release();
    if (bytes <= SMALL_BYTES) return true;
    if (!this.#budget.tryReserve(this.#owner, this.bytes, bytes)) return false;
    this.bytes = bytes;
    return true;
  }

  /** Releases its memory; idempotent. */
  release(): void {
    this.#budget.release(this.#owner, this.bytes);
    this.bytes = 0;
  }
}
