import { KnownBeginning } from '../json/known-beginning.ts';
import { type ChunkFacts, estimateTextOnly } from './scan-chunk.ts';

/** Frames longer than this, in bytes, are not remembered. */
const FRAME_MAX = 2048;
/** Learning stops after this many different frames (random padding in each chunk). */
const LEARNED_MAX = 4;

/**
 * Nearly all chunks of a stream differ only in one text. Once such a chunk has been scanned, another with the
 * same bytes before and after its text has the same structure and facts: only its text is estimated.
 */
export class ChunkFrame {
  #before: KnownBeginning | undefined;
  #after: Uint8Array = new Uint8Array();
  #learned = 0;

  /** Returns whether the chunk has the frame; `facts` are then set. */
  read(bytes: Uint8Array, start: number, end: number, facts: ChunkFacts): boolean {
    const before = this.#before;
    if (before === undefined) return false;
    const close = end - this.#after.length;
    const open = start + before.length - 1;
    if (close <= open || !before.isAt(bytes, start)) return false;
    const after = this.#after;
    for (let at = 0; at < after.length; at++) if (after[at] !== bytes[close + at]) return false;
    return estimateTextOnly(bytes, open, close, facts);
  }

  /** Remembers the frame of a complete chunk that has one text and nothing else of interest. */
  rememberFrame(bytes: Uint8Array, facts: ChunkFacts): void {
    const { texts, usageStart, maybeError, hasCalls, hasChoices, finishReason } = facts;
    if (this.#learned >= LEARNED_MAX || texts !== 1 || bytes.length > FRAME_MAX) return;
    // Of an empty text, nobody knows yet whether it becomes reasoning.
    if (!facts.hasContent) return;
    if (usageStart !== -1 || maybeError || hasCalls || !hasChoices || finishReason !== undefined)
      return;
    this.#learned++;
    this.#before = new KnownBeginning(bytes.subarray(0, facts.lastStart + 1));
    this.#after = new Uint8Array(bytes.subarray(facts.lastEnd));
  }
}
