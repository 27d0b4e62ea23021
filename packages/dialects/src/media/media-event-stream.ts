import { EVENT_BYTES_MAX, HELD_PIECES_MAX } from '../sse/event-limits.ts';
import { buildFault, buildTransportFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { parseJson } from '../json/parse-json.ts';
import { type ResponseMembers, openResponseMembers } from '../openai-chat/response-members.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import { readUpstreamUsage } from '../openai-chat/usage.ts';
import type { Usage } from '../ir/usage.ts';
import { EventSplitter, type SseEvent } from '../sse/event-splitter.ts';
import { isGarbled } from '../sse/is-garbled.ts';
import { readEventData } from '../sse/read-event-data.ts';
import type { ResponseStream } from '../translate/response-stream.ts';
import type { MediaReport } from './media-report.ts';
import type { MediaRequest } from './media-request.ts';
import { reportTranscript } from './read-media-response.ts';

const NO_BYTES = new Uint8Array();
/** Limit of the bytes held back for the end: the last event and what may follow it. */
const LAST_BYTES_MAX = 2 * EVENT_BYTES_MAX;
/** Events that complete an image, speech or a transcript. */
const LAST_EVENT =
  /^(?:image_(?:generation|edit)\.completed|speech\.audio\.done|transcript\.text\.done)$/;

/** Volcengine's event with one image of a series, whose end has the event of the last image. */
const PART_OF_SERIES = 'image_generation.partial_succeeded';

/**
 * Streams events with images, speech or a transcript: bytes are passed on as received except the last event
 * (with several images, the last image's), which is held back until the call is settled.
 */
export class MediaEventStream implements ResponseStream {
  readonly estimatedCompletionTokens = 0;
  readonly awaitsUsage = false;
  readonly hasThoughts = false;
  contentDelivered = false;
  /** Any forwarded event counts as the beginning. */
  readonly hasFirstToken = false;
  usage: Usage | undefined;
  fault: UpstreamFault | undefined;
  readonly #splitter: EventSplitter;
  readonly #expected: number;
  #finished = 0;
  /** Images of a series. */
  #parts = 0;
  #transcript: MediaReport = {};
  #last: Uint8Array[] = [];
  #lastBytes = 0;

  constructor({ work }: MediaRequest) {
    this.#expected = work.unit === 'image' ? work.count : 1;
    this.#splitter = new EventSplitter({
      maxEventBytes: EVENT_BYTES_MAX,
      onEvent: (event) => this.#take(event),
    });
  }

  get isFinished(): boolean {
    return this.isOver;
  }

  get isOver(): boolean {
    return this.fault === undefined && this.#lastBytes > 0;
  }

  get bufferedBytes(): number {
    return this.#splitter.bufferedBytes + this.#lastBytes;
  }

  push(chunk: Uint8Array): readonly Uint8Array[] {
    const forward = this.#splitter.push(chunk);
    this.#checkOverflow();
    return forward;
  }

  #checkOverflow(): void {
    const holdsTooMuch = this.#lastBytes > LAST_BYTES_MAX || this.#last.length > HELD_PIECES_MAX;
    if (this.#splitter.overflown || holdsTooMuch)
      this.fault ??= buildTransportFault('bad-response', 'a stream event is too large');
  }

  end(cut?: StreamCut): StreamEnd {
    const rest = this.#splitter.finish();
    this.#checkOverflow();
    const complete = this.fault === undefined && this.#finished > 0;
    return {
      usage: this.usage,
      isUsageFinal: complete,
      complete,
      tail: complete ? concatBytes([...rest, ...this.#last]) : NO_BYTES,
      contentDelivered: this.contentDelivered,
      fault: this.fault,
      estimatedCompletionTokens: 0,
      media: { ...this.#transcript, usage: this.usage, images: this.#images(cut) },
    };
  }

  /** Returns the images received; undefined if we cut the stream before the first. */
  #images(cut: StreamCut | undefined): number | undefined {
    const images = Math.max(this.#finished, this.#parts);
    return images > 0 || cut === 'by-upstream' ? images : undefined;
  }

  /** Returns whether the event may be forwarded now. */
  #take(event: SseEvent): boolean {
    if (this.fault) return false;
    if (!this.#read(event)) return false;
    this.contentDelivered = true;
    const isSeriesOver = this.#parts > 0 && this.#finished > 0;
    if (this.#finished < this.#expected && !isSeriesOver) return true;
    this.#lastBytes += event.end - event.start;
    if (this.#lastBytes <= LAST_BYTES_MAX && this.#last.length <= HELD_PIECES_MAX)
      this.#last.push(event.bytes.slice(event.start, event.end));
    return false;
  }

  /** Reads an event's data; returns false if it is a fault. */
  #read(event: SseEvent): boolean {
    const data = readEventData(event);
    // Comments and words keep the connection alive; refusing to parse each of them takes long.
    const isJson = isGarbled(data);
    if (!event.namedError && !isJson) return true;
    const response = openResponseMembers(data);
    if (event.closed && !response.isObject && isJson) {
      this.fault = buildTransportFault('bad-response', 'a stream event is no JSON');
      return false;
    }
    const type = response.get('type');
    if (event.namedError || type === 'error' || response.has('error')) {
      this.fault = buildFault(200, readErrorObject(parseJson(data), true));
      return false;
    }
    if (type === PART_OF_SERIES) this.#parts += 1;
    if (typeof type === 'string' && LAST_EVENT.test(type)) this.#finish(type, response, data);
    return true;
  }

  /** Counts a completed event; each image reports its own tokens. */
  #finish(type: string, response: ResponseMembers, data: Uint8Array): void {
    this.#finished += 1;
    if (type.startsWith('transcript')) {
      const body = parseJson(data) as Readonly<Record<string, unknown>>;
      this.#transcript = reportTranscript(body);
      this.usage = this.#transcript.usage;
      return;
    }
    const usage = readUpstreamUsage(response.get('usage'));
    this.usage = this.usage && usage ? addUsage(this.usage, usage) : (usage ?? this.usage);
  }
}

function addUsage(left: Usage, right: Usage): Usage {
  return {
    promptTokens: left.promptTokens + right.promptTokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
    audioInputTokens: left.audioInputTokens + right.audioInputTokens,
    audioOutputTokens: left.audioOutputTokens + right.audioOutputTokens,
    imageInputTokens: (left.imageInputTokens ?? 0) + (right.imageInputTokens ?? 0),
  };
}
