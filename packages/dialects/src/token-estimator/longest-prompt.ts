import { findModelFacts } from '../model-rules/model-facts.ts';

/**
 * What only the provider keeps, or fetches, is read and billed with the call. Nobody here knows how
 * long it is, so it counts for the longest prompt: this at least, the longest that is taken at a
 * plain price (GPT-5), as a channel may map a name to a larger model.
 */
const KEPT_TOKENS = 272_000;

/** Of a context so large GPT-5 takes a prompt of KEPT_TOKENS; larger ones may be all prompt. */
const SHARED_CONTEXT_MAX = 400_000;

/** The longest prompt of a model. Tokens. */
export function longestPromptOf(model: string): number {
  const context = findModelFacts(model)?.context ?? 0;
  return context > SHARED_CONTEXT_MAX ? context : KEPT_TOKENS;
}
