import type { Usage } from '@tollgate/dialects';
import { emptyUsage } from '@tollgate/pricing';
import type { RelayCall } from './relay-call.ts';

/** What an answer brought, as its reader tells. */
export interface DeliveredAnswer {
  /** As the upstream told it; undefined where it told none. */
  usage: Usage | undefined;
  /** The usage covers the whole answer. */
  isFinal: boolean;
  /** Tokens of what was delivered, by its length. */
  deliveredTokens: number;
}

/** What a call is charged for. */
export interface ChargedUsage {
  usage: Usage;
  /** True where tokens are ours, because the upstream told none or too few. */
  estimated: boolean;
}

type CountedCall = Pick<RelayCall, 'kind' | 'clientRequest'>;

/**
 * The usage to charge. A final usage counts as it was told; before that what was delivered is the
 * floor. A count of 0 is not believed once something was delivered. docs/decisions/0023 has the
 * reasons.
 */
export function chargedUsage(
  call: CountedCall,
  { usage, isFinal, deliveredTokens }: DeliveredAnswer,
): ChargedUsage {
  const guess = estimateUsage(call, deliveredTokens);
  if (!usage) return { usage: guess, estimated: true };
  const { promptTokens, completionTokens } = usage;
  const isWhole = isFinal && completionTokens > 0;
  const floor = isWhole ? completionTokens : Math.max(completionTokens, guess.completionTokens);
  const isEmpty = promptTokens === 0 && floor === 0 && writes(call);
  const prompt = promptTokens > 0 || isEmpty ? promptTokens : guess.promptTokens;
  if (floor === completionTokens && prompt === promptTokens) return { usage, estimated: false };
  return {
    usage: { ...usage, promptTokens: prompt, completionTokens: floor },
    estimated: true,
  };
}

/** Usage made up from lengths, for answers whose upstream told none. */
export function estimateUsage(call: CountedCall, completionTokens: number): Usage {
  const { promptTokensEstimate, callFactor } = call.clientRequest;
  return {
    ...emptyUsage(),
    promptTokens: promptTokensEstimate,
    completionTokens: writes(call) ? completionTokens : 0,
    ...(callFactor === undefined ? {} : { callFactor }),
  };
}

/** Calls whose output is text that is paid by the token. */
function writes({ kind }: CountedCall): boolean {
  return kind === 'chat' || kind === 'completions';
}
