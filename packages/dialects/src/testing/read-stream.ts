import type { Dialect } from '../ir/dialect.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import { feedReader } from '../ir/stream-parser.ts';
import { EventSplitter } from '../sse/event-splitter.ts';
import { CODECS } from '../translate/codec.ts';

/** Returns the IR events of a dialect's stream whose bytes arrive in pieces of `size`. */
export function readStreamEvents(
  dialect: Dialect,
  bytes: Uint8Array,
  size = bytes.length,
): StreamEvent[] {
  const events: StreamEvent[] = [];
  const emit = (event: StreamEvent) => {
    events.push(event);
  };
  const reader = CODECS[dialect].readStream(emit, 'req1');
  const splitter = new EventSplitter({
    maxEventBytes: 1 << 24,
    onEvent: (event) => {
      feedReader(reader, emit, event);
      return false;
    },
  });
  for (let at = 0; at < bytes.length; at += size) {
    // A fresh copy: nothing may depend on the memory of an earlier chunk.
    splitter.push(bytes.slice(at, at + size));
  }
  splitter.finish();
  reader.end?.();
  return events;
}
