import type { TextEditor } from '@tollgate/dialects';
import type { WordAutomaton } from './word-automaton.ts';

const MASK = '*';

/** What the editors of one answer share. */
export interface WordWatch {
  readonly automaton: WordAutomaton;
  /** An answer with a word ends there; else the word is masked. */
  readonly stops: boolean;
  /** A word was found. */
  hit: boolean;
}

/**
 * Masks words in a text that comes in pieces. Held back is only what may still become a word with
 * the next piece.
 */
export class WordEditor implements TextEditor {
  readonly #watch: WordWatch;
  #node = 0;
  #held = '';

  constructor(watch: WordWatch) {
    this.#watch = watch;
  }

  take(piece: string): string {
    const { automaton, stops } = this.#watch;
    if (stops && this.#watch.hit) return '';
    let text = this.#held;
    for (let at = 0; at < piece.length; at += 1) {
      const letter = piece.charAt(at);
      this.#node = automaton.next(this.#node, letter.toLowerCase().charCodeAt(0));
      text += letter;
      const length = automaton.lengthAt(this.#node);
      if (length === 0) continue;
      this.#watch.hit = true;
      if (stops) return this.#release(text.slice(0, -length), 0);
      text = text.slice(0, -length) + MASK.repeat(length);
    }
    return this.#release(text, automaton.depthAt(this.#node));
  }

  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  #release(text: string, keep: number): string {
    let end = text.length - keep;
    const last = text.charCodeAt(end - 1);
    // Never half a character.
    if (last >= 0xd800 && last <= 0xdbff) end -= 1;
    this.#held = text.slice(end);
    return text.slice(0, end);
  }
}
