import { readErrorObject } from '../faults/read-error-object.ts';
import type { ErrorObject } from '../faults/error-object.ts';
import type { ChatUsage } from '../ir/usage.ts';
import { recordOf, recordsOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readUpstreamUsage } from '../openai-chat/usage.ts';

const LAST = 2;

/** One parsed message of Spark's WebSocket. */
export interface SparkFrame {
  readonly id: unknown;
  readonly error: ErrorObject | undefined;
  readonly isLast: boolean;
  /** The pieces of text. */
  readonly texts: readonly JsonObject[];
  /** Only in the last message. */
  readonly usage: ChatUsage | undefined;
}

/** Reads a message of Spark's WebSocket; anything else yields an empty frame. */
export function readSparkFrame(message: JsonObject): SparkFrame {
  const header = recordOf(message.header);
  const payload = recordOf(message.payload);
  return {
    id: header.sid,
    error: header.code === 0 ? undefined : readErrorObject({ sid: '', ...header }, true),
    isLast: header.status === LAST,
    texts: recordsOf(recordOf(payload.choices).text),
    usage: readUpstreamUsage(recordOf(payload.usage).text),
  };
}

/** Returns whether a message is the last one: the response is complete or failed. */
export function endsSparkResponse(message: JsonObject): boolean {
  const { code, status } = recordOf(message.header);
  return code !== 0 || status === LAST;
}
