import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import { buildFault, buildTransportFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import { isObjectShaped } from '../json/json-shape.ts';
import { parseJson } from '../json/parse-json.ts';
import { EVENT_BYTES_MAX } from '../sse/event-limits.ts';
import { EventSplitter, type SseEvent } from '../sse/event-splitter.ts';
import { HeldOpening } from '../sse/held-opening.ts';
import { isGarbled } from '../sse/is-garbled.ts';
import { readEventData } from '../sse/read-event-data.ts';
import { ChunkFrame } from './chunk-frame.ts';
import { ChunkHeader } from './chunk-header.ts';
import { isEmptyChunk } from './is-empty-chunk.ts';
import { createChunkFacts, scanChunk } from './scan-chunk.ts';
import { readUpstreamUsage } from './usage.ts';
import type { Usage } from '../ir/usage.ts';

export interface StreamReaderOptions {
  /** Hide the usage chunk from the client: only the gateway requested it. */
  readonly hideUsageChunk: boolean;
  readonly limits?: {
    /** Largest event accepted, in bytes; EVENT_BYTES_MAX by default. */
    readonly maxEventBytes?: number;
  };
}

const NO_BYTES = new Uint8Array();
const NOTHING: readonly Uint8Array[] = [];
const DONE = encodeText('[DONE]');
const DONE_EVENT = encodeText('data: [DONE]\n\n');
const OPEN_BRACE = 0x7b;
const FINISH_REASONS_MAX = 16;
const ERROR_EVENT_MAX = 1024 * 1024;

/**
 * Reads a streamed response while passing its bytes through. `push` returns the views to forward at once;
 * whole events only, so that an error event can follow them at any time. Held back are: the opening until the
 * first token, the [DONE] (the caller settles first, then sends `end().tail`), the usage chunk if it is to be
 * hidden, and every error of the upstream (it becomes `fault`; the caller renders its own).
 */
export class StreamReader {
  /** The last usage reported so far. */
  usage: Usage | undefined;
  sawDone = false;
  /** Content that the client waits for has been forwarded. */
  contentDelivered = false;
  /** Reasoning has been forwarded. */
  hasThoughts = false;
  /** The first token arrived, even if not shown, or the end. */
  hasFirstToken = false;
  /** Set by an error in the stream; nothing is forwarded after it. */
  fault: UpstreamFault | undefined;
  /** Characters of text, reasoning and tool calls forwarded so far. */
  deliveredCharacters = 0;
  readonly finishReasons: string[] = [];
  readonly #splitter: EventSplitter;
  readonly #hideUsageChunk: boolean;
  readonly #facts = createChunkFacts();
  readonly #frame = new ChunkFrame();
  readonly #header = new ChunkHeader();
  #deliveredWeight = 0;
  /** Usage arrived with the finish reason or after it. */
  #hasLastUsage = false;
  /** Nothing has been delivered since the last usage. */
  #isUsageFresh = true;
  /** Events before the first token: comments, roles and empty deltas. */
  #opening: HeldOpening | undefined = new HeldOpening();
  #doneEvent: Uint8Array = DONE_EVENT;

  constructor(options: StreamReaderOptions) {
    this.#hideUsageChunk = options.hideUsageChunk;
    this.#splitter = new EventSplitter({
      maxEventBytes: options.limits?.maxEventBytes ?? EVENT_BYTES_MAX,
      onEvent: (event) => this.#takeEvent(event),
    });
  }

  /** Tokens forwarded so far, estimated from their text: for reservations and for streams without usage. */
  get estimatedCompletionTokens(): number {
    return Math.ceil(this.#deliveredWeight / 100);
  }

  /** The response is finished, but its usage has not arrived. */
  get awaitsUsage(): boolean {
    const isFinished = this.finishReasons.length > 0;
    return isFinished && !this.#hasLastUsage && !this.sawDone && this.fault === undefined;
  }

  get isFinished(): boolean {
    return this.fault === undefined && (this.sawDone || this.finishReasons.length > 0);
  }

  get isOver(): boolean {
    return this.fault === undefined && this.sawDone;
  }

  /** Bytes of the unfinished event and of the held-back opening. */
  get bufferedBytes(): number {
    return this.#splitter.bufferedBytes + (this.#opening?.bytes ?? 0);
  }

  /** Reads the next bytes; returns what to forward now, in order. Never throws. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const forward = this.#splitter.push(chunk);
    this.#checkOverflow();
    return this.#opening ? this.#hold(this.#opening, forward) : forward;
  }

  /**
   * Holds back forwarded views until the first token; beyond the limit, further events without content are
   * dropped.
   */
  #hold(opening: HeldOpening, forward: readonly Uint8Array[]): readonly Uint8Array[] {
    if (!this.hasFirstToken) {
      opening.hold(forward);
      return NOTHING;
    }
    this.#opening = undefined;
    return opening.release(forward);
  }

  #checkOverflow(): void {
    if (this.#splitter.overflown)
      this.fault ??= buildTransportFault('bad-response', 'a stream event is too large');
  }

  /** Ends the stream; call once, when the upstream's body has ended or was cut off. */
  end(cut?: StreamCut): StreamEnd {
    const finished = this.#splitter.finish();
    const rest = this.#opening?.release(finished) ?? finished;
    this.#checkOverflow();
    const complete = this.fault === undefined && (this.sawDone || this.finishReasons.length > 0);
    return {
      usage: this.usage,
      isUsageFinal:
        complete && this.#isUsageFresh && (this.#hasLastUsage || this.sawDone || cut === undefined),
      complete,
      tail: complete ? concatBytes([...rest, this.#doneEvent]) : NO_BYTES,
      contentDelivered: this.contentDelivered,
      fault: this.fault,
      estimatedCompletionTokens: this.estimatedCompletionTokens,
    };
  }

  /** Returns whether the event may be forwarded. */
  #takeEvent(event: SseEvent): boolean {
    if (event.dataLines === 0) return this.#takeDataless(event);
    let { bytes, dataStart, dataEnd } = event;
    if (event.dataLines > 1) {
      bytes = readEventData(event);
      dataStart = 0;
      dataEnd = bytes.length;
    }
    if (isDone(bytes, dataStart, dataEnd)) return this.#takeDone(event);
    // An unterminated event may only pass if its data is complete.
    if (!event.closed && parseJson(bytes.subarray(dataStart, dataEnd)) === undefined) return false;

    const isFramed = !event.namedError && this.#frame.read(bytes, dataStart, dataEnd, this.#facts);
    if (isFramed) return this.#takeFramed();
    return this.#takeChunk(event, bytes.subarray(dataStart, dataEnd));
  }

  /** Handles a chunk of text, as nearly every token is one. */
  #takeFramed(): boolean {
    if (this.fault || this.sawDone) return false;
    this.#countDelivered();
    if (this.#facts.centitokens > 0) this.#ageUsage();
    return true;
  }

  #takeChunk(event: SseEvent, bytes: Uint8Array): boolean {
    const facts = this.#facts;
    const { length } = bytes;
    const scanStart = this.#header.skip(bytes, 0, length);
    if (this.#isGarbled(bytes, scanStart)) return false;
    scanChunk(bytes, scanStart, length, facts);
    if (scanStart === 0 && facts.plainHeaderEnd > 0)
      this.#header.learn(bytes, 0, facts.plainHeaderEnd);
    this.#frame.rememberFrame(bytes, facts);
    const usage =
      facts.usageStart === -1
        ? undefined
        : parseJson(bytes.subarray(facts.usageStart, facts.usageEnd));
    if (usage !== undefined) this.usage = readUpstreamUsage(usage) ?? this.usage;
    // Spark and SiliconCloud report errors as a code and a message, without an error member.
    const isEmpty = !facts.hasChoices && facts.usageStart === -1;
    const mayFail = facts.maybeError || event.namedError || isEmpty;
    if (mayFail && this.#takeError(bytes, event.namedError)) return false;
    if (this.fault || this.sawDone) return false;
    const isHidden = this.#hideUsageChunk && usage !== undefined && !facts.hasChoices;
    if (!isHidden) this.#countDelivered();
    if (facts.hasThoughts) this.hasThoughts = true;
    if (!this.hasFirstToken) this.hasFirstToken = facts.hasChoices && !isEmptyChunk(bytes);
    if (usage !== undefined) {
      this.#hasLastUsage = this.finishReasons.length > 0;
      this.#isUsageFresh = true;
    } else if (facts.centitokens > 0) this.#ageUsage();
    return !isHidden;
  }

  #ageUsage(): void {
    this.#hasLastUsage = false;
    this.#isUsageFresh = this.usage === undefined;
  }

  /** A chunk that no client can read ends the stream: its content is lost. */
  #isGarbled(data: Uint8Array, scanStart: number): boolean {
    if (isObjectShaped(data, scanStart, data.length, scanStart > 0) || this.sawDone) return false;
    if (!isGarbled(data) || parseJson(data) !== undefined) return false;
    this.fault ??= buildTransportFault('bad-response', 'a stream event is no JSON');
    return true;
  }

  #countDelivered(): void {
    const facts = this.#facts;
    if (facts.hasContent) this.contentDelivered = this.hasFirstToken = true;
    this.deliveredCharacters += facts.characters;
    this.#deliveredWeight += facts.centitokens;
    const reason = facts.finishReason;
    if (reason !== undefined) this.hasFirstToken = true;
    if (reason === undefined || this.finishReasons.length >= FINISH_REASONS_MAX) return;
    if (!this.finishReasons.includes(reason)) this.finishReasons.push(reason);
  }

  #takeDone(event: SseEvent): boolean {
    if (event.closed && !this.sawDone)
      this.#doneEvent = new Uint8Array(event.bytes.subarray(event.start, event.end));
    this.sawDone = true;
    return false;
  }

  /** Blank lines keep a connection alive; a bare JSON object is an error sent without framing. */
  #takeDataless(event: SseEvent): boolean {
    if (event.bytes[event.start] === OPEN_BRACE) {
      this.#takeError(event.bytes.subarray(event.start, event.end), true);
      return false;
    }
    return event.closed && this.fault === undefined && !this.sawDone;
  }

  #takeError(data: Uint8Array, isNamedError: boolean): boolean {
    // Words are no error, and refusing to parse each of them takes long.
    if (data.length > ERROR_EVENT_MAX || !(isNamedError || isGarbled(data))) return false;
    const error = readErrorObject(parseJson(data), isNamedError);
    if (!error) return false;
    this.fault ??= buildFault(200, error);
    return true;
  }
}

/** Creates a reader for one streamed response of an OpenAI-dialect upstream. */
export function createStreamReader(options: StreamReaderOptions): StreamReader {
  return new StreamReader(options);
}

function isDone(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== DONE.length) return false;
  return DONE.every((byte, index) => bytes[start + index] === byte);
}
