import { WordEditor, type WordWatch } from '../content-filter/word-editor.ts';
import { readEvent } from './realtime-events.ts';

/** Suffixes of the names of events with a chunk of the model's text or transcript. */
const PIECES = ['text.delta"', 'transcript.delta"'].map((name) => Buffer.from(name));
const PIECE = /^response\..*(?:text|transcript)\.delta$/;

/**
 * Finds sensitive words in the responses of a realtime session, across chunks. Audio that was
 * played can't be masked, so it only reports that a word came.
 */
export class ResponseWordWatch {
  readonly #begin: () => WordWatch | undefined;
  /** By the part of the response that a chunk belongs to. */
  readonly #parts = new Map<string, { watch: WordWatch; editor: WordEditor }>();

  /**
   * `begin` returns the content filter of one part of a response; undefined where none is checked.
   */
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

  /** Forgets the parts of responses that are over. */
  clear(): void {
    this.#parts.clear();
  }
}
