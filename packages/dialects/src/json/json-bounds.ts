/** What a JSON text may hold at most. */
export interface JsonLimits {
  /** Objects and lists inside of one another. */
  readonly depth: number;
  /** Members of the outermost object, or items of the outermost list. */
  readonly topLevel: number;
  /** Objects, lists and strings, names included. */
  readonly nodes: number;
  /** Commas: numbers in lists cost less than everything else. */
  readonly values: number;
  /** Bytes outside of strings. */
  readonly bareBytes: number;
  /** Bytes of one number, or of white space in one place. */
  readonly bareRun: number;
  /** Quotes inside of strings. */
  readonly escapedQuotes: number;
}

/** Which limit a text breaks. */
export type JsonExcess = keyof JsonLimits;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Backslashes in a row that are looked at before a quote: no text has so many. */
const BACKSLASHES_MAX = 65_536;
/** Strings are passed over step by step for so far, then by the native search. */
const STEPPED_BYTES = 64;
/** The native search takes one step for so many bytes. */
const BYTES_A_STEP = 64;

/**
 * Measures a JSON text of unknown origin against limits, in pieces of bounded work, before anybody
 * parses it: what parsing costs depends on how many values there are, far more than on the bytes.
 * Only counts; what is no JSON is for its reader to refuse.
 */
export class JsonBounds {
  /** Set once a limit is broken; nothing is read any more. */
  excess: JsonExcess | undefined;
  /** What all pieces took together, in steps of about a nanosecond. */
  steps = 0;
  readonly #bytes: Uint8Array;
  readonly #limits: JsonLimits;
  #at = 0;
  #inString = false;
  #depth = 0;
  #topLevel = 0;
  #nodes = 0;
  #values = 0;
  #bareBytes = 0;
  #escapedQuotes = 0;
  /** Where the last number or white space began. */
  #runStart = 0;

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
  }

  /** Reads on for about `stepsMax` steps. True once all is read or a limit is broken. */
  advance(stepsMax: number): boolean {
    const end = this.#bytes.length;
    const stopAt = this.steps + stepsMax;
    while (this.#at < end && this.excess === undefined) {
      if (this.steps >= stopAt) return false;
      if (this.#inString) this.#passString();
      else this.#passBare(Math.min(end, this.#at + stopAt - this.steps));
    }
    return true;
  }

  /** To the next quote in a string that may end it, or past its end. */
  #passString(): void {
    const bytes = this.#bytes;
    const from = this.#at;
    const steppedEnd = Math.min(bytes.length, from + STEPPED_BYTES);
    let at = from;
    while (at < steppedEnd) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) return this.#passQuote(at, at - from, true);
      if (
        byte === BACKSLASH &&
        bytes[++at] === QUOTE &&
        (this.#escapedQuotes += 1) > this.#limits.escapedQuotes
      )
        this.excess = 'escapedQuotes';
      at++;
    }
    const quote = bytes.indexOf(QUOTE, at);
    const to = quote === -1 ? Math.max(at, bytes.length) : quote;
    let before = to - 1;
    const floor = Math.max(at, to - BACKSLASHES_MAX);
    while (before >= floor && bytes[before] === BACKSLASH) before--;
    const backslashes = to - 1 - before;
    if (backslashes >= BACKSLASHES_MAX) this.excess = 'escapedQuotes';
    const work = at - from + backslashes + Math.ceil((to - at) / BYTES_A_STEP);
    this.#passQuote(to, work, backslashes % 2 === 0);
  }

  #passQuote(at: number, work: number, isEnd: boolean): void {
    this.steps += work + 1;
    this.#at = at + 1;
    this.#runStart = at + 1;
    if (isEnd) this.#inString = false;
    else if ((this.#escapedQuotes += 1) > this.#limits.escapedQuotes) this.excess = 'escapedQuotes';
  }

  /** Bytes outside of strings, up to the next string. */
  #passBare(stop: number): void {
    const bytes = this.#bytes;
    const from = this.#at;
    const { bareRun, depth: depthMax } = this.#limits;
    let depth = this.#depth;
    let nodes = this.#nodes;
    let values = this.#values;
    let topLevel = this.#topLevel;
    let runStart = this.#runStart;
    let longestRun = 0;
    let at = from;
    while (at < stop) {
      const byte = bytes[at++] as number;
      if (byte === COMMA) {
        values++;
        if (depth === 1) topLevel++;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        nodes++;
        depth++;
        if (depth > depthMax) break;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
      else if (byte === QUOTE) {
        nodes++;
        this.#inString = true;
      } else continue;
      if (at - runStart > longestRun) longestRun = at - runStart;
      runStart = at;
      if (byte === QUOTE) break;
    }
    this.steps += at - from;
    this.#bareBytes += at - from;
    this.#at = at;
    this.#depth = depth;
    this.#nodes = nodes;
    this.#values = values;
    this.#topLevel = topLevel;
    this.#runStart = runStart;
    if (Math.max(longestRun, at - runStart) > bareRun) this.excess ??= 'bareRun';
    this.excess ??= this.#findExcess();
  }

  #findExcess(): JsonExcess | undefined {
    const limits = this.#limits;
    if (this.#depth > limits.depth) return 'depth';
    if (this.#topLevel >= limits.topLevel) return 'topLevel';
    if (this.#nodes > limits.nodes) return 'nodes';
    if (this.#values > limits.values) return 'values';
    return this.#bareBytes > limits.bareBytes ? 'bareBytes' : undefined;
  }
}
