import type { ChatUsage } from '../ir/usage.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Renders usage in the responses dialect. */
export function renderResponsesUsage(usage: ChatUsage): JsonObject {
  return {
    input_tokens: usage.promptTokens,
    input_tokens_details: {
      cached_tokens: usage.cachedTokens,
      cache_write_tokens: usage.cacheWriteTokens,
    },
    output_tokens: usage.completionTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: usage.promptTokens + usage.completionTokens,
  };
}
