const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Deepest text that is parsed: what is around it must fit into the next request, too. */
const DEPTH_MAX = 200;
/** Most strings, lists, objects and commas of all texts together: as many as a body may have of the former. */
const VALUES_MAX = 150_000;

/**
 * Limits how much of the JSON inside the strings of one body is parsed, such as the arguments of its tool
 * calls: nobody has measured it, and parsing costs depend far more on the number of values than on bytes.
 */
export class ParseBudget {
  readonly #depthMax: number;
  #valuesLeft: number;

  constructor(depthMax = DEPTH_MAX, valuesMax = VALUES_MAX) {
    this.#depthMax = depthMax;
    this.#valuesLeft = valuesMax;
  }

  /** Returns whether a text may be parsed, and counts its values if so. Takes linear time. */
  take(text: string): boolean {
    const values = this.#count(text);
    if (values === undefined) return false;
    this.#valuesLeft -= values;
    return true;
  }

  /** Returns the number of values; undefined if there are too many, or too deep ones. */
  #count(text: string): number | undefined {
    let values = 0;
    let depth = 0;
    let inString = false;
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at);
      if (inString) {
        if (char === BACKSLASH) at++;
        else if (char === QUOTE) inString = false;
        continue;
      }
      if (char === QUOTE) inString = true;
      else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth++;
      else if (char !== COMMA) {
        if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth--;
        continue;
      }
      if (depth > this.#depthMax || ++values > this.#valuesLeft) return undefined;
    }
    return values;
  }
}
