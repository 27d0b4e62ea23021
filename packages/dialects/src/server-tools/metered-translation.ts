import { isRecord, parseJson } from '../json/parse-json.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import { EventSplitter } from '../sse/event-splitter.ts';
import { readEventData } from '../sse/read-event-data.ts';
import type { Translation } from '../translate/translation.ts';
import type { ResponseStream } from '../translate/response-stream.ts';
import type { WholeResponseResult } from '../translate/whole-response.ts';
import type { BillableUse } from './billable-features.ts';
import { openUseMeter, type UseMeter } from './use-meter.ts';

const EVENT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Wraps the translation of a call whose tools or tiers are billed: their use is read separately, from the
 * upstream's own bytes, so that other calls need not look for it.
 */
export function withMeter(translation: Translation): Translation {
  if (!openUseMeter(translation.to)) return translation;
  const open = () => openUseMeter(translation.to) as UseMeter;
  const measured = (read: Translation['readResponse']) => (bytes: Uint8Array) =>
    withBilledUse(read(bytes), () => {
      const meter = open();
      const body = parseJson(bytes);
      // Google streams to some clients as one list.
      for (const part of Array.isArray(body) ? (body as unknown[]) : [body])
        if (isRecord(part)) meter.take(part);
      return meter.use;
    });
  return {
    ...translation,
    readResponse: measured(translation.readResponse),
    readResponseAsStream: measured(translation.readResponseAsStream),
    readStreamAsResponse: (bytes) =>
      withBilledUse(translation.readStreamAsResponse(bytes), () => {
        const meter = open();
        const events = new MeteredEvents(meter, bytes.length + 1);
        events.push(bytes);
        events.end();
        return meter.use;
      }),
    openStream: () => new MeteredStream(translation.openStream(), open()),
  };
}

function withBilledUse(result: WholeResponseResult, read: () => BillableUse): WholeResponseResult {
  return result.ok ? { ...result, billed: read() } : result;
}

/** Passes a stream's events to a meter. */
class MeteredEvents {
  readonly #splitter: EventSplitter;

  constructor(meter: UseMeter, maxEventBytes: number) {
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
  readonly #meter: UseMeter;
  readonly #events: MeteredEvents;

  constructor(stream: ResponseStream, meter: UseMeter) {
    this.#stream = stream;
    this.#meter = meter;
    this.#events = new MeteredEvents(meter, EVENT_BYTES_MAX);
  }

  get billed(): BillableUse {
    return this.#meter.use;
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

  get hasFirstToken() {
    return this.#stream.hasFirstToken;
  }

  get awaitsUsage() {
    return this.#stream.awaitsUsage;
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
