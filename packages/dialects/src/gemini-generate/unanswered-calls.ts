/** Pending calls of one function, oldest first; each is visited once. */
export class UnansweredCalls {
  readonly #ids: string[] = [];
  readonly #waiting = new Set<string>();
  /** Everything before this index has been answered. */
  #first = 0;

  add(id: string): void {
    if (this.#waiting.has(id)) return;
    this.#waiting.add(id);
    this.#ids.push(id);
  }

  resolve(id: string): void {
    this.#waiting.delete(id);
  }

  /** Returns the oldest pending call; undefined if none is. */
  get oldest(): string | undefined {
    for (; this.#first < this.#ids.length; this.#first += 1) {
      const id = this.#ids[this.#first] as string;
      if (this.#waiting.has(id)) return id;
    }
    return undefined;
  }
}
