import { SensitiveWordMasker, type WordWatch } from '../content-filter/sensitive-word-masker.ts';
import { readEvent } from './realtime-events.ts';

/** Suffixes of event types that carry a text or transcript delta. */
const DELTA_NAMES = ['text.delta"', 'transcript.delta"'].map((name) => Buffer.from(name));
const DELTA_TYPE = /^response\..*(?:text|transcript)\.delta$/;

/**
 * Finds sensitive words in the responses of a realtime session, across deltas. Audio that was played can't be
 * masked, so it only reports matches.
 */
export class ResponseWordWatch {
  readonly #begin: () => WordWatch | undefined;
  /** By part of a response. */
  readonly #parts = new Map<string, { watch: WordWatch; editor: SensitiveWordMasker }>();

  /** `begin` returns the content filter of one part of a response; undefined if responses are not checked. */
  constructor(begin: () => WordWatch | undefined) {
    this.#begin = begin;
  }

  /** Whether a sensitive word ends in this upstream event. */
  matches(data: Buffer): boolean {
    if (!DELTA_NAMES.some((name) => data.includes(name))) return false;
    const begun = this.#begin();
    if (!begun) return false;
    const event = readEvent(data);
    if (!event || !DELTA_TYPE.test(event.type)) return false;
    const { delta, response_id, item_id, output_index, content_index } = event.body;
    if (typeof delta !== 'string') return false;
    const name = JSON.stringify([event.type, response_id, item_id, output_index, content_index]);
    const part = this.#parts.get(name) ?? { watch: begun, editor: new SensitiveWordMasker(begun) };
    this.#parts.set(name, part);
    part.editor.take(delta);
    return part.watch.hit;
  }

  /** Forgets the parts of finished responses. */
  clear(): void {
    this.#parts.clear();
  }
}
