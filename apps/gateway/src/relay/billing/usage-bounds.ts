import type { UsageClaim } from '@tollgate/contract';
import type { Translation, Usage } from '@tollgate/dialects';
import { normaliseUsage } from '@tollgate/pricing';
import type { RelayCall } from '../relay-call.ts';
import { mostOutput } from './output-cover.ts';
import { runsAgents } from './runs-agents.ts';

/** Upper bounds of what a call can have used. Tokens. */
export interface UsageBounds {
  prompt: number;
  completion: number;
  /** How many times a price per call can be due. */
  callFactor: number;
  /** Whether the dearer one-hour cache is reserved; false if absent. */
  mayCacheForAnHour?: boolean;
}

type BoundedCall = Pick<RelayCall, 'clientRequest' | 'cover' | 'reservation'>;

/** The body sent to the upstream. */
export type SentBody = Pick<Translation, 'to' | 'body' | 'sentLimits'>;

/** The largest context of today's models. Source: Gemini 1.5 Pro, model card. */
const CONTEXT_TOKENS_MAX = 2 * 1024 * 1024;
/** Prompt tokens that providers add themselves: templates, tool descriptions, their own rules. */
export const UNASKED_TOKENS = 8192;
/** Tolerance for the error of our count of what was delivered. */
export const COUNT_SLACK = 1.5;
/** Applications with their own prompts and limits: a request says little about their usage. */
const APPLICATIONS: ReadonlySet<string> = new Set([
  'dify-chat',
  'dify-completion',
  'dify-workflow',
  'ai-proxy-library',
]);
/** Models that search the web on their own. */
const SEARCHERS = /search|sonar|research|online|browse/i;

/** Whether a model reads more than it is sent, without being asked to: the web, or what its agents write. */
export function readsMoreThanSent(model: string): boolean {
  return SEARCHERS.test(model) || runsAgents(model);
}

/**
 * Limits the usage that an upstream reported: the prompt to what was reserved for it, the output to the
 * limits in the request and what was reserved during delivery. Plausible usage is returned unchanged, at the
 * cost of a few comparisons. No claim is charged beyond the reservation (ADR 23).
 */
export function boundUsage(
  usage: Usage,
  call: BoundedCall,
  sent: SentBody,
  upstreamModel: string,
): { usage: Usage; claim?: UsageClaim } {
  // Deliveries beyond the limit are reserved before they are sent.
  const requestedMax = mostOutput(sent.sentLimits, upstreamModel);
  const completion = Math.max(requestedMax, call.cover.tokens);
  const prompt = promptBound(call, { ...usage, upstreamModel }, sent, completion);
  const callFactor = factorBound(call);
  const { mayCacheForAnHour } = call.cover;
  return clampUsage(usage, { prompt, completion, callFactor, mayCacheForAnHour });
}

/**
 * Clamps a usage to bounds; returns the original as a claim if it exceeded them. Nobody gets a one-hour cache
 * without asking for it: it is charged like an ordinary cache write.
 */
export function clampUsage(
  usage: Usage,
  bounds: UsageBounds,
): { usage: Usage; claim?: UsageClaim } {
  const bounded = clampCounts(usage, bounds);
  const { cacheWriteHourTokens: hourTokens = 0 } = usage;
  if (hourTokens === 0 || bounds.mayCacheForAnHour === true) return bounded;
  return {
    usage: { ...bounded.usage, cacheWriteHourTokens: 0 },
    claim: { ...claimOf(usage), ...bounded.claim, cache_write_hour_tokens: hourTokens },
  };
}

function clampCounts(
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
 * Returns the most prompt tokens that are accepted. A token has at least one byte of what was sent; media and
 * content fetched by the provider count as reserved. Additions by the provider are accepted as far as the
 * reservation pays for them; an implausible prompt counts as what was reserved for it.
 */
function promptBound(
  call: BoundedCall,
  { promptTokens, completionTokens, upstreamModel }: Usage & { upstreamModel: string },
  sent: SentBody,
  completion: number,
): number {
  const reserved = call.cover.promptTokens;
  if (promptTokens <= reserved) return reserved;
  // A channel may know the model by another name.
  const added = readsMoreThanSent(upstreamModel) ? CONTEXT_TOKENS_MAX : addedByProvider(call, sent);
  if (promptTokens > reserved + added) return reserved;
  return paidPromptTokens(call, promptTokens, Math.min(completionTokens, completion));
}

/** Returns how much of a prompt the reservation pays for in addition to the output. */
function paidPromptTokens(
  { cover, reservation }: BoundedCall,
  reported: number,
  output: number,
): number {
  const isAffordable = (prompt: number) => cover.pays(reservation.amount, prompt, output);
  if (isAffordable(reported)) return reported;
  let [affordable, unaffordable] = [cover.promptTokens, reported];
  while (unaffordable - affordable > 1) {
    const middle = Math.floor((affordable + unaffordable) / 2);
    if (isAffordable(middle)) affordable = middle;
    else unaffordable = middle;
  }
  return affordable;
}

/** Returns the most tokens that a provider can add to a prompt, plus what conversion may have added. */
function addedByProvider({ clientRequest }: BoundedCall, { to, body }: SentBody): number {
  const { model, bytes, images = 0, billable, readsStoredContent } = clientRequest;
  const readsMore = readsStoredContent || (billable !== undefined && billable.tools.length > 0);
  if (readsMore || APPLICATIONS.has(to) || readsMoreThanSent(model)) return CONTEXT_TOKENS_MAX;
  // Fetched images added to the request are not text.
  const grown = images > 0 ? 0 : Math.max(0, body.length - bytes.length);
  return UNASKED_TOKENS + grown;
}

/** Returns the most searches of a rerank: documents may be split into more chunks than we count. */
function factorBound({ clientRequest: { callFactor, callFactorMax } }: BoundedCall): number {
  return callFactorMax ?? callFactor ?? Number.MAX_SAFE_INTEGER;
}
