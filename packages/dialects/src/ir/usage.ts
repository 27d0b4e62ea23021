/** Token counts of one call, in a form independent of the provider's. */
export interface Usage {
  /** All prompt tokens, including cached ones and cache writes. */
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  /** All output tokens, including reasoning. */
  readonly completionTokens: number;
  readonly reasoningTokens: number;
  readonly audioInputTokens: number;
  readonly audioOutputTokens: number;
  /** The part of the cache writes that is cached for an hour. */
  readonly cacheWriteHourTokens?: number;
  readonly imageInputTokens?: number;
  /** How often a price per call applies, if the upstream reports it: searches of a rerank. */
  readonly callFactor?: number;
  /** The token counts are estimated, although the upstream reported the other figures. */
  readonly tokensEstimated?: true;
}

/** Token counts of a call: the billed ones, and more detailed figures where a dialect reports them. */
export interface ChatUsage extends Usage {
  readonly imageOutputTokens?: number;
}

/** More than any model can read, and small enough to be summed. */
const TOKENS_MAX = 1e9;

/** Returns a usable token count, or undefined. */
export function countOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined;
  return Math.round(Math.min(value, TOKENS_MAX));
}
