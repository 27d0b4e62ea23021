import { recordOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import type { PromptEstimate } from '../token-estimator/estimate-prompt.ts';
import type { TopLevelMember } from '../json/byte-range.ts';

/** The longest spoken answer: the most that gpt-4o-audio-preview says at once. */
const ANSWER_TOKENS = 16_384;
/** The longest context of models that speak. */
const CONTEXT_TOKENS = 131_072;

/**
 * With the former spoken answers that a conversation names by their ids: only the provider keeps
 * them, and reads them again. Source: OpenAI, Audio generation, November 2026.
 */
export function withKeptSounds(
  prompt: PromptEstimate,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): PromptEstimate {
  const messages = members.findLast(({ name }) => name === 'messages');
  const list = messages && parseJson(bytes.subarray(messages.start, messages.end));
  const named = Array.isArray(list)
    ? (list as unknown[]).filter((message) => recordOf(recordOf(message).audio).id !== undefined)
    : [];
  if (named.length === 0) return prompt;
  const tokens = Math.min(named.length * ANSWER_TOKENS, CONTEXT_TOKENS);
  return { ...prompt, maxWithoutImages: prompt.maxWithoutImages + tokens, isUnknown: true };
}
