import { decodeText } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';

/** Matches a part's type or a media type, but not member names, nor text that quotes them. */
const IMAGE = /(?<!\\)"(?:(?:input_)?image[^"]{0,40}|computer_screenshot)"(?!\s*:)/g;

/** Returns the upper bound of the images in a value that is too large to be estimated. */
export function countImages(bytes: Uint8Array, { start, end }: ByteRange): number {
  const text = decodeText(bytes.subarray(start, end));
  let count = 0;
  for (const _ of text.matchAll(IMAGE)) count += 1;
  return count;
}
