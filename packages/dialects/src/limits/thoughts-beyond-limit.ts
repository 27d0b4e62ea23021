import { createLookupByModel, type FiguresByModel } from './lookup-by-model.ts';

/**
 * Families whose thoughts some hosts exclude from the output limit, and the most thinking tokens that those
 * hosts allow. Sources: Alibaba Cloud Model Studio, "Deep thinking"; Volcengine Ark, "Chat API"; SiliconFlow,
 * "Reasoning models", read November 2026.
 */
const FAMILIES: FiguresByModel = [
  [/^(?:qwen|qwq|qvq)/, 81_920],
  [/^(?:doubao|seed)/, 65_536],
  [/^(?:deepseek|ernie|glm|hunyuan|kimi|minimax|step)/, 32_768],
];

const thoughtsOf = createLookupByModel(FAMILIES);

/** Returns the tokens that a model may think beyond its limit on an unknown host. */
export function thoughtsBeyondLimit(model: string): number {
  return thoughtsOf(model) ?? 0;
}
