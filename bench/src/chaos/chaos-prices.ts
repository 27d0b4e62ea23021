export const CHAOS_MODEL = 'chaos-model';
/** Tokens that the upstream reports of every prompt. */
export const PROMPT_TOKENS = 12;
/** Our own estimate of a prompt, where an answer broke off before its usage came, is below this. */
const PROMPT_TOKENS_MAX = 100;

/** Options under which a token of the prompt costs 1 and one of the answer 2. */
export const PRICE_OPTIONS = {
  ModelRatio: JSON.stringify({ [CHAOS_MODEL]: 1 }),
  CompletionRatio: JSON.stringify({ [CHAOS_MODEL]: 2 }),
};

/** The charge of a whole answer. */
export function priceOf(completionTokens: number): number {
  return PROMPT_TOKENS + completionTokens * 2;
}

/** The most that a call with this limit may cost. */
export function priceMaxOf(maxTokens: number): number {
  return PROMPT_TOKENS_MAX + maxTokens * 2;
}
