import type { ChatUsage } from '../ir/usage.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Renders usage in the chat dialect: cached tokens are part of the prompt. */
export function renderChatUsage(usage: ChatUsage): JsonObject {
  const { promptTokens, completionTokens, cacheWriteTokens } = usage;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cachedTokens,
      audio_tokens: usage.audioInputTokens,
      ...(cacheWriteTokens > 0 ? { cache_write_tokens: cacheWriteTokens } : {}),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoningTokens,
      audio_tokens: usage.audioOutputTokens,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
