import { feedReader, type StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent, StreamEvent } from '../ir/stream-event.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import { EventSplitter } from '../sse/event-splitter.ts';
import { isGarbled } from '../sse/is-garbled.ts';
import { LineSplitter } from '../sse/line-splitter.ts';
import { TrackedStream } from './tracked-stream.ts';

export interface TranslatedStreamOptions {
  readonly openReader: (emit: EmitEvent) => StreamDialectReader;
  readonly renderer: StreamRenderer;
  /** The upstream sends one JSON object per line instead of server-sent events. */
  readonly streamsLines: boolean;
  readonly maxEventBytes: number;
}

const NOTHING: readonly Uint8Array[] = [];
const START: StreamEvent = { type: 'start', id: '', model: '' };

/**
 * Translates a stream from one dialect to another. The beginning is held back until the first token, so that
 * an upstream that fails earlier can be replaced by another.
 */
export class TranslatedStream extends TrackedStream {
  protected override readonly reader: StreamDialectReader;
  readonly #renderer: StreamRenderer;
  readonly #splitter: EventSplitter | LineSplitter;
  #started = false;
  #isOver = false;
  /** Text of the beginning while it is held back. */
  #held = '';
  #output = '';

  constructor({ openReader, renderer, streamsLines, maxEventBytes }: TranslatedStreamOptions) {
    super();
    const emit: EmitEvent = (event) => this.#take(event);
    this.reader = openReader(emit);
    this.#renderer = renderer;
    this.#splitter = streamsLines
      ? new LineSplitter(maxEventBytes, (line) => this.#takeLine(line))
      : new EventSplitter({
          maxEventBytes,
          onEvent: (event) => {
            if (!this.tracker.fault) feedReader(this.reader, emit, event);
            return false;
          },
        });
  }

  override push(chunk: Uint8Array): readonly Uint8Array[] {
    this.read(() => this.#splitter.push(chunk), this.#splitter);
    if (this.#output === '') return NOTHING;
    const bytes = encodeText(this.#output);
    this.#output = '';
    return [bytes];
  }

  override get bufferedBytes(): number {
    return this.#splitter.bufferedBytes + this.#held.length;
  }

  override end(cut?: StreamCut): StreamEnd {
    this.#isOver = true;
    this.read(() => {
      this.#splitter.finish();
      if (!this.tracker.fault) this.reader.end?.();
    }, this.#splitter);
    return this.conclude(cut, () => {
      this.#begin();
      return encodeText(this.#held + this.#output + this.#renderer.end());
    });
  }

  #takeLine(line: Uint8Array): void {
    if (this.tracker.fault) return;
    const data = parseJson(line);
    if (isRecord(data)) this.reader.take(data);
    // An incomplete line at the end is truncated, not garbled.
    else if (!this.#isOver && isGarbled(line)) this.#take({ type: 'error', error: undefined });
  }

  #take(event: StreamEvent): void {
    this.note(event);
    switch (event.type) {
      case 'start':
        return this.#begin();
      case 'error':
        return;
      case 'usage':
      case 'finish':
        this.#renderer.render(event);
        return;
      case 'ping':
        // Before the first token there is no response that a ping could keep alive.
        if (this.tracker.hasFirstToken)
          this.#send(event.thinks ? '' : this.#renderer.render(event));
        return;
      case 'part-start':
      case 'delta':
      case 'signature':
      case 'citation':
      case 'part-end':
      case 'part':
        this.#begin();
        this.#send(this.#renderer.render(event));
    }
  }

  #begin(): void {
    if (this.#started) return;
    this.#started = true;
    this.#held = this.#renderer.render(START);
  }

  #send(text: string): void {
    if (!this.tracker.hasFirstToken) {
      this.#held += text;
      return;
    }
    if (this.#held !== '') {
      this.#output += this.#held;
      this.#held = '';
    }
    this.#output += text;
  }
}
