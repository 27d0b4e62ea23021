/** Bodies up to this size are always taken: no flood of large ones stops ordinary calls. */
export const SMALL_BYTES = 64 * 1024;

/**
 * Budget for the bytes of request bodies in memory, shared by their senders: no owner may hold more than is
 * still free, so that one alone gets at most half and the next finds room. A body is accounted by its size
 * before and after it grew; small ones are counted but never refused.
 */
export class ByteBudget {
  readonly max: number;
  #held = 0;
  #refused = 0;
  /** Bytes that each owner holds in bodies that are not small. */
  readonly #byOwner = new Map<number, number>();

  constructor(max: number) {
    this.max = max;
  }

  get held(): number {
    return this.#held;
  }

  /** How many reservations were refused. */
  get refused(): number {
    return this.#refused;
  }

  /** Lets a body grow; false, with nothing changed, when there is no room for it. */
  tryReserve(owner: number, from: number, to: number): boolean {
    if (to > SMALL_BYTES) {
      const free = this.max - this.#held;
      if (to - from > free || this.#heldBy(owner, from, to) > free) {
        this.#refused += 1;
        return false;
      }
    }
    this.reserve(owner, from, to);
    return true;
  }

  /** Counts a body that grew, whether there was room for it or not. */
  reserve(owner: number, from: number, to: number): void {
    this.#held += to - from;
    if (to > SMALL_BYTES) this.#byOwner.set(owner, this.#heldBy(owner, from, to));
  }

  /** Whether an owner may hold more. */
  hasRoom(owner: number): boolean {
    return (this.#byOwner.get(owner) ?? 0) <= this.max - this.#held;
  }

  /** Releases the bytes of a body. */
  release(owner: number, bytes: number): void {
    this.#held -= bytes;
    if (bytes <= SMALL_BYTES) return;
    const left = (this.#byOwner.get(owner) ?? 0) - bytes;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }

  /** What an owner would hold with that body grown. */
  #heldBy(owner: number, from: number, to: number): number {
    return (this.#byOwner.get(owner) ?? 0) + (from > SMALL_BYTES ? to - from : to);
  }
}
