import type { ByteBudget } from '../../platform/byte-budget.ts';

/** All payloads count as one owner, with an id that no user has. */
const OWNER = -1;
/** Their maximum share of the body budget. */
const SHARE = 1 / 8;

/** Memory budget of payloads: a share of the body budget and counted in it, so that calls keep the rest. */
export class PayloadMemoryBudget {
  readonly #budget: ByteBudget;
  #reserved = 0;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  /** Reserves memory; returns false, reserving nothing, if it does not fit. */
  tryReserve(bytes: number): boolean {
    const { max, reserved } = this.#budget;
    if (this.#reserved + bytes > max * SHARE || bytes > max - reserved) return false;
    this.#resize(this.#reserved + bytes);
    return true;
  }

  release(bytes: number): void {
    this.#resize(this.#reserved - bytes);
  }

  #resize(bytes: number): void {
    this.#budget.release(OWNER, this.#reserved);
    this.#budget.reserve(OWNER, 0, bytes);
    this.#reserved = bytes;
  }
}
