import { recordOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import type { PromptEstimate } from '../token-estimator/estimate-prompt.ts';
import type { TopLevelMember } from '../json/byte-range.ts';

/** Tokens of the longest audio response: the output limit of gpt-4o-audio-preview. */
const ANSWER_TOKENS = 16_384;
/** Longest context of models with audio output, in tokens. */
const CONTEXT_TOKENS = 131_072;

/**
 * Adds the earlier audio responses that a conversation references by id: only the provider stores them, and
 * reads them again. Source: OpenAI, Audio generation, November 2026.
 */
export function withStoredAudio(
  prompt: PromptEstimate,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): PromptEstimate {
  const messages = members.findLast(({ name }) => name === 'messages');
  const list = messages && parseJson(bytes.subarray(messages.start, messages.end));
  const withAudioId = Array.isArray(list)
    ? (list as unknown[]).filter((message) => recordOf(recordOf(message).audio).id !== undefined)
    : [];
  if (withAudioId.length === 0) return prompt;
  const tokens = Math.min(withAudioId.length * ANSWER_TOKENS, CONTEXT_TOKENS);
  return { ...prompt, maxWithoutImages: prompt.maxWithoutImages + tokens, isUnknown: true };
}
