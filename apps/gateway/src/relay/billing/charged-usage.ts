import type { UsageClaim } from '@tollgate/contract';
import type { MediaReport, Usage } from '@tollgate/dialects';
import { emptyUsage } from '@tollgate/pricing';
import { boundReport } from './media-bounds.ts';
import type { RelayCall } from '../relay-call.ts';
import { boundUsage, type SentBody } from './usage-bounds.ts';

/** What an answer brought, as its reader tells. */
export interface DeliveredAnswer {
  /** As the upstream told it; undefined where it told none. */
  usage: Usage | undefined;
  /** The usage covers the whole answer. */
  isFinal: boolean;
  /** Tokens of what was delivered, by its length. Only asked for where the usage leaves a doubt. */
  deliveredTokens: () => number;
  /** Of images or sound; undefined for calls of text. */
  media?: MediaReport | undefined;
  /** What the upstream was sent. */
  sent: SentBody;
  /** The name under which it knows the model. */
  upstreamModel: string;
}

/** What a call is charged for. */
export interface ChargedUsage {
  usage: Usage;
  /** True where tokens are ours, because the upstream told none or too few. */
  estimated: boolean;
  media?: MediaReport;
  /** What the upstream told, where that was beyond belief. */
  claim?: UsageClaim;
}

type CountedCall = Pick<RelayCall, 'kind' | 'clientRequest' | 'client' | 'price' | 'cover'>;

/**
 * The usage to charge. A final usage counts as it was told; before that what was delivered is the
 * floor. A count of 0 is not believed once something was delivered, and none beyond what the call
 * can have used. docs/decisions/0023 has the reasons.
 */
export function chargedUsage(
  call: CountedCall,
  { usage: told, isFinal, deliveredTokens, media, sent, upstreamModel }: DeliveredAnswer,
): ChargedUsage {
  const work = call.client.media?.work;
  if (work) {
    const bounded = boundReport(media ?? {}, { price: call.price, work, sent });
    return { ...bounded, usage: estimateUsage(call, 0), estimated: false };
  }
  if (!told) return { usage: estimateUsage(call, deliveredTokens()), estimated: true };
  const bounded = boundUsage(told, call, sent, upstreamModel);
  const { promptTokens, completionTokens } = bounded.usage;
  if (isFinal && promptTokens > 0 && (completionTokens > 0 || !writes(call)))
    return { ...bounded, estimated: false };
  const guess = estimateUsage(call, deliveredTokens());
  const isCounted = isFinal && completionTokens > 0;
  const floor = isCounted ? completionTokens : Math.max(completionTokens, guess.completionTokens);
  const isEmpty = promptTokens === 0 && floor === 0 && writes(call);
  const prompt = promptTokens > 0 || isEmpty ? promptTokens : guess.promptTokens;
  if (floor === completionTokens && prompt === promptTokens)
    return { ...bounded, estimated: false };
  return {
    ...bounded,
    usage: { ...bounded.usage, promptTokens: prompt, completionTokens: floor },
    estimated: true,
  };
}

/** Usage made up from lengths, for answers whose upstream told none. */
function estimateUsage(call: CountedCall, completionTokens: number): Usage {
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
