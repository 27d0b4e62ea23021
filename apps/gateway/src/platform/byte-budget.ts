/** Bodies up to this size are always accepted, so that a flood of large ones does not stop ordinary calls. */
export const SMALL_BYTES = 64 * 1024;

/**
 * Budget for the bytes of request bodies in memory, shared by their senders. No owner may hold more than is
 * still free, so a single owner gets at most half and the next still finds space. A body is accounted by its
 * size before and after it grew; small ones are counted but never refused.
 */
export class ByteBudget {
  readonly max: number;
  #reserved = 0;
  #refused = 0;
  /** Bytes that each owner holds in bodies that are not small. */
  readonly #byOwner = new Map<number, number>();

  constructor(max: number) {
    this.max = max;
  }

  get reserved(): number {
    return this.#reserved;
  }

  /** How many reservations were refused. */
  get refused(): number {
    return this.#refused;
  }

  /** Reserves the growth of a body; returns false, changing nothing, when it does not fit. */
  tryReserve(owner: number, from: number, to: number): boolean {
    if (to > SMALL_BYTES) {
      const free = this.max - this.#reserved;
      if (to - from > free || this.#heldBy(owner, from, to) > free) {
        this.#refused += 1;
        return false;
      }
    }
    this.reserve(owner, from, to);
    return true;
  }

  /** Counts the growth of a body, whether or not it fits. */
  reserve(owner: number, from: number, to: number): void {
    this.#reserved += to - from;
    if (to > SMALL_BYTES) this.#byOwner.set(owner, this.#heldBy(owner, from, to));
  }

  /** Whether an owner may hold more. */
  hasCapacity(owner: number): boolean {
    return (this.#byOwner.get(owner) ?? 0) <= this.max - this.#reserved;
  }

  /** Releases the bytes of a body. */
  release(owner: number, bytes: number): void {
    this.#reserved -= bytes;
    if (bytes <= SMALL_BYTES) return;
    const remaining = (this.#byOwner.get(owner) ?? 0) - bytes;
    if (remaining > 0) this.#byOwner.set(owner, remaining);
    else this.#byOwner.delete(owner);
  }

  /** Bytes that an owner would hold after that growth. */
  #heldBy(owner: number, from: number, to: number): number {
    return (this.#byOwner.get(owner) ?? 0) + (from > SMALL_BYTES ? to - from : to);
  }
}
