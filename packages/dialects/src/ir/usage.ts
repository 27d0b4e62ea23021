/** Token counts of one call, whatever the provider's way of counting. */
export interface Usage {
  /** All prompt tokens, cached ones and cache writes included. */
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  /** All produced tokens, reasoning included. */
  readonly completionTokens: number;
  readonly reasoningTokens: number;
  readonly audioInputTokens: number;
  readonly audioOutputTokens: number;
  /** Of the cache writes those that live for an hour. */
  readonly cacheWriteHourTokens?: number;
  readonly imageInputTokens?: number;
  /** How often a price per call is due, where the upstream says so: searches of a rerank. */
  readonly callFactor?: number;
  /** The tokens are an estimate, though the upstream reported the rest. */
  readonly tokensEstimated?: true;
}

/** Token counts of a call: what is billed, and finer figures where a dialect reports them. */
export interface ChatUsage extends Usage {
  readonly imageOutputTokens?: number;
}

/** More than any model can read, and few enough to be added up. */
const TOKENS_MAX = 1e9;

/** A usable token count, or undefined. */
export function countOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined;
  return Math.round(Math.min(value, TOKENS_MAX));
}
