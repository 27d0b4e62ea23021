import { feedReader, type StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';
import type { StreamEnd } from '../openai-chat/stream.ts';
import { EventSplitter, type SseEvent } from '../sse/event-splitter.ts';
import { TalliedStream } from './tallied-stream.ts';

export interface PassingStreamOptions {
  readonly openReader: (emit: EmitEvent) => StreamDialectReader;
  /** Whether the event belongs to the end of the stream, which waits until the call is settled. */
  readonly isLast: (event: JsonObject) => boolean;
  /** Ends a complete stream to which the upstream wrote no end itself. */
  readonly ending: string;
  readonly maxEventBytes: number;
}

const NOTHING: readonly Uint8Array[] = [];
/** A beginning is small; what is longer goes out, part or not. */
const FIRST_BYTES_MAX = 1024 * 1024;

/**
 * A stream whose bytes pass on unchanged. They are read on the way for usage, errors and the end.
 * Held back are the beginning until the first part begins (an upstream that fails before can be
 * replaced), and the end until the call is settled; errors become a fault.
 */
export class PassingStream extends TalliedStream {
  readonly #reader: StreamDialectReader;
  readonly #isLast: PassingStreamOptions['isLast'];
  readonly #ending: string;
  readonly #splitter: EventSplitter;
  readonly #emit: EmitEvent;
  /** The beginning, copied, until a part begins. */
  readonly #first: Uint8Array[] = [];
  #firstLength = 0;
  /** The end, copied: what the splitter shows is only valid during the call. */
  readonly #last: Uint8Array[] = [];

  constructor({ openReader, isLast, ending, maxEventBytes }: PassingStreamOptions) {
    super();
    this.#emit = (event) => this.tally.take(event);
    this.#reader = openReader(this.#emit);
    this.#isLast = isLast;
    this.#ending = ending;
    this.#splitter = new EventSplitter({
      maxEventBytes,
      onEvent: (event) => this.#takeEvent(event),
    });
  }

  override push(chunk: Uint8Array): readonly Uint8Array[] {
    let forward: readonly Uint8Array[] = NOTHING;
    this.read(() => {
      forward = this.#splitter.push(chunk);
    }, this.#splitter);
    if (this.tally.hasParts) return this.#first.length === 0 ? forward : this.#release(forward);
    if (this.#firstLength > FIRST_BYTES_MAX) return this.#release(forward);
    for (const piece of forward) {
      this.#first.push(piece.slice());
      this.#firstLength += piece.length;
    }
    return NOTHING;
  }

  #release(forward: readonly Uint8Array[]): readonly Uint8Array[] {
    return [...this.#first.splice(0), ...forward];
  }

  override end(): StreamEnd {
    let rest: readonly Uint8Array[] = NOTHING;
    this.read(() => {
      rest = this.#splitter.finish();
      if (!this.tally.fault) this.#reader.end?.();
    }, this.#splitter);
    return this.conclude(() => {
      const isEnded = this.#last.length > 0 || this.#ending === '';
      const ending = isEnded ? [] : [encodeText(this.#ending)];
      return concatBytes([...this.#first, ...rest, ...this.#last, ...ending]);
    });
  }

  /** Whether the event may be forwarded now. */
  #takeEvent(event: SseEvent): boolean {
    if (this.tally.fault) return false;
    const data = feedReader(this.#reader, this.#emit, event);
    if (this.tally.fault) return false;
    if (!event.closed && data === undefined) return false;
    if (this.#last.length === 0 && (!data || !this.#isLast(data))) return true;
    this.#last.push(event.bytes.slice(event.start, event.end));
    if (!event.closed) this.#last.push(encodeText('\n\n'));
    return false;
  }
}
