import { readErrorObject } from '../faults/read-error-object.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { SseEvent } from '../sse/event-splitter.ts';
import { isGarbled } from '../sse/is-garbled.ts';
import { readEventData } from '../sse/read-event-data.ts';
import type { EmitEvent } from './stream-event.ts';

/** Reads the events of a dialect's stream and emits IR events. Never throws. */
export interface StreamDialectReader {
  /** A finish reason has arrived. Absent if it comes in one event with the usage. */
  readonly stopped?: boolean;
  /** One event's data as a JSON object. */
  take(data: JsonObject): void;
  /** Data that is not JSON ([DONE]). */
  takeText?(text: Uint8Array): void;
  /** The bytes have ended. */
  end?(): void;
}

/** Creates a dialect's reader; `id` is for parts without ids. */
export type OpenDialectReader = (emit: EmitEvent, id: string) => StreamDialectReader;

const OPEN_BRACE = 0x7b;

/**
 * Passes an event of the splitter to the reader, after separating out errors sent as named events or as bare
 * JSON objects without framing. Returns the event's JSON object, if it has one.
 */
export function feedReader(
  reader: StreamDialectReader,
  emit: EmitEvent,
  event: SseEvent,
): JsonObject | undefined {
  if (event.dataLines === 0) {
    if (event.bytes[event.start] === OPEN_BRACE) {
      emitError(parseJson(event.bytes.subarray(event.start, event.end)), emit);
    }
    return undefined;
  }
  const bytes = readEventData(event);
  // Words pass, without the time that refusing to parse each of them takes.
  const isJson = isGarbled(bytes);
  const data = isJson ? parseJson(bytes) : undefined;
  if (!isRecord(data)) {
    if (!event.closed) return undefined;
    if (data === undefined && isJson) emit({ type: 'error', error: undefined });
    else reader.takeText?.(bytes);
    return undefined;
  }
  if (event.namedError) emitError(data, emit);
  else reader.take(data);
  return data;
}

function emitError(data: unknown, emit: EmitEvent): void {
  const error = readErrorObject(data, true);
  if (error) emit({ type: 'error', error });
}
