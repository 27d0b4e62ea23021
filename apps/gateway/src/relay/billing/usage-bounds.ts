import type { UsageClaim } from '@tollgate/contract';
import type { Translation, Usage } from '@tollgate/dialects';
import { normaliseUsage } from '@tollgate/pricing';
import type { RelayCall } from '../relay-call.ts';
import { mostOutput } from './output-cover.ts';

/** The most that a call can have used. Tokens. */
export interface UsageBounds {
  prompt: number;
  completion: number;
  /** How often a price per call can be due. */
  callFactor: number;
}

type BoundedCall = Pick<RelayCall, 'clientRequest' | 'cover' | 'reservation'>;

/** What an upstream was sent. */
export type SentBody = Pick<Translation, 'to' | 'body' | 'sentLimits'>;

/** The largest context of today's models. Source: Gemini 1.5 Pro, model card. */
const CONTEXT_TOKENS_MAX = 2 * 1024 * 1024;
/** What providers add to a prompt unasked: templates, descriptions of tools, rules of their own. */
const UNASKED_TOKENS = 8192;
/** Margin for the error of our count of what was delivered. */
export const COUNT_SLACK = 1.5;
/**
 * Applications with prompts and limits of their own: their request says little about their usage.
 */
const APPLICATIONS: ReadonlySet<string> = new Set([
  'dify-chat',
  'dify-completion',
  'dify-workflow',
  'ai-proxy-library',
]);
/** Models that read the web of their own accord. */
const SEARCHERS = /search|sonar|research|online|browse/i;

/**
 * Bounds a usage that an upstream reported: by what was reserved for the prompt, by the limits that
 * the upstream was sent and by what was reserved as it delivered. Within them it stays unchanged,
 * which costs a comparison or two. No claim is charged beyond the reservation (ADR 23).
 */
export function boundUsage(
  usage: Usage,
  call: BoundedCall,
  sent: SentBody,
  upstreamModel: string,
): { usage: Usage; claim?: UsageClaim } {
  // What a stream delivers beyond its limit is reserved before it is sent.
  const asked = mostOutput(sent.sentLimits, upstreamModel);
  const completion = Math.max(asked, call.cover.tokens);
  const prompt = promptBound(call, sent, usage, completion);
  const callFactor = factorBound(call);
  const bounded = clampUsage(usage, { prompt, completion, callFactor });
  const { cacheWriteHourTokens: hour = 0 } = usage;
  if (hour === 0 || call.cover.mayCacheForAnHour) return bounded;
  // No call gets a cache of an hour that does not ask for one: it is reserved and charged as another.
  return {
    usage: { ...bounded.usage, cacheWriteHourTokens: 0 },
    claim: { ...claimOf(usage), cache_write_hour_tokens: hour },
  };
}

/** A usage within bounds, and what was reported where that was more. */
export function clampUsage(
  usage: Usage,
  { prompt, completion, callFactor }: UsageBounds,
): { usage: Usage; claim?: UsageClaim } {
  const factor = usage.callFactor ?? 0;
  const fits =
    usage.promptTokens <= prompt && usage.completionTokens <= completion && factor <= callFactor;
  if (fits) return { usage };
  const { repairs: _repairs, ...clamped } = normaliseUsage({
    ...usage,
    promptTokens: Math.min(usage.promptTokens, prompt),
    completionTokens: Math.min(usage.completionTokens, completion),
  });
  return {
    usage: {
      ...usage,
      ...clamped,
      ...(usage.callFactor === undefined ? {} : { callFactor: Math.min(factor, callFactor) }),
    },
    claim: { ...claimOf(usage), ...(factor > callFactor ? { call_factor: factor } : {}) },
  };
}

function claimOf({ promptTokens, completionTokens }: Usage): UsageClaim {
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens };
}

/**
 * What was sent bounds what can be claimed: a token has at least a byte, media and what the provider
 * fetches count as they were reserved. Providers add to prompts, too: that is believed as far as the
 * reservation pays for it, and an implausible prompt costs what was reserved for it.
 */
function promptBound(
  call: BoundedCall,
  sent: SentBody,
  { promptTokens, completionTokens }: Usage,
  completion: number,
): number {
  const reserved = call.cover.promptTokens;
  if (promptTokens <= reserved || promptTokens > reserved + addedByProvider(call, sent))
    return reserved;
  return longestPaid(call, promptTokens, Math.min(completionTokens, completion));
}

/** As much of a prompt as the reservation pays for beside the output. */
function longestPaid({ cover, reservation }: BoundedCall, told: number, output: number): number {
  const isPaid = (prompt: number) => cover.pays(reservation.amount, prompt, output);
  if (isPaid(told)) return told;
  let [paid, unpaid] = [cover.promptTokens, told];
  while (unpaid - paid > 1) {
    const middle = Math.floor((paid + unpaid) / 2);
    if (isPaid(middle)) paid = middle;
    else unpaid = middle;
  }
  return paid;
}

/** The most that a provider can put before a prompt, and what translating it may have added. */
function addedByProvider({ clientRequest }: BoundedCall, { to, body }: SentBody): number {
  const { model, bytes, images = 0, billable, readsKept } = clientRequest;
  const readsMore = readsKept || (billable !== undefined && billable.tools.length > 0);
  if (readsMore || APPLICATIONS.has(to) || SEARCHERS.test(model)) return CONTEXT_TOKENS_MAX;
  // Images that were fetched for the request are no text.
  const grown = images > 0 ? 0 : Math.max(0, body.length - bytes.length);
  return UNASKED_TOKENS + grown;
}

/** Searches of a rerank: documents may be split into more chunks than we count. */
function factorBound({ clientRequest: { callFactor, callFactorMax } }: BoundedCall): number {
  return callFactorMax ?? callFactor ?? Number.MAX_SAFE_INTEGER;
}
