/** Makes ids unique. Takes constant time for each, also if all are the same. */
export class UniqueIds {
  readonly #used = new Set<string>();
  /** The lowest number that may be unused behind an id. */
  readonly #numbers = new Map<string, number>();

  /** Returns an id itself, or else the first that follows it. */
  take(id: string): string {
    let unique = id;
    if (this.#used.has(id)) {
      let number = this.#numbers.get(id) ?? 2;
      while (this.#used.has(`${id}_${number}`)) number++;
      this.#numbers.set(id, number + 1);
      unique = `${id}_${number}`;
    }
    this.#used.add(unique);
    return unique;
  }
}
