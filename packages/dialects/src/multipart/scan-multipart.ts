import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';
import { ByteFinder, PathologicalInput } from './find-bytes.ts';
import { isPadding } from './padding.ts';
import { HEADER_BYTES_MAX, readPartHeaders } from './part-headers.ts';

/** One part of a form; the range is that of its content. */
export interface FormPart extends ByteRange {
  readonly name: string;
  /** Undefined for a part that is not a file. */
  readonly filename: string | undefined;
}

/** A form as ranges of its bytes. */
export interface ScannedForm {
  readonly parts: readonly FormPart[];
  /** Where a part can be inserted: the start of the first delimiter. */
  readonly start: number;
}

export type ScanFormResult =
  | { readonly ok: true; readonly form: ScannedForm }
  | { readonly ok: false; readonly reason: string };

const PARTS_MAX = 128;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const DASH = 0x2d;
const BLANK_LINE = new ByteFinder(encodeText('\r\n\r\n'));

class FormFault extends Error {}

const fail = (reason: string): never => {
  throw new FormFault(reason);
};

/**
 * Finds the parts of a multipart/form-data body without copying it. Strict, so that no other reader can see
 * other parts in the same bytes: lines end with CRLF, nothing precedes the first delimiter, and the boundary
 * appears only in delimiters, and only whitespace follows the last. Takes linear time.
 */
export function scanMultipart(bytes: Uint8Array, boundary: string): ScanFormResult {
  try {
    return { ok: true, form: scan(bytes, boundary) };
  } catch (error) {
    if (error instanceof FormFault || error instanceof PathologicalInput)
      return { ok: false, reason: error.message };
    throw error;
  }
}

function scan(bytes: Uint8Array, boundary: string): ScannedForm {
  const delimiter = encodeText(`--${boundary}`);
  const finder = new ByteFinder(delimiter);
  const start = startsLine(bytes, 0) ? 2 : 0;
  if (finder.find(bytes, 0) !== start) fail('it does not begin with its boundary');
  const parts: FormPart[] = [];
  let at = start + delimiter.length;
  while (!(bytes[at] === DASH && bytes[at + 1] === DASH)) {
    if (parts.length === PARTS_MAX) fail(`it has more than ${PARTS_MAX} parts`);
    const next = finder.find(bytes, at);
    if (next === -1) fail('its last boundary is missing');
    parts.push(readPart(bytes, afterDelimiter(bytes, at), next - 2));
    if (!startsLine(bytes, next - 2)) fail('its boundary occurs inside a part');
    at = next + delimiter.length;
  }
  if (!isPadding(bytes.subarray(at + 2))) fail('something follows its last boundary');
  return { parts, start };
}

/** Returns where a part's headers begin: after the delimiter's line, which may end with whitespace. */
function afterDelimiter(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  return startsLine(bytes, at) ? at + 2 : fail('its boundary occurs inside a part');
}

function readPart(bytes: Uint8Array, from: number, end: number): FormPart {
  // A part without headers has its blank line right after the delimiter's.
  const blank = BLANK_LINE.find(bytes.subarray(0, from + HEADER_BYTES_MAX), from - 2);
  if (blank === -1 || blank + 4 > end) {
    return fail(`the headers of a part do not end within ${HEADER_BYTES_MAX} bytes`);
  }
  const headers = readPartHeaders(decodeText(bytes.subarray(from, Math.max(from, blank))));
  if (typeof headers === 'string') return fail(headers);
  return { ...headers, start: blank + 4, end };
}

function startsLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED;
}
