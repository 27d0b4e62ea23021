/**
 * How many responses of one user, and of all together, may be drained after their client
 * disconnected.
 */
const USER_MAX = 32;
const ALL_MAX = 2048;

/**
 * A semaphore for responses that nobody waits for any more: clients that call and disconnect again
 * and again can't pile up work. Such calls also keep their place among the running ones of their
 * limits until they end.
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

  /**
   * Takes a slot; undefined where none is free. Call the returned function once, when the response
   * is over.
   */
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
