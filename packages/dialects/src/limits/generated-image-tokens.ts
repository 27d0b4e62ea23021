import { createLookupByModel, type FiguresByModel } from './lookup-by-model.ts';

/**
 * Most tokens of one image that a model generates in a conversation. Sources, read November 2026: Google
 * "Image generation" (2,520 for 4K), OpenAI "Image generation" (6,240 at high quality).
 */
const DRAWERS: FiguresByModel = [
  [/^(?:gemini|gemma|nano)\b.*(?:image|banana)/, 2520],
  [/image|draw|banana/, 6240],
];

const drawnOf = createLookupByModel(DRAWERS);

/**
 * Returns how far an image can exceed an output limit: one started within it is finished beyond it. 0 for
 * models that generate no images.
 */
export function generatedImageTokensOf(model: string): number {
  return drawnOf(model) ?? 0;
}
