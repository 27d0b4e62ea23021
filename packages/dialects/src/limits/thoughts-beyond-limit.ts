import { figureByModel, type FiguresByModel } from './figure-by-model.ts';

/**
 * Families whose thoughts some of their hosts count outside of the limit of an answer, and the most
 * that these let them think. Sources: Alibaba Cloud Model Studio, "Deep thinking"; Volcengine Ark,
 * "Chat API"; SiliconFlow, "Reasoning models", read November 2026.
 */
const FAMILIES: FiguresByModel = [
  [/^(?:qwen|qwq|qvq)/, 81_920],
  [/^(?:doubao|seed)/, 65_536],
  [/^(?:deepseek|ernie|glm|hunyuan|kimi|minimax|step)/, 32_768],
];

const thoughtsOf = figureByModel(FAMILIES);

/** Tokens that a model may think beyond its limit on a host that nobody knows. */
export function thoughtsBeyondLimit(model: string): number {
  return thoughtsOf(model) ?? 0;
}
