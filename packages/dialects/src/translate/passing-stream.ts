import { buildTransportFault } from '../faults/build-fault.ts';
import { EVENT_BYTES_MAX, HELD_PIECES_MAX } from '../sse/event-limits.ts';
import { feedReader, type StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent, StreamEvent } from '../ir/stream-event.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import type { Usage } from '../ir/usage.ts';
import { EventSplitter, type SseEvent } from '../sse/event-splitter.ts';
import { HeldOpening } from '../sse/held-opening.ts';
import type { CreatedId, CreatedIds } from '../state/created-ids.ts';
import { EventTemplate } from './event-template.ts';
import { TrackedStream } from './tracked-stream.ts';

export interface PassingStreamOptions {
  readonly openReader: (emit: EmitEvent) => StreamDialectReader;
  /**
   * Returns whether the event belongs to the end of the stream, which is held back until the call is settled.
   */
  readonly isLast: (event: JsonObject) => boolean;
  /** Ends a complete stream for which the upstream sent no end itself. */
  readonly ending: string;
  readonly maxEventBytes: number;
  /** Collects what the response leaves at its provider. */
  readonly created?: CreatedIds | undefined;
}

const NOTHING: readonly Uint8Array[] = [];
/** Most templates learned: streams whose events never match are not worth more. */
const LEARNED_MAX = 32;
/** Limit of the bytes held back for the end: the last event and what may follow it. */
const LAST_BYTES_MAX = 2 * EVENT_BYTES_MAX;
const NO_BYTES = new Uint8Array();

/**
 * Passes a stream's bytes through unchanged, reading them for usage, errors and the end; events that only add
 * text are compared with an earlier one instead of parsed. Held back are the beginning until the first token
 * (an upstream that fails earlier can be replaced), and the end until the call is settled; errors become a
 * fault.
 */
export class PassingStream extends TrackedStream {
  protected override readonly reader: StreamDialectReader;
  readonly #isLast: PassingStreamOptions['isLast'];
  readonly #ending: string;
  readonly #created: CreatedIds | undefined;
  readonly #splitter: EventSplitter;
  readonly #emit: EmitEvent;
  readonly #opening = new HeldOpening();
  readonly #openReader: PassingStreamOptions['openReader'];
  readonly #template = new EventTemplate();
  #learned = 0;
  /** What the reader emitted for the current event. */
  #grows = 0;
  #usages = 0;
  #others = 0;
  /** The template's events report usage: that of the last one is read on demand. */
  #hasUsage = false;
  #unread: Uint8Array = NO_BYTES;
  /** The end, copied: what the splitter passes is only valid during the call. */
  readonly #last: Uint8Array[] = [];
  #lastBytes = 0;

  constructor({ openReader, isLast, ending, maxEventBytes, created }: PassingStreamOptions) {
    super();
    this.#emit = (event) => this.#take(event);
    this.#openReader = openReader;
    this.reader = openReader(this.#emit);
    this.#isLast = isLast;
    this.#ending = ending;
    this.#created = created;
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
    // The splitter's bytes are only valid until the next push.
    if (this.#unread.length > 0) this.#unread = this.#unread.slice();
    // An opening too large to be held is sent, with or without a token: it may be an echo of the request.
    const isHeld = !this.tracker.hasFirstToken && this.#opening.hold(forward);
    return isHeld ? NOTHING : this.#opening.release(forward);
  }

  override get bufferedBytes(): number {
    return this.#splitter.bufferedBytes + this.#opening.bytes + this.#lastBytes;
  }

  get created(): readonly CreatedId[] | undefined {
    return this.#created?.list;
  }

  override get usage(): Usage | undefined {
    this.#readUsage();
    return this.tracker.usage;
  }

  override end(cut?: StreamCut): StreamEnd {
    let rest: readonly Uint8Array[] = NOTHING;
    this.read(() => {
      rest = this.#splitter.finish();
      if (!this.tracker.fault) this.reader.end?.();
    }, this.#splitter);
    this.read(() => this.#readUsage(), this.#splitter);
    return this.conclude(cut, () => {
      const isEnded = this.#last.length > 0 || this.#ending === '';
      const ending = isEnded ? [] : [encodeText(this.#ending)];
      return concatBytes([...this.#opening.release(rest), ...this.#last, ...ending]);
    });
  }

  /** Returns whether the event may be forwarded now. */
  #takeEvent(event: SseEvent): boolean {
    if (this.tracker.fault) return false;
    if (this.#matches(event)) return this.tracker.fault === undefined;
    const data = this.#feed(event);
    if (this.tracker.fault) return false;
    if (!event.closed && data === undefined) return false;
    if (this.#last.length === 0 && (!data || !this.#isLast(data))) return true;
    this.#lastBytes += event.end - event.start;
    if (this.#lastBytes > LAST_BYTES_MAX || this.#last.length > HELD_PIECES_MAX) {
      this.tracker.fault = buildTransportFault('bad-response', 'too much follows the last event');
      return false;
    }
    this.#last.push(event.bytes.slice(event.start, event.end));
    if (!event.closed) this.#last.push(encodeText('\n\n'));
    return false;
  }

  /** Counts an event that only adds text, without parsing it. */
  #matches(event: SseEvent): boolean {
    const { bytes, dataStart, dataEnd } = event;
    if (!isPlain(event) || this.#last.length > 0) return false;
    if (!this.#template.match(bytes, dataStart, dataEnd)) return false;
    const { textStart, textEnd } = this.#template;
    this.tracker.countBytes(bytes, textStart, textEnd);
    if (this.#hasUsage) this.#unread = bytes.subarray(dataStart, dataEnd);
    return true;
  }

  /** Reads an event in full, and learns it as a template if it only adds text. */
  #feed(event: SseEvent): JsonObject | undefined {
    this.#readUsage();
    this.#grows = 0;
    this.#usages = 0;
    this.#others = 0;
    const data = feedReader(this.reader, this.#emit, event);
    if (data && this.#created) this.#created.take(data);
    const addsText = this.#grows === 1 && this.#others === 0 && isPlain(event);
    if (addsText && this.#learned < LEARNED_MAX && data && !this.#isLast(data)) {
      this.#learned++;
      this.#hasUsage = this.#usages > 0;
      this.#template.learn(event.bytes, event.dataStart, event.dataEnd);
    }
    return data;
  }

  #take(event: StreamEvent): void {
    if (event.type === 'delta' && !event.logprobs) this.#grows++;
    else if (event.type === 'usage') this.#usages++;
    else this.#others++;
    this.note(event);
  }

  /** Reads the usage of the last event that was not parsed: each reports the total so far. */
  #readUsage(): void {
    if (this.#unread.length === 0) return;
    const data = parseJson(this.#unread);
    this.#unread = NO_BYTES;
    if (!isRecord(data)) return;
    this.#openReader((event) => {
      if (event.type === 'usage') this.tracker.take(event);
    }).take(data);
  }
}

function isPlain({ closed, dataLines, namedError }: SseEvent): boolean {
  return closed && dataLines === 1 && !namedError;
}
