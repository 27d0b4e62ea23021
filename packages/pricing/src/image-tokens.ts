import { imageWord } from './image-word.ts';
import type { ImageWork } from './media-work.ts';

/** Tokens of a 1024 × 1024 image by quality; other sizes are proportional to their area. */
const SQUARE_TOKENS = new Map([
  ['low', 272],
  ['medium', 1056],
  ['high', 4160],
]);
const SQUARE_POINTS = 1024 * 1024;
/** The largest of the common sizes, for requests that leave the size to the model. */
const USUAL_POINTS = 1024 * 1536;
/** No model generates larger images, so that a made-up size does not reserve a fortune. */
const POINTS_MAX = 8192 * 8192;
const PARTIAL_TOKENS = 100;
const INPUT_TOKENS = 7000;
const SIZE = /^(\d{1,5})x(\d{1,5})$/;

/**
 * Estimates the tokens of one generated image at a price by tokens, including its partial images. A quality
 * left to the model counts as the highest.
 */
export function outputImageTokens({ size, quality, partials }: ImageWork): number {
  const perSquare = SQUARE_TOKENS.get(imageWord(quality)) ?? 4160;
  return Math.ceil((pointsOf(size) * perSquare) / SQUARE_POINTS) + partials * PARTIAL_TOKENS;
}

/** Returns the upper bound of tokens for images in a request. */
export function inputImageTokens(count: number): number {
  return count * INPUT_TOKENS;
}

function pointsOf(size: string): number {
  const [, width, height] = SIZE.exec(imageWord(size)) ?? [];
  const points = Number(width) * Number(height);
  return points > 0 ? Math.min(points, POINTS_MAX) : USUAL_POINTS;
}
