import { decodeText } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';

/** A type of a part, or a media type; names of members are none, nor is text that quotes them. */
const IMAGE = /(?<!\\)"(?:input_)?image[^"]{0,40}"(?!\s*:)/g;

/** The most images that a value can hold which is too large to be estimated. */
export function countImages(bytes: Uint8Array, { start, end }: ByteRange): number {
  const text = decodeText(bytes.subarray(start, end));
  let count = 0;
  for (const _ of text.matchAll(IMAGE)) count += 1;
  return count;
}
