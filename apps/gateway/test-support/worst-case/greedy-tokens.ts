import { type CallKind, maxOutputOf } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../src/domain/channels/channel-catalog.ts';
import { largestAt } from './largest-at.ts';

type Body = Readonly<Record<string, unknown>>;

interface Target {
  model: string;
  channel: RuntimeChannel;
}

/** Returns the output of an upstream that uses all it may: it reads every existing name of a limit. */
export function greedyTokens(sent: Body, kind: CallKind, { model, channel }: Target): number {
  const limit = largestAt(sent, /max.*tokens|num_?predict|max_tokens_to_sample/i);
  const { n, best_of: best, contents, generationConfig, generation_config: config } = sent;
  const candidates = contents ? [generationConfig, config] : [];
  const completions = Math.max(
    1,
    largestAt([...candidates, { n, best }], /^(?:n|best|candidate_?count)$/i),
  );
  const prompts = kind === 'completions' && Array.isArray(sent['prompt']) ? sent['prompt'] : [''];
  const texts = prompts.filter((prompt) => typeof prompt !== 'number').length;
  const thoughts = limit && kind === 'chat' ? greedyThoughts(sent, { model, channel }) : 0;
  return ((limit || maxOutputOf(model)) + thoughts) * completions * Math.max(1, texts);
}

/**
 * Returns the reasoning tokens of a model that reasons unless instructed not to, if its limit does not bound
 * them.
 */
function greedyThoughts(sent: Body, { model, channel }: Target): number {
  const { thoughtsBeyondLimit: most = 0, thinksWhenAsked } = channel.provider?.bodyRules ?? {};
  const { enable_thinking: enabled, thinking_budget: budget, thinking } = sent;
  if (most === 0 || enabled === false) return 0;
  const isRequested = enabled === true || largestAt({ thinking, budget }, /budget/) > 0;
  if (thinksWhenAsked?.test(model) && !isRequested) return 0;
  return largestAt({ budget }, /budget/) || most;
}
