import type { DrawnTokens } from './billable-features.ts';

/**
 * What the price of one drawn image pays for, in output tokens, by the tool's price: images of the usual
 * sizes. Source: OpenAI, "Image generation", November 2026.
 */
const PAID_TOKENS: Readonly<Record<string, number>> = {
  image_generation_low: 408,
  image_generation_medium: 1584,
};
const PAID_TOKENS_MOST = 6240;
/** An output token costs as much as 4 of an image that is read, or 8 of text. */
const IMAGES_PER_OUTPUT = 4;
const TEXTS_PER_OUTPUT = 8;
/** Most tokens of an image that is read for drawing another. */
const INPUT_TOKENS = 7000;

const paidTokens = (tool: string) => PAID_TOKENS[tool] ?? PAID_TOKENS_MOST;

/**
 * Returns how many more uses of a drawing tool its tokens amount to than the images that it drew: images that
 * it read, and images that are shown before they are finished, have no uses of their own.
 */
export function furtherImageUses(
  tool: string,
  { output, images, texts }: DrawnTokens,
  drawn: Iterable<readonly [tool: string, uses: number]>,
): number {
  let tokens = output + images / IMAGES_PER_OUTPUT + texts / TEXTS_PER_OUTPUT;
  for (const [name, uses] of drawn) tokens -= uses * paidTokens(name);
  return Math.max(0, Math.round(tokens / paidTokens(tool)));
}

/** Returns the most uses that one image may amount to if it is drawn from others. */
export function imageUsesMax(tool: string, inputs: number): number {
  return 1 + Math.ceil((inputs * INPUT_TOKENS) / IMAGES_PER_OUTPUT / paidTokens(tool));
}
