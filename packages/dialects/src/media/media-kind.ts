/** Calls of the OpenAI envelope whose input or output is not text. */
export const MEDIA_KINDS = [
  'images',
  'image-edits',
  'image-variations',
  'speech',
  'transcriptions',
  'translations',
] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
