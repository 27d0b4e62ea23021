const CODES = 65_536;
const NONE = -1;

/**
 * Finds any of many words in one pass over a text, regardless of their number: a trie with failure links (Aho
 * and Corasick, 1975). Letters are lower-case UTF-16 units; node 0 is the root.
 */
export class WordAutomaton {
  readonly #words: readonly string[];
  readonly #letter: Uint16Array;
  readonly #child: Int32Array;
  readonly #sibling: Int32Array;
  /** Failure link: the node of the longest suffix of this node's letters that is also a prefix of a word. */
  readonly #fallback: Int32Array;
  /** The word that ends at a node, or at one of its fallbacks. */
  readonly #wordAt: Int32Array;
  /** Number of letters from the root to a node. */
  readonly #depth: Int32Array;
  /** Children of the root by letter, looked up for every letter of a text. */
  readonly #start = new Int32Array(CODES);
  #nodes = 1;

  constructor(words: readonly string[]) {
    this.#words = words.map((word) => word.toLowerCase()).filter((word) => word !== '');
    const size = 1 + this.#words.reduce((sum, word) => sum + word.length, 0);
    this.#letter = new Uint16Array(size);
    this.#child = new Int32Array(size);
    this.#sibling = new Int32Array(size);
    this.#fallback = new Int32Array(size);
    this.#wordAt = new Int32Array(size).fill(NONE);
    this.#depth = new Int32Array(size);
    for (const [index, word] of this.#words.entries()) this.#add(word, index);
    this.#link();
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** Length of the longest word, in UTF-16 units. */
  get longestWord(): number {
    return this.#words.reduce((most, { length }) => Math.max(most, length), 0);
  }

  /** Returns the first word of the list, in lower case, that occurs in a text. */
  find(text: string): string | undefined {
    const lower = text.toLowerCase();
    let node = 0;
    for (let at = 0; at < lower.length; at += 1) {
      node = this.next(node, lower.charCodeAt(at));
      const word = this.#wordAt[node] as number;
      if (word !== NONE) return this.#words[word];
    }
    return undefined;
  }

  #add(word: string, index: number): void {
    let node = 0;
    for (let at = 0; at < word.length; at += 1) {
      const letter = word.charCodeAt(at);
      node = this.#childOf(node, letter) || this.#grow(node, letter);
    }
    this.#wordAt[node] = index;
  }

  #grow(parent: number, letter: number): number {
    const node = this.#nodes;
    this.#nodes += 1;
    this.#letter[node] = letter;
    this.#sibling[node] = this.#child[parent] as number;
    this.#child[parent] = node;
    this.#depth[node] = (this.#depth[parent] as number) + 1;
    if (parent === 0) this.#start[letter] = node;
    return node;
  }

  #childOf(node: number, letter: number): number {
    if (node === 0) return this.#start[letter] as number;
    let child = this.#child[node] as number;
    while (child !== 0 && this.#letter[child] !== letter) child = this.#sibling[child] as number;
    return child;
  }

  /** Returns the length of the longest word that ends at a node; 0 if none does. */
  lengthAt(node: number): number {
    const word = this.#wordAt[node] as number;
    return word === NONE ? 0 : (this.#words[word] as string).length;
  }

  /** Returns how many units before a node may be the start of a word. */
  depthAt(node: number): number {
    return this.#depth[node] as number;
  }

  /** Returns the node after a lower-case letter, starting from node 0. */
  next(from: number, letter: number): number {
    let node = from;
    while (node !== 0) {
      const child = this.#childOf(node, letter);
      if (child !== 0) return child;
      node = this.#fallback[node] as number;
    }
    return this.#start[letter] as number;
  }

  /** Sets the fallbacks, parents before their children. */
  #link(): void {
    const queue = new Int32Array(this.#nodes);
    let length = 1;
    for (let at = 0; at < length; at += 1) {
      const parent = queue[at] as number;
      for (
        let node = this.#child[parent] as number;
        node !== 0;
        node = this.#sibling[node] as number
      ) {
        queue[length] = node;
        length += 1;
        if (parent === 0) continue;
        const fallback = this.next(this.#fallback[parent] as number, this.#letter[node] as number);
        this.#fallback[node] = fallback;
        if (this.#wordAt[node] === NONE) this.#wordAt[node] = this.#wordAt[fallback] as number;
      }
    }
  }
}
