/** The calls of the OpenAI envelope that are not text for text. */
export const MEDIA_KINDS = [
  'images',
  'image-edits',
  'image-variations',
  'speech',
  'transcriptions',
  'translations',
] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
