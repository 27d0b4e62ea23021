import { hasEscapes } from '../json/has-escapes.ts';
import { estimateTextCentitokens } from '../token-estimator/estimate-text.ts';
import { estimateUtf8Centitokens } from '../token-estimator/estimate-utf8.ts';
import { buildFault } from '../faults/build-fault.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { Stop } from '../ir/response.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import type { ChatUsage } from '../ir/usage.ts';
import { parseJson } from '../json/parse-json.ts';

/**
 * Centitokens of an image in a chat: 1,290 tokens. Source: Gemini 2.5 Flash Image, pricing page, November
 * 2026.
 */
const IMAGE_WEIGHT = 129_000;

/** Tracks what a stream's events report for billing and routing. */
export class UsageTracker {
  /** The last usage reported so far. */
  usage: ChatUsage | undefined;
  /** Set by an error in the stream. */
  fault: UpstreamFault | undefined;
  stop: Stop | undefined;
  contentDelivered = false;
  hasThoughts = false;
  /** Nothing has been delivered since the last usage. */
  isUsageFresh = false;
  /**
   * The first token arrived: content, a tool call, a thought, even if it is not shown, or the end. Pings,
   * openings and empty deltas before it do not count.
   */
  hasFirstToken = false;
  #centitokens = 0;
  readonly #meter = { bytes: 0 };

  get estimatedCompletionTokens(): number {
    return Math.ceil(this.#centitokens / 100);
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case 'delta':
        this.#count(event.text);
        return;
      case 'part-start':
        // A text part opens before it has content. Thoughts that are not shown are only opened.
        if (event.part.kind === 'tool-call' || event.part.kind === 'thinking')
          this.hasFirstToken = true;
        if (event.part.kind === 'tool-call') this.#count(event.part.name);
        if (event.part.kind === 'thinking') this.hasThoughts = true;
        return;
      case 'part':
        this.hasFirstToken = true;
        this.contentDelivered = true;
        // Other parts without text, such as searches, may follow the count that includes them.
        if (event.part.type === 'image') {
          this.isUsageFresh = false;
          this.#centitokens += IMAGE_WEIGHT;
        }
        return;
      case 'usage':
        this.usage = event.usage;
        this.isUsageFresh ||= event.repeatsOutput !== true;
        return;
      case 'finish':
        this.stop = event.stop;
        this.hasFirstToken = true;
        return;
      case 'error':
        this.fault ??= buildFault(200, event.error);
        return;
      case 'start':
      case 'signature':
      case 'citation':
      case 'part-end':
        return;
      case 'ping':
        if (event.thinks) this.hasFirstToken = true;
    }
  }

  /** Counts a text as written in JSON. */
  countBytes(bytes: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    if (hasEscapes(bytes, from, to)) {
      const text = parseJson(bytes.subarray(from - 1, to + 1));
      if (typeof text === 'string') return this.#count(text);
      this.fault ??= buildFault(200, undefined);
      return;
    }
    this.contentDelivered = true;
    this.hasFirstToken = true;
    this.isUsageFresh = false;
    this.#centitokens += estimateUtf8Centitokens(bytes, from, to, this.#meter);
  }

  #count(text: string): void {
    if (text === '') return;
    this.contentDelivered = true;
    this.hasFirstToken = true;
    this.isUsageFresh = false;
    this.#centitokens += estimateTextCentitokens(text);
  }
}
