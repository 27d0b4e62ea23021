import type { SseEvent } from './event-splitter.ts';
import { readField, type FieldValue } from './read-field.ts';

/**
 * Returns the data of an event in one piece: a view for one line, a joined copy (separated by LF) for
 * several.
 */
export function readEventData(event: SseEvent): Uint8Array {
  const { bytes } = event;
  if (event.dataLines <= 1) return bytes.subarray(event.dataStart, event.dataEnd);
  const joined = new Uint8Array(event.end - event.start);
  const value: FieldValue = { start: 0, end: 0 };
  let length = 0;
  let lineStart = event.start;
  for (let at = event.start; at <= event.end; at++) {
    const byte = bytes[at];
    if (at < event.end && byte !== 0x0a && byte !== 0x0d) continue;
    if (at > lineStart && readField(bytes, lineStart, at, value) === 'data') {
      if (length > 0) joined[length++] = 0x0a;
      joined.set(bytes.subarray(value.start, value.end), length);
      length += value.end - value.start;
    }
    lineStart = at + 1;
  }
  return joined.subarray(0, length);
}
