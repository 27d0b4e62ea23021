import { countItems } from '../json/count-items.ts';
import type { ByteRange } from '../json/byte-range.ts';
import { skipSpace, skipValue } from '../json/scan-value.ts';
import { readObject } from '../json/top-level-members.ts';
import type { PromptEstimate } from '../token-estimator/estimate-prompt.ts';
import { MEDIA_TOKENS } from '../token-estimator/media-tokens.ts';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const COMMA = 0x2c;
const NULL_START = 0x6e;

/** Members of an item that hold an image or its address. Source: Jina, Embedding and Reranker API, 2026. */
const IMAGE_NAMES: readonly string[] = ['image', 'images', 'image_url', 'image_urls'];
/** The same in inputs of embeddings only: a document that is ranked may state where it is from. */
const INPUT_NAMES: readonly string[] = ['url', 'bytes'];
/** Members that hold a medium of any length. */
const LONG_NAMES: readonly string[] = ['pdf', 'video', 'video_url', 'audio', 'audio_url', 'file'];

/** Media in a list whose items state no type, as Jina accepts them: `{"image": "https://…"}`. */
export interface UntypedMedia {
  readonly images: number;
  /** Whether there is a medium whose tokens can't be known here. */
  readonly isUnknown: boolean;
}

/** Finds the media in a list of inputs or documents. Takes linear time, without parsing. */
export function findUntypedMedia(
  bytes: Uint8Array,
  { start, end }: ByteRange,
  list: 'inputs' | 'documents',
): UntypedMedia {
  let images = 0;
  let isUnknown = false;
  if (bytes[start] !== OPEN_BRACKET) return { images, isUnknown };
  const names = list === 'inputs' ? [...IMAGE_NAMES, ...INPUT_NAMES] : IMAGE_NAMES;
  let at = skipSpace(bytes, start + 1, end);
  while (at < end && bytes[at] !== CLOSE_BRACKET) {
    const item = bytes[at] === OPEN_BRACE ? readObject(bytes, at, end) : undefined;
    for (const member of item?.members ?? []) {
      if (bytes[member.start] === NULL_START) continue;
      if (names.includes(member.name)) images += Math.max(1, countItems(bytes, member));
      isUnknown ||= LONG_NAMES.includes(member.name);
    }
    at = item?.end ?? skipValue(bytes, at, end);
    if (at === -1) break;
    at = skipSpace(bytes, at, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1, end);
  }
  return { images, isUnknown };
}

/** Adds media to the estimate of a prompt that counts their members as text. */
export function withUntypedMedia(
  prompt: PromptEstimate,
  { images, isUnknown }: UntypedMedia,
): PromptEstimate {
  if (images === 0 && !isUnknown) return prompt;
  return {
    ...prompt,
    likely: prompt.likely + images * MEDIA_TOKENS.image,
    images: prompt.images + images,
    ...(isUnknown ? { isUnknown, isLongest: true } : {}),
  };
}
