const BLANK_LINE = /\r?\n\r?\n/;
const NEWLINE = /\r?\n/;

/**
 * Turns the events of a stream into the elements of one JSON array, for Gemini clients that did not ask for
 * `alt=sse`. Takes whole events only.
 */
export class JsonArrayFrame {
  #begun = false;

  /** Returns the next part of the array. */
  take(events: Uint8Array): Uint8Array {
    let text = '';
    for (const event of Buffer.from(events).toString().split(BLANK_LINE)) {
      const data = dataOf(event);
      if (data === '') continue;
      text += `${this.#begun ? ',\r\n' : '['}${data}`;
      this.#begun = true;
    }
    return Buffer.from(text);
  }

  /** Returns the last part of the array. */
  end(): Uint8Array {
    return Buffer.from(this.#begun ? ']' : '[]');
  }
}

function dataOf(event: string): string {
  return event
    .split(NEWLINE)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .join('\n');
}
