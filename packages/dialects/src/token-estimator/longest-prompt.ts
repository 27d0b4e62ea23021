import { findModelFacts } from '../model-rules/model-facts.ts';

/**
 * Content stored or fetched by the provider is read and billed with the call. Its length is unknown here, so
 * it counts as the longest prompt: at least this many tokens, the longest prompt at a normal price (GPT-5),
 * as a channel may map a name to a larger model.
 */
const STORED_CONTENT_TOKENS_MIN = 272_000;

/** With this context GPT-5 accepts a prompt of STORED_CONTENT_TOKENS_MIN; larger contexts may be all prompt. */
const SHARED_CONTEXT_MAX = 400_000;

/** Returns the longest prompt of a model, in tokens. */
export function longestPromptOf(model: string): number {
  const context = findModelFacts(model)?.context ?? 0;
  return context > SHARED_CONTEXT_MAX ? context : STORED_CONTENT_TOKENS_MIN;
}
