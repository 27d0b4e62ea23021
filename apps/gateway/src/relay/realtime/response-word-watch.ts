import { WordEditor, type WordWatch } from '../content-filter/word-editor.ts';
import { readEvent } from './realtime-events.ts';

/** The ends of the names of events with a piece of what the model says or writes. */
const PIECES = ['text.delta"', 'transcript.delta"'].map((name) => Buffer.from(name));
const PIECE = /^response\..*(?:text|transcript)\.delta$/;

/**
 * Looks for words in the answers of a live talk, across their pieces. Sound that was heard can't be
 * masked, so all it tells is that a word came.
 */
export class ResponseWordWatch {
  readonly #begin: () => WordWatch | undefined;
  /** By the part of the answer that a piece belongs to. */
  readonly #parts = new Map<string, { watch: WordWatch; editor: WordEditor }>();

  /** `begin` gives what watches over one part of an answer; undefined where none is watched. */
  constructor(begin: () => WordWatch | undefined) {
    this.#begin = begin;
  }

  /** Whether a word ends in this event of the upstream. */
  matches(data: Buffer): boolean {
    if (!PIECES.some((name) => data.includes(name))) return false;
    const begun = this.#begin();
    if (!begun) return false;
    const event = readEvent(data);
    if (!event || !PIECE.test(event.type)) return false;
    const { delta, response_id, item_id, output_index, content_index } = event.body;
    if (typeof delta !== 'string') return false;
    const name = JSON.stringify([event.type, response_id, item_id, output_index, content_index]);
    const part = this.#parts.get(name) ?? { watch: begun, editor: new WordEditor(begun) };
    this.#parts.set(name, part);
    part.editor.take(delta);
    return part.watch.hit;
  }

  /** Forgets the parts of answers that are over. */
  clear(): void {
    this.#parts.clear();
  }
}
