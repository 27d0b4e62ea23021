import { decodeText } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';
import type { PromptMedia } from './estimate-utf8.ts';

const FILE = /(?<!\\)"(?:file_url|document_url|file_id|file_uri|fileUri)"\s*:\s*"/;
const DOCUMENT =
  /(?<!\\)"(?:document|file|file_url|input_file|video|video_url|audio_url|input_audio)"/;
/**
 * A string with an address, in whatever way it is written (see isAddress), that is not the value of a member
 * with text.
 */
const ADDRESS =
  /"(?<!"(?:text|content|arguments|input|output|instructions|thinking|prompt|name|suffix)"\s{0,9}:\s{0,9}")(?:\s|\\[nrt]|\\u00(?:0[9ad]|20))*[a-z][a-z\d+.-]{1,20}(?::|\\u003a)(?:\\?\/|\\u002f)/i;
const BYTES = /(?<!\\)"(?:data|file_data)"\s*:\s*"/;
const DOCUMENT_TYPE =
  /(?<!\\)"(?:document|file|input_file|video|video_url|input_audio)"|(?:application|video|audio)[/\\]/;
/** A data URL in whatever way it is written, except of a type whose size limits its content. */
const DOCUMENT_URL =
  /(?<!\\)"(?:\s|\\[nrt]|\\u00(?:0[9ad]|20))*data:\s*(?!(?:image|audio|text)\\?\/)(?:[a-z\d.+-]+\s*(?:\\?\/|\\u002f)|[;,])/i;
/** Escapes of letters that no encoder has to escape: somebody hides names from the patterns above. */
const HIDDEN_NAME = /\\u00(?:4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i;

/**
 * Returns whether a prompt contains something whose tokens can't be known here: a document, audio or video
 * stored elsewhere, or an inline document or video, as those are compressed (a PDF of a thousand pages fits
 * into a few kB). `media` is undefined if the prompt was too large to be scanned completely. A file that
 * tools mention in the same form also counts: it only makes the reservation higher.
 */
export function hasUnknownLength(
  media: PromptMedia | undefined,
  bytes: Uint8Array,
  { start, end }: ByteRange,
): boolean {
  if (media) {
    const isElsewhere = media.hasFile || (media.hasAddress && media.tokens > 0);
    return isElsewhere || (media.hasDocument && media.hasCompressedMedia);
  }
  const text = decodeText(bytes.subarray(start, end));
  if (FILE.test(text) || DOCUMENT_URL.test(text) || HIDDEN_NAME.test(text)) return true;
  return (
    (ADDRESS.test(text) && DOCUMENT.test(text)) || (BYTES.test(text) && DOCUMENT_TYPE.test(text))
  );
}

/** Audio and video of any duration, inline or fetched. */
const ENDLESS =
  /(?<!\\)"(?:video|video_url|input_audio|audio_url|fileUri|file_uri)"|(?:video|audio)[/\\]/;

/**
 * Returns whether a prompt too large to be scanned completely may contain audio or video, which can fill the
 * longest prompt with next to no bytes.
 */
export function mayFillContext(bytes: Uint8Array, { start, end }: ByteRange): boolean {
  const text = decodeText(bytes.subarray(start, end));
  return ENDLESS.test(text) || HIDDEN_NAME.test(text);
}
