import { type ByteBudget, SMALL_BYTES } from '../../platform/byte-budget.ts';

/**
 * The memory of an event of a stream that is not yet whole, in the budget of responses: upstreams that
 * never end their events would else fill the process, one stream beside the other. Small ones, which
 * nearly all are, are not counted.
 */
export class UnfinishedEvent {
  readonly #budget: ByteBudget;
  readonly #owner: number;
  /** What is counted of it. */
  bytes = 0;

  constructor(budget: ByteBudget, owner: number) {
    this.#budget = budget;
    this.#owner = owner;
  }

  /** Sets its present size. False when there is no room for it. */
  resize(bytes: number): boolean {
    if (bytes < this.bytes) this.release();
    if (bytes <= SMALL_BYTES) return true;
    if (!this.#budget.tryReserve(this.#owner, this.bytes, bytes)) return false;
    this.bytes = bytes;
    return true;
  }

  /** Idempotent. */
  release(): void {
    this.#budget.release(this.#owner, this.bytes);
    this.bytes = 0;
  }
}
