import type { TextEditor } from '@tollgate/dialects';
import type { WordAutomaton } from './word-automaton.ts';

const MASK = '*';

/** State shared by the editors of one response. */
export interface WordWatch {
  readonly automaton: WordAutomaton;
  /** Whether a response ends at a word; otherwise the word is masked. */
  readonly stops: boolean;
  /** Number of chunks held back, so that a response that ends at a word does not show what led up to it. */
  readonly waiting: number;
  /** A word was found. */
  hit: boolean;
}

/**
 * Masks words in a text that arrives in chunks. Holds back only what may still become a word with the next
 * chunk, and the chunks to be delayed.
 */
export class SensitiveWordMasker implements TextEditor {
  readonly #watch: WordWatch;
  #node = 0;
  #pending = '';
  #queue: string[] = [];

  constructor(watch: WordWatch) {
    this.#watch = watch;
  }

  take(chunk: string): string {
    const { automaton, stops, waiting } = this.#watch;
    if (stops && this.#watch.hit) return '';
    let text = this.#pending;
    for (let at = 0; at < chunk.length; at += 1) {
      const letter = chunk.charAt(at);
      this.#node = automaton.next(this.#node, letter.toLowerCase().charCodeAt(0));
      text += letter;
      const length = automaton.lengthAt(this.#node);
      if (length === 0) continue;
      this.#watch.hit = true;
      if (stops) return waiting > 0 ? this.#drop() : this.#release(text.slice(0, -length), 0);
      text = text.slice(0, -length) + MASK.repeat(length);
    }
    return this.#delay(this.#release(text, automaton.depthAt(this.#node)));
  }

  end(): string {
    const remaining = this.#queue.join('') + this.#pending;
    this.#drop();
    return remaining;
  }

  /** Queues a chunk; returns the one whose delay has ended. */
  #delay(chunk: string): string {
    const { waiting } = this.#watch;
    if (waiting === 0) return chunk;
    this.#queue.push(chunk);
    return this.#queue.length > waiting ? (this.#queue.shift() as string) : '';
  }

  #drop(): string {
    this.#queue = [];
    this.#pending = '';
    return '';
  }

  #release(text: string, keep: number): string {
    let end = text.length - keep;
    const last = text.charCodeAt(end - 1);
    // Never splits a surrogate pair.
    if (last >= 0xd800 && last <= 0xdbff) end -= 1;
    this.#pending = text.slice(end);
    return text.slice(0, end);
  }
}
