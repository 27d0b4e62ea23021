/**
 * Fixed token estimates for media. High enough for the common models; providers report the actual figure
 * after the call.
 */
export const MEDIA_TOKENS = {
  imageLow: 100,
  image: 1_100,
  audio: 500,
  file: 5_000,
  video: 8_192,
  other: 1_100,
} as const;

/** Returns whether a text is `data:image/png;base64,…`: encoded bytes, never counted as text. */
export function isDataUrl(text: string): boolean {
  if (!text.startsWith('data:')) return false;
  const comma = text.indexOf(',');
  return comma > 0 && comma < 200 && text.slice(0, comma).endsWith(';base64');
}
