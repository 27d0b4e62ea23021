/**
 * Tokens of one call. `promptTokens` counts all input, cached reads and cache writes included;
 * `completionTokens` all output, reasoning included.
 */
export interface Usage {
  promptTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  completionTokens: number;
  reasoningTokens: number;
  audioInputTokens: number;
  audioOutputTokens: number;
}

/** No tokens at all. */
export function emptyUsage(): Usage {
  return { promptTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 0, reasoningTokens: 0, audioInputTokens: 0, audioOutputTokens: 0 };
}

const whole = (value: number) => (Number.isFinite(value) && value > 0 ? Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER) : 0);

/**
 * The same usage with every class inside its bounds: no negative, broken or overlapping counts.
 * Cache classes never exceed the prompt, so that they can never turn into a credit.
 */
export function normaliseUsage(usage: Usage): Usage {
  const promptTokens = whole(usage.promptTokens);
  const cachedTokens = Math.min(whole(usage.cachedTokens), promptTokens);
  const completionTokens = whole(usage.completionTokens);
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens: Math.min(whole(usage.cacheWriteTokens), promptTokens - cachedTokens),
    completionTokens,
    reasoningTokens: Math.min(whole(usage.reasoningTokens), completionTokens),
    audioInputTokens: Math.min(whole(usage.audioInputTokens), promptTokens),
    audioOutputTokens: Math.min(whole(usage.audioOutputTokens), completionTokens),
  };
}
