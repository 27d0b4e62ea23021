/** Calls of one function that wait for their results, oldest first; each is looked at once. */
export class UnansweredCalls {
  readonly #ids: string[] = [];
  readonly #waiting = new Set<string>();
  /** What stands before was answered. */
  #first = 0;

  add(id: string): void {
    if (this.#waiting.has(id)) return;
    this.#waiting.add(id);
    this.#ids.push(id);
  }

  answer(id: string): void {
    this.#waiting.delete(id);
  }

  /** The one that waits for longest; undefined where none does. */
  get oldest(): string | undefined {
    for (; this.#first < this.#ids.length; this.#first += 1) {
      const id = this.#ids[this.#first] as string;
      if (this.#waiting.has(id)) return id;
    }
    return undefined;
  }
}
