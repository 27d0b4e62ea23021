import type { UsageClaim } from '@tollgate/contract';
import type { MediaReport, Usage } from '@tollgate/dialects';
import { emptyUsage, hasThinkingPrice } from '@tollgate/pricing';
import { boundReport } from './media-bounds.ts';
import type { RelayCall } from '../relay-call.ts';
import { boundUsage, type SentBody } from './usage-bounds.ts';

/** The usage of a response, as its reader reports it. */
export interface DeliveredResponse {
  /** As reported by the upstream; undefined if it reported none. */
  usage: Usage | undefined;
  /** The usage covers the whole response. */
  isFinal: boolean;
  /** Estimates the tokens of what was delivered from its length. Only called if the usage is in doubt. */
  deliveredTokens: () => number;
  /** Whether reasoning was delivered. Only called if that has a price of its own and none was reported. */
  hasThoughts?: (() => boolean) | undefined;
  /** Report for images or audio; undefined for text calls. */
  media?: MediaReport | undefined;
  /** The body sent to the upstream. */
  sent: SentBody;
  /** The model name used with the upstream. */
  upstreamModel: string;
}

/** The usage that a call is charged for. */
export interface ChargedUsage {
  usage: Usage;
  /** True if tokens are our estimate, because the upstream reported none or too few. */
  estimated: boolean;
  media?: MediaReport;
  /** The upstream's report, if it was implausible. */
  claim?: UsageClaim | undefined;
}

type CountedCall = Pick<
  RelayCall,
  'kind' | 'clientRequest' | 'client' | 'price' | 'routedPrice' | 'cover' | 'reservation'
>;

/**
 * Returns the usage to charge: what is known of the response's tokens, of which one at least is reasoning if it
 * was seen, as its price depends on that.
 */
export function chargedUsage(call: CountedCall, response: DeliveredResponse): ChargedUsage {
  const charged = countedUsage(call, response);
  const { usage } = charged;
  const isUnreported = usage.reasoningTokens === 0 && usage.completionTokens > 0;
  if (!isUnreported || !pricesThoughts(call) || response.hasThoughts?.() !== true) return charged;
  return { ...charged, usage: { ...usage, reasoningTokens: 1 } };
}

function pricesThoughts({ price, routedPrice }: CountedCall): boolean {
  return hasThinkingPrice(price) || (routedPrice !== undefined && hasThinkingPrice(routedPrice));
}

/**
 * Returns the usage to charge. A final usage counts as reported; before that, what was delivered is the
 * minimum. A count of 0 is rejected once something was delivered, and so is any beyond what the call can have
 * used. See docs/decisions/0023.
 */
function countedUsage(
  call: CountedCall,
  { usage: reported, isFinal, deliveredTokens, media, sent, upstreamModel }: DeliveredResponse,
): ChargedUsage {
  const work = call.client.media?.work;
  if (work) {
    const { promptTokens } = call.cover;
    const reserved = { promptTokens, amount: call.reservation.amount };
    const boundedMedia = boundReport(media ?? {}, { price: call.price, work, sent, reserved });
    return { ...boundedMedia, usage: estimateUsage(call, 0), estimated: false };
  }
  if (!reported) return { usage: estimateUsage(call, deliveredTokens()), estimated: true };
  const bounded = boundUsage(reported, call, sent, upstreamModel);
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

/** Usage estimated from lengths, for responses whose upstream reported none. */
function estimateUsage(call: CountedCall, completionTokens: number): Usage {
  const { promptTokensEstimate, callFactor } = call.clientRequest;
  return {
    ...emptyUsage(),
    promptTokens: promptTokensEstimate,
    completionTokens: writes(call) ? completionTokens : 0,
    ...(callFactor === undefined ? {} : { callFactor }),
  };
}

/** Whether a call's output is text billed per token. */
function writes({ kind }: CountedCall): boolean {
  return kind === 'chat' || kind === 'completions';
}
