/** Answers that one user, and all together, may have read to their end after they left. */
const USER_MAX = 32;
const ALL_MAX = 2048;

/**
 * A semaphore for answers that nobody waits for any more: who calls and leaves, again and again, can't pile up
 * work. Such calls also keep their place among the running ones of their limits until they end.
 */
export class DrainSlots {
  readonly #ofUser = new Map<number, number>();
  readonly #userMax: number;
  readonly #allMax: number;
  #taken = 0;

  constructor(userMax = USER_MAX, allMax = ALL_MAX) {
    this.#userMax = userMax;
    this.#allMax = allMax;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a slot; undefined where there is none. Call what it answers once, when the answer is over. */
  take(userId: number): (() => void) | undefined {
    const mine = this.#ofUser.get(userId) ?? 0;
    if (mine >= this.#userMax || this.#taken >= this.#allMax) return undefined;
    this.#ofUser.set(userId, mine + 1);
    this.#taken += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#taken -= 1;
      const left = (this.#ofUser.get(userId) ?? 1) - 1;
      if (left > 0) this.#ofUser.set(userId, left);
      else this.#ofUser.delete(userId);
    };
  }
}
