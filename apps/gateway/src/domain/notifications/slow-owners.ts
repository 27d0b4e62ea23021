/** What a user's targets may take at once. */
const FREE_MS = 1000;
/** Beyond that, they get a tenth of the time: each millisecond is followed by as many of rest. */
const REST_FACTOR = 9;
const OWNERS_MAX = 10_000;

/**
 * How long notifications wait for users whose targets take long to answer, or never do: otherwise a user with
 * many of them would hold up everybody's. Counts time that nobody sets.
 */
export class SlowOwners {
  readonly #elapsedMs: () => number;
  /** What each owner's targets took, and when that was last counted; resting makes up for it. */
  readonly #taken = new Map<number, { ms: number; atMs: number }>();

  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  /** Returns the milliseconds for which an owner rests; 0 for none. */
  restOf(ownerId: number): number {
    return Math.max(0, this.#takenBy(ownerId) - FREE_MS) * REST_FACTOR;
  }

  /** Sends to an owner's target, which may make the owner rest. */
  async send(ownerId: number, work: () => Promise<void>): Promise<void> {
    const startedMs = this.#elapsedMs();
    try {
      await work();
    } finally {
      const ms = this.#takenBy(ownerId) + this.#elapsedMs() - startedMs;
      if (this.#taken.size >= OWNERS_MAX) this.#taken.clear();
      this.#taken.set(ownerId, { ms, atMs: this.#elapsedMs() });
    }
  }

  #takenBy(ownerId: number): number {
    const taken = this.#taken.get(ownerId);
    if (!taken) return 0;
    return Math.max(0, taken.ms - (this.#elapsedMs() - taken.atMs) / REST_FACTOR);
  }
}
