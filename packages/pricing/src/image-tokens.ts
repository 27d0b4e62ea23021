import { imageWord } from './image-word.ts';
import type { ImageWork } from './media-work.ts';

/** Tokens of a 1024 × 1024 image by quality; other sizes are proportional to their area. */
const SQUARE_TOKENS = new Map([
  ['low', 272],
  ['medium', 1056],
  ['high', 4160],
  // Not published: each of the others is four times the one before.
  ['xhigh', 16_640],
  ['max', 66_560],
]);
const SQUARE_POINTS = 1024 * 1024;
/** The largest of the common sizes, for requests that leave the size to the model. */
const USUAL_POINTS = 1024 * 1536;
/** No model generates larger images, so that a made-up size does not reserve a fortune. */
const POINTS_MAX = 8192 * 8192;
const PARTIAL_TOKENS = 100;
const INPUT_TOKENS = 7000;
const SIZE = /^(\d{1,5})x(\d{1,5})$/;
/** Sizes by their longer side: `2K`. */
const THOUSANDS = /^([1-8])k$/;

/**
 * Estimates the tokens of one generated image at a price by tokens, with all its frames and partial images. A quality
 * left to the model counts as the highest.
 */
export function outputImageTokens({ size, quality, frames = 1, partials }: ImageWork): number {
  const perSquare = SQUARE_TOKENS.get(imageWord(quality)) ?? 4160;
  const drawn = Math.ceil((pointsOf(size) * perSquare) / SQUARE_POINTS);
  return drawn * frames + partials * PARTIAL_TOKENS;
}

/** Returns the upper bound of tokens for images in a request. */
export function inputImageTokens(count: number): number {
  return count * INPUT_TOKENS;
}

function pointsOf(size: string): number {
  const word = imageWord(size);
  const [, thousands] = THOUSANDS.exec(word) ?? [];
  if (thousands !== undefined) return Number(thousands) ** 2 * SQUARE_POINTS;
  const [, width, height] = SIZE.exec(word) ?? [];
  const points = Number(width) * Number(height);
  return points > 0 ? Math.min(points, POINTS_MAX) : USUAL_POINTS;
}
