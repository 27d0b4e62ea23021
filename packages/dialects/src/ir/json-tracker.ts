const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Detects when a JSON object that arrives in pieces is complete, without buffering it. */
export class JsonTracker {
  #depth = 0;
  #inText = false;
  #escaped = false;
  #complete = false;

  /** The object has been closed. */
  get complete(): boolean {
    return this.#complete;
  }

  push(text: string): void {
    for (let at = 0; at < text.length; at++) this.#take(text.charCodeAt(at));
  }

  #take(unit: number): void {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false;
      else if (unit === BACKSLASH) this.#escaped = true;
      else if (unit === QUOTE) this.#inText = false;
    } else if (unit === QUOTE) this.#inText = true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) this.#depth++;
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      this.#depth--;
      if (this.#depth === 0) this.#complete = true;
    }
  }
}
