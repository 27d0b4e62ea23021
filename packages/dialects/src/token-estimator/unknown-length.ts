import { decodeText } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';
import type { PromptMedia } from './estimate-utf8.ts';

const FILE = /(?<!\\)"(?:file_url|file_id|file_uri|fileUri)"\s*:\s*"/;
const DOCUMENT = /(?<!\\)"(?:document|file|input_file|video|video_url|audio_url)"/;
const ADDRESS = /(?<!\\)"url"\s*:\s*"(?!data:)/;

/**
 * Whether a prompt holds a document, sound or video that stands elsewhere: nobody here knows how
 * long it is. `media` is undefined where the prompt was too large to be looked at as a whole.
 * A file that tools tell of in the same words counts, too: it only makes the reservation higher.
 */
export function hasUnknownLength(
  media: PromptMedia | undefined,
  bytes: Uint8Array,
  { start, end }: ByteRange,
): boolean {
  if (media) return media.hasFile || (media.hasAddress && media.tokens > 0);
  const text = decodeText(bytes.subarray(start, end));
  return FILE.test(text) || (ADDRESS.test(text) && DOCUMENT.test(text));
}
