import type { ByteBudget } from '../../platform/byte-budget.ts';

/** All payloads together are one owner, which no user is. */
const OWNER = -1;
/** What they may hold of the budget of bodies. */
const SHARE = 1 / 8;

/** The memory of payloads: a share of the budget of bodies, which counts it, so that calls keep the rest. */
export class PayloadRoom {
  readonly #budget: ByteBudget;
  #held = 0;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  /** Takes memory; false, with nothing taken, where there is no room. */
  tryTake(bytes: number): boolean {
    const { max, held } = this.#budget;
    if (this.#held + bytes > max * SHARE || bytes > max - held) return false;
    this.#resize(this.#held + bytes);
    return true;
  }

  giveBack(bytes: number): void {
    this.#resize(this.#held - bytes);
  }

  #resize(bytes: number): void {
    this.#budget.release(OWNER, this.#held);
    this.#budget.reserve(OWNER, 0, bytes);
    this.#held = bytes;
  }
}
