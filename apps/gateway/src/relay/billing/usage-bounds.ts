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

type BoundedCall = Pick<RelayCall, 'clientRequest' | 'cover'>;

/** What an upstream was sent. */
export type SentBody = Pick<Translation, 'to' | 'body' | 'sentLimits'>;

/** The largest context of today's models. Source: Gemini 1.5 Pro, model card. */
const CONTEXT_TOKENS_MAX = 2 * 1024 * 1024;
/** What providers add to a prompt unasked: templates, descriptions of tools, rules of their own. */
export const UNASKED_TOKENS = 8192;
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
/**
 * Names of what is read from elsewhere: URLs, files, earlier turns, caches, tools of the provider.
 */
const REFERENCES =
  /https?:|gs:\/\/|file_?id|file_?uri|previous_(?:response|message)_id|cached_?content|conversation|vector_store|web_search|google_?search|url_?context|code_|computer|document|pdf|"mcp/i;
/** Models that read the web of their own accord. */
const SEARCHERS = /search|sonar|research|online|browse/i;

/**
 * Bounds a usage that an upstream reported: by the request (bytes, images of this model, limits
 * that the upstream was sent) and by what was reserved as it delivered. Within them it stays
 * unchanged, which costs a comparison or two.
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
  const bound = promptBound(call, sent, usage.promptTokens);
  // An implausible prompt costs what was reserved for it, so that nothing is written off.
  const prompt = usage.promptTokens > bound ? call.clientRequest.promptTokensMax : bound;
  const callFactor = factorBound(call);
  return clampUsage(usage, { prompt, completion, callFactor });
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
    claim: {
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      ...(factor > callFactor ? { call_factor: factor } : {}),
    },
  };
}

/** A token has at least a byte. Looks further only where that does not explain the claim. */
function promptBound(
  { clientRequest: { bytes, model, promptTokensMax }, cover }: BoundedCall,
  { to, body }: SentBody,
  claimed: number,
): number {
  const sent =
    Math.max(bytes.length, body.length, promptTokensMax + cover.addedPrompt) + UNASKED_TOKENS;
  if (claimed <= sent) return sent;
  if (APPLICATIONS.has(to) || SEARCHERS.test(model)) return Math.max(sent, CONTEXT_TOKENS_MAX);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (REFERENCES.test(text)) return Math.max(sent, CONTEXT_TOKENS_MAX);
  return sent;
}

/** Searches of a rerank: documents may be split into more chunks than we count. */
function factorBound({ clientRequest: { callFactor, callFactorMax } }: BoundedCall): number {
  return callFactorMax ?? callFactor ?? Number.MAX_SAFE_INTEGER;
}
