export const CHAOS_MODEL = 'chaos-model';
/** Prompt tokens that the upstream reports for every call. */
export const PROMPT_TOKENS = 12;
/** Upper bound of our estimate of a prompt, used if a response ended before its usage arrived. */
const PROMPT_TOKENS_MAX = 100;

/** Options that price a prompt token at 1 and a completion token at 2. */
export const PRICE_OPTIONS = {
  ModelRatio: JSON.stringify({ [CHAOS_MODEL]: 1 }),
  CompletionRatio: JSON.stringify({ [CHAOS_MODEL]: 2 }),
};

/** Returns the charge of a complete response. */
export function priceOf(completionTokens: number): number {
  return PROMPT_TOKENS + completionTokens * 2;
}

/** Returns the upper bound of the charge for a call with this limit. */
export function priceMaxOf(maxTokens: number): number {
  return PROMPT_TOKENS_MAX + maxTokens * 2;
}
