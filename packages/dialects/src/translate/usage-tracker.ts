import { estimateTextCentitokens } from '../token-estimator/estimate-text.ts';
import { estimateUtf8Centitokens } from '../token-estimator/estimate-utf8.ts';
import { buildFault } from '../faults/build-fault.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { Stop } from '../ir/response.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import type { ChatUsage } from '../ir/usage.ts';
import { parseJson } from '../json/parse-json.ts';

const BACKSLASH = 0x5c;
/** Hundredths of tokens of an image in a chat: 1,290. Source: Gemini 2.5 Flash Image, pricing page, November 2026. */
const IMAGE_WEIGHT = 129_000;

/** What the events of a stream say that matters for billing and for routing. */
export class UsageTracker {
  /** The last usage reported so far. */
  usage: ChatUsage | undefined;
  /** Set by an error in the stream. */
  fault: UpstreamFault | undefined;
  stop: Stop | undefined;
  contentDelivered = false;
  /** Nothing was delivered since the last usage. */
  isUsageFresh = false;
  /** The first part began: from here on the response is one. */
  hasParts = false;
  #weight = 0;
  readonly #meter = { bytes: 0 };

  get estimatedCompletionTokens(): number {
    return Math.ceil(this.#weight / 100);
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case 'delta':
        this.#count(event.text);
        return;
      case 'part-start':
        this.hasParts = true;
        if (event.part.kind === 'tool-call') this.#count(event.part.name);
        return;
      case 'part':
        this.hasParts = true;
        this.contentDelivered = true;
        this.isUsageFresh = false;
        this.#weight += event.part.type === 'image' ? IMAGE_WEIGHT : 0;
        return;
      case 'usage':
        this.usage = event.usage;
        this.isUsageFresh = true;
        return;
      case 'finish':
        this.stop = event.stop;
        return;
      case 'error':
        this.fault ??= buildFault(200, event.error);
        return;
      case 'start':
      case 'signature':
      case 'citation':
      case 'part-end':
      case 'ping':
    }
  }

  /** Counts a text as it is in JSON. */
  countBytes(bytes: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    if (hasEscapes(bytes, from, to)) {
      const text = parseJson(bytes.subarray(from - 1, to + 1));
      if (typeof text === 'string') return this.#count(text);
      this.fault ??= buildFault(200, undefined);
      return;
    }
    this.contentDelivered = true;
    this.isUsageFresh = false;
    this.#weight += estimateUtf8Centitokens(bytes, from, to, this.#meter);
  }

  #count(text: string): void {
    if (text === '') return;
    this.contentDelivered = true;
    this.isUsageFresh = false;
    this.#weight += estimateTextCentitokens(text);
  }
}

function hasEscapes(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}
