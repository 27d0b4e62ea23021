import { skipSpace } from '../json/scan-value.ts';

/** A range that {@link readField} fills in. */
export interface FieldValue {
  start: number;
  end: number;
}

const COLON = 0x3a;
const ERROR_NAME = [0x65, 0x72, 0x72, 0x6f, 0x72];

/**
 * Classifies one line of an event stream: a data line (its trimmed value goes to `value`), the event name
 * `error`, or anything else. Skips a byte order mark before the field name.
 */
export function readField(
  bytes: Uint8Array,
  start: number,
  end: number,
  value: FieldValue,
): 'data' | 'error-event' | 'other' {
  const hasMark = bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
  const at = hasMark ? start + 3 : start;
  if (isData(bytes, at) && (at + 4 === end || bytes[at + 4] === COLON)) {
    setTrimmed(bytes, Math.min(at + 5, end), end, value);
    return 'data';
  }
  if (isEventColon(bytes, at)) {
    setTrimmed(bytes, at + 6, end, value);
    const length = value.end - value.start;
    const isError =
      length === 5 && ERROR_NAME.every((byte, index) => bytes[value.start + index] === byte);
    if (isError) return 'error-event';
  }
  return 'other';
}

function isData(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at] === 0x64 && bytes[at + 1] === 0x61 && bytes[at + 2] === 0x74 && bytes[at + 3] === 0x61
  );
}

function isEventColon(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at] === 0x65 &&
    bytes[at + 1] === 0x76 &&
    bytes[at + 2] === 0x65 &&
    bytes[at + 3] === 0x6e &&
    bytes[at + 4] === 0x74 &&
    bytes[at + 5] === COLON
  );
}

function setTrimmed(bytes: Uint8Array, start: number, end: number, value: FieldValue): void {
  value.start = skipSpace(bytes, start, end);
  value.end = end;
  while (value.end > value.start && (bytes[value.end - 1] ?? 0) <= 0x20) value.end--;
}
