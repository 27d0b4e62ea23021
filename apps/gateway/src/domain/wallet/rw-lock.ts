/** Read-write lock: any number of readers, or one writer. */
export class RwLock {
  #readers = 0;
  #writing: Promise<void> | undefined;
  #onEmpty: (() => void) | undefined;

  /** Runs `work` concurrently with other readers, after a running writer has ended. */
  async read<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#writing) await this.#writing;
    this.#readers += 1;
    try {
      return await work();
    } finally {
      this.#readers -= 1;
      if (this.#readers === 0) this.#onEmpty?.();
    }
  }

  /** Runs `work` once all readers have ended, and blocks new ones until it has ended. */
  async write(work: () => Promise<void>): Promise<void> {
    while (this.#writing) await this.#writing;
    let release = () => {};
    this.#writing = new Promise((resolve) => (release = resolve));
    try {
      if (this.#readers > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
      await work();
    } finally {
      this.#onEmpty = undefined;
      this.#writing = undefined;
      release();
    }
  }
}
