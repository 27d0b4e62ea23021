/** How many responses of one user, and of all users, may be drained after their client disconnected. */
const USER_MAX = 32;
const ALL_MAX = 2048;

/**
 * A semaphore for abandoned responses, so that clients that repeatedly call and disconnect can't accumulate
 * work. Such calls also keep counting toward their concurrency limits until they end.
 */
export class DrainSlots {
  readonly #ofUser = new Map<number, number>();
  readonly #userMax: number;
  readonly #allMax: number;
  #inUse = 0;

  constructor(userMax = USER_MAX, allMax = ALL_MAX) {
    this.#userMax = userMax;
    this.#allMax = allMax;
  }

  get inUse(): number {
    return this.#inUse;
  }

  /**
   * Takes a slot; returns undefined if none is free. Call the returned function once, when the response has
   * ended.
   */
  acquire(userId: number): (() => void) | undefined {
    const mine = this.#ofUser.get(userId) ?? 0;
    if (mine >= this.#userMax || this.#inUse >= this.#allMax) return undefined;
    this.#ofUser.set(userId, mine + 1);
    this.#inUse += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#inUse -= 1;
      const remaining = (this.#ofUser.get(userId) ?? 1) - 1;
      if (remaining > 0) this.#ofUser.set(userId, remaining);
      else this.#ofUser.delete(userId);
    };
  }
}
