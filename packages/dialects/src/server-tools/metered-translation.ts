import type { WireFormat } from '../ir/dialect.ts';
import type { JsonObject } from '../json/json-object.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import { EventSplitter } from '../sse/event-splitter.ts';
import { readEventData } from '../sse/read-event-data.ts';
import type { Translation } from '../translate/translation.ts';
import type { ResponseStream } from '../translate/response-stream.ts';
import type { WholeResponseResult } from '../translate/whole-response.ts';
import { type CreatedId, CreatedIds } from '../state/created-ids.ts';
import type { BillableUse } from './billable-features.ts';
import { openUseMeter, type UseMeter } from './use-meter.ts';

const EVENT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Wraps the translation of a call whose tools or tiers are billed: their use is read separately, from the
 * upstream's own bytes, so that other calls need not look for it.
 */
export function withMeter(translation: Translation): Translation {
  if (!openUseMeter(translation.to)) return translation;
  const open = () => new FullMeter(translation.to);
  const measured = (read: Translation['readResponse']) => (bytes: Uint8Array) =>
    withReported(read(bytes), () => {
      const meter = open();
      const body = parseJson(bytes);
      // Google streams to some clients as one list.
      for (const part of Array.isArray(body) ? (body as unknown[]) : [body])
        if (isRecord(part)) meter.take(part);
      return meter;
    });
  return {
    ...translation,
    readResponse: measured(translation.readResponse),
    readResponseAsStream: measured(translation.readResponseAsStream),
    readStreamAsResponse: (bytes) =>
      withReported(translation.readStreamAsResponse(bytes), () => {
        const meter = open();
        const events = new MeteredEvents(meter, bytes.length + 1);
        events.push(bytes);
        events.end();
        return meter;
      }),
    openStream: () => new MeteredStream(translation.openStream(), open()),
  };
}

function withReported(result: WholeResponseResult, read: () => FullMeter): WholeResponseResult {
  if (!result.ok) return result;
  const { use, created } = read();
  return { ...result, billed: use, findCreated: () => created };
}

/** Reads what a response bills besides tokens, and what it leaves at its provider. */
class FullMeter {
  readonly #meter: UseMeter;
  readonly #created: CreatedIds;

  constructor(format: WireFormat) {
    this.#meter = openUseMeter(format) as UseMeter;
    this.#created = new CreatedIds(format);
  }

  take(data: JsonObject): void {
    this.#meter.take(data);
    this.#created.take(data);
  }

  get use(): BillableUse {
    return this.#meter.use;
  }

  get created(): readonly CreatedId[] {
    return this.#created.list;
  }
}

/** Passes a stream's events to a meter. */
class MeteredEvents {
  readonly #splitter: EventSplitter;

  constructor(meter: FullMeter, maxEventBytes: number) {
    this.#splitter = new EventSplitter({
      maxEventBytes,
      onEvent: (event) => {
        const data = event.dataLines === 0 ? undefined : parseJson(readEventData(event));
        if (isRecord(data)) meter.take(data);
        return false;
      },
    });
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.finish();
  }
}

class MeteredStream implements ResponseStream {
  readonly #stream: ResponseStream;
  readonly #meter: FullMeter;
  readonly #events: MeteredEvents;

  constructor(stream: ResponseStream, meter: FullMeter) {
    this.#stream = stream;
    this.#meter = meter;
    this.#events = new MeteredEvents(meter, EVENT_BYTES_MAX);
  }

  get billed(): BillableUse {
    return this.#meter.use;
  }

  get created(): readonly CreatedId[] {
    return this.#meter.created;
  }

  get usage() {
    return this.#stream.usage;
  }

  get fault() {
    return this.#stream.fault;
  }

  get contentDelivered() {
    return this.#stream.contentDelivered;
  }

  get hasThoughts() {
    return this.#stream.hasThoughts;
  }

  get hasFirstToken() {
    return this.#stream.hasFirstToken;
  }

  get awaitsUsage() {
    return this.#stream.awaitsUsage;
  }

  get isFinished() {
    return this.#stream.isFinished;
  }

  get isOver() {
    return this.#stream.isOver;
  }

  get estimatedCompletionTokens() {
    return this.#stream.estimatedCompletionTokens;
  }

  get bufferedBytes() {
    return this.#stream.bufferedBytes;
  }

  push(chunk: Uint8Array): readonly Uint8Array[] {
    this.#events.push(chunk);
    return this.#stream.push(chunk);
  }

  end(cut?: StreamCut): StreamEnd {
    this.#events.end();
    return this.#stream.end(cut);
  }
}
