import { encodeText } from '../json/encode-text.ts';
import { EventSplitter } from '../sse/event-splitter.ts';
import { readEventData } from '../sse/read-event-data.ts';

const OPEN = encodeText('[');
const NEXT = encodeText(',\r\n');
const CLOSE = encodeText(']');
const EMPTY = encodeText('[]');
/** Our own events are not bounded again: a translation may have made them longer. */
const EVENT_MAX = 64 * 1024 * 1024;

/**
 * A Gemini stream of server-sent events as the one JSON array that a client gets who did not ask
 * for alt=sse. Ask the upstream for alt=sse always and put this behind the translation.
 */
export class SseToArray {
  readonly #splitter: EventSplitter;
  #begun = false;
  #out: Uint8Array[] = [];

  constructor() {
    this.#splitter = new EventSplitter({
      maxEventBytes: EVENT_MAX,
      onEvent: (event) => {
        if (event.dataLines === 0) return false;
        this.#out.push(this.#begun ? NEXT : OPEN, readEventData(event).slice());
        this.#begun = true;
        return false;
      },
    });
  }

  /** Takes whole events; returns the items of the array. */
  push(bytes: Uint8Array): readonly Uint8Array[] {
    this.#splitter.push(bytes);
    const out = this.#out;
    this.#out = [];
    return out;
  }

  /** The end of the array; also after an error, which is its last item. */
  end(): Uint8Array {
    return this.#begun ? CLOSE : EMPTY;
  }
}
