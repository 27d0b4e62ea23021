export const CHAOS_MODEL = 'chaos-model';
/** Tokens that the upstream reports of every prompt. */
export const PROMPT_TOKENS = 12;
/**
 * Our own estimate of a prompt, where a response ended early before its usage came, is below this.
 */
const PROMPT_TOKENS_MAX = 100;

/** Options under which a token of the prompt costs 1 and one of the response 2. */
export const PRICE_OPTIONS = {
  ModelRatio: JSON.stringify({ [CHAOS_MODEL]: 1 }),
  CompletionRatio: JSON.stringify({ [CHAOS_MODEL]: 2 }),
};

/** The charge of a whole response. */
export function priceOf(completionTokens: number): number {
  return PROMPT_TOKENS + completionTokens * 2;
}

/** The most that a call with this limit may cost. */
export function priceMaxOf(maxTokens: number): number {
  return PROMPT_TOKENS_MAX + maxTokens * 2;
}
