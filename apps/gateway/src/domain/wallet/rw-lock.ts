/** Lets any number of works run side by side, or one alone. */
export class RwLock {
  #running = 0;
  #alone: Promise<void> | undefined;
  #whenEmpty: (() => void) | undefined;

  /** Runs `work` beside others, after whoever is alone. */
  async read<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#alone) await this.#alone;
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#whenEmpty?.();
    }
  }

  /** Runs `work` when all others have ended, and lets nobody in meanwhile. */
  async write(work: () => Promise<void>): Promise<void> {
    while (this.#alone) await this.#alone;
    let leave = () => {};
    this.#alone = new Promise((resolve) => (leave = resolve));
    try {
      if (this.#running > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
      await work();
    } finally {
      this.#whenEmpty = undefined;
      this.#alone = undefined;
      leave();
    }
  }
}
