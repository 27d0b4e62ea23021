import type { Usage } from '@tollgate/dialects';
import { emptyUsage, fillUsage } from '@tollgate/pricing';
import type { Outcome } from '../billing/settle-call.ts';
import { clampUsage } from '../billing/usage-bounds.ts';

/** What is known of a response, to bound its usage by. */
export interface ResponseFacts {
  /** The largest prompt and completion that it may be charged. */
  promptTokens: number;
  completionTokens: number;
  /** Estimates of its prompt, and how much of that is audio. */
  estimatedTokens: number;
  audioTokens: number;
  /** What was delivered. */
  delivered: Partial<Usage>;
}

/**
 * Returns the reported usage, bounded by input and output limits; estimated from what was sent and delivered
 * as far as none was reported.
 */
export function boundResponse(
  facts: ResponseFacts,
  reported: Usage | undefined,
): Pick<Outcome, 'usage' | 'estimated' | 'claim'> {
  const bounds = {
    prompt: facts.promptTokens,
    completion: facts.completionTokens,
    callFactor: Number.MAX_SAFE_INTEGER,
  };
  const promptTokens = Math.min(facts.estimatedTokens, facts.promptTokens);
  const audioInputTokens = Math.min(facts.audioTokens, promptTokens);
  const estimate = { ...emptyUsage(), promptTokens, audioInputTokens, ...facts.delivered };
  const guessed = clampUsage(estimate, bounds);
  if (!reported) return { ...guessed, estimated: true };
  const bounded = clampUsage(reported, bounds);
  return { ...bounded, ...fillUsage(bounded.usage, guessed.usage) };
}
