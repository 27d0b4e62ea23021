/** Limits of a JSON text. */
export interface JsonLimits {
  /** Nesting of objects and arrays. */
  readonly depth: number;
  /** Members of the outermost object, or items of the outermost array. */
  readonly topLevel: number;
  /** Objects, arrays and strings, including names. */
  readonly nodes: number;
  /** Commas: numbers in arrays cost less than everything else. */
  readonly values: number;
  /** Bytes outside strings. */
  readonly bareBytes: number;
  /** Bytes of one number, or of one run of whitespace. */
  readonly bareRun: number;
  /** Quotes inside strings. */
  readonly escapedQuotes: number;
}

/** The limit that a text exceeds. */
export type JsonExcess = keyof JsonLimits;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Most backslashes counted before a quote: no real text has more. */
const BACKSLASHES_MAX = 65_536;
/** Bytes of a string that are scanned one by one, before the native search takes over. */
const STEPPED_BYTES = 64;
/** Bytes that the native search covers per step. */
const BYTES_A_STEP = 64;

/**
 * Measures an untrusted JSON text against limits before anybody parses it, in slices of bounded work: parsing
 * costs depend far more on the number of values than on bytes. Only counts; its reader rejects what is not
 * JSON.
 */
export class JsonBounds {
  /** Set once a limit is exceeded; reading then stops. */
  excess: JsonExcess | undefined;
  /** Work of all slices so far, in steps of about a nanosecond. */
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
  /** Start of the current run of number or whitespace bytes. */
  #runStart = 0;

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
  }

  /** Continues for about `stepsMax` steps. Returns true once everything is read or a limit is exceeded. */
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

  /** Advances to the next quote that may end the string, or past it. */
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

  /** Reads bytes outside strings, up to the next string. */
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
