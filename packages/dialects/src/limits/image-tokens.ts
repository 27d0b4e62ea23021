import { createLookupByModel, type FiguresByModel } from './lookup-by-model.ts';

/**
 * Most tokens billed for one image at its highest detail. The first matching pattern counts. Sources, read
 * November 2026: OpenAI "Images and vision" (GPT-4o mini: 2,833 and 5,667 for each of up to 8 tiles; GPT-5.4
 * and later: up to 10,000 patches at 1.2; no other beyond 3,779), Alibaba "Visual understanding" (16,384 and
 * two markers with vl_high_resolution_images), Anthropic "Vision" (4,784), Google "Media resolution" (4,128
 * in tiles), Mistral (4,160).
 */
const IMAGES: FiguresByModel = [
  [/^gpt-4o-mini/, 48_169],
  [/^gpt-(?:5\.[4-9]|[6-9])/, 12_000],
  [/^(?:qwen|qvq|qwq)/, 16_386],
  [/^(?:chatgpt|gpt|computer-use)-|^o\d|^codex/, 7700],
  [/^(?:claude|gemini|gemma|grok|glm|kimi|moonshot|doubao|deepseek|llama|nova|command)-?/, 7700],
  [/^(?:mistral|ministral|magistral|pixtral|ernie|hunyuan|minimax|step|phi|internvl|yi)-/, 7700],
];

/** The maximum for unlisted models: an operator's own name may refer to any of them. */
const UNLISTED_IMAGE = 48_169;

const imageOf = createLookupByModel(IMAGES);

/** Returns the most tokens that an image is billed for. */
export function maxImageTokensOf(model: string): number {
  return imageOf(model) ?? UNLISTED_IMAGE;
}
