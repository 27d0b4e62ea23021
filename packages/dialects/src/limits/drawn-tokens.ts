import { figureByModel, type FiguresByModel } from './figure-by-model.ts';

/**
 * The most tokens of one picture that a model draws into a conversation. Sources, read November 2026:
 * Google "Image generation" (2,520 for 4K), OpenAI "Image generation" (6,240 at high quality).
 */
const DRAWERS: FiguresByModel = [
  [/^(?:gemini|gemma|nano)\b.*(?:image|banana)/, 2520],
  [/image|draw|banana/, 6240],
];

const drawnOf = figureByModel(DRAWERS);

/**
 * What a picture may add to a limit: one that was begun within it is finished beyond it. 0 for models
 * that draw nothing.
 */
export function drawnTokensOf(model: string): number {
  return drawnOf(model) ?? 0;
}
