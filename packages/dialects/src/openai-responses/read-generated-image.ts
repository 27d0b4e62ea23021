import type { ImagePart } from '../ir/parts.ts';
import type { JsonObject } from '../json/json-object.ts';

/** How the base64 of each type begins. */
const BEGINNINGS = [
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
] as const;

/**
 * Reads the image of an image_generation_call item; undefined for any other item, and for one without its
 * bytes. Its type is that of the bytes, which Anthropic compares.
 */
export function readGeneratedImage({ type, result }: JsonObject): ImagePart | undefined {
  if (type !== 'image_generation_call' || typeof result !== 'string' || result === '')
    return undefined;
  const found = BEGINNINGS.find(([beginning]) => result.startsWith(beginning));
  const mediaType = found?.[1] ?? 'image/png';
  return { type: 'image', source: { kind: 'base64', mediaType, data: result } };
}
