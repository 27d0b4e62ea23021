/** Faster targets cost nothing worth limiting. */
const SLOW_MS = 1000;
/** A tenth of the time is the share of an owner whose targets are slow. */
const REST_FACTOR = 9;
const OWNERS_MAX = 10_000;

/**
 * How long notifications wait for users whose targets take long to answer, or never do: otherwise a user with
 * many of them would hold up everybody's. Counts time that nobody sets.
 */
export class SlowOwners {
  readonly #elapsedMs: () => number;
  /** When an owner's rest ends. */
  readonly #restsUntil = new Map<number, number>();

  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  /** Returns the milliseconds for which an owner rests; 0 for none. */
  restOf(ownerId: number): number {
    const leftMs = (this.#restsUntil.get(ownerId) ?? 0) - this.#elapsedMs();
    if (leftMs > 0) return leftMs;
    this.#restsUntil.delete(ownerId);
    return 0;
  }

  /** Sends to an owner's target, which determines the owner's rest. */
  async send(ownerId: number, work: () => Promise<void>): Promise<void> {
    const startedMs = this.#elapsedMs();
    try {
      await work();
    } finally {
      const endedMs = this.#elapsedMs();
      const tookMs = endedMs - startedMs;
      if (this.#restsUntil.size >= OWNERS_MAX) this.#restsUntil.clear();
      if (tookMs > SLOW_MS) this.#restsUntil.set(ownerId, endedMs + REST_FACTOR * tookMs);
    }
  }
}
