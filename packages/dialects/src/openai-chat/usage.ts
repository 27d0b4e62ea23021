import { countOf, type Usage } from '../ir/usage.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Reads a `usage` object of the OpenAI envelope, in all providers' variants. Undefined if it does not state
 * the tokens read and produced; an explicit zero is zero.
 */
export function readUpstreamUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputs = recordOf(
    raw['prompt_tokens_details'] ?? raw['input_tokens_details'] ?? raw['input_token_details'],
  );
  const outputs = recordOf(
    raw['completion_tokens_details'] ?? raw['output_tokens_details'] ?? raw['output_token_details'],
  );
  const total = countOf(raw['total_tokens']);
  const reported = readCounts(raw, total);
  if (!reported) return undefined;

  const cached = readCached(raw, inputs);
  const cacheWrites = readCacheWrites(raw, inputs);
  const outside = countsCacheOutside(raw, inputs, reported, cached + cacheWrites, total);
  // Perplexity bills the pages that were read apart from the prompt.
  const cited = countOf(raw['citation_tokens']) ?? 0;
  const prompt = (outside ? reported.prompt + cached + cacheWrites : reported.prompt) + cited;
  const hourWrites = readHourWrites(raw, inputs);
  const images = readUncached(inputs, 'image_tokens');
  const reasoning = readReasoning(raw, outputs);
  const unexplained = Math.max(0, (total ?? 0) - prompt - reported.completion);
  const hidden = hiddenReasoning(reasoning, unexplained, reported.completion);
  const completion = reported.completion + hidden;
  return {
    promptTokens: prompt,
    cachedTokens: cached,
    cacheWriteTokens: cacheWrites,
    completionTokens: completion,
    reasoningTokens: Math.min(Math.max(reasoning ?? 0, hidden), completion),
    audioInputTokens: Math.min(readUncached(inputs, 'audio_tokens'), prompt),
    audioOutputTokens: Math.min(countOf(outputs['audio_tokens']) ?? 0, completion),
    ...(hourWrites > 0 ? { cacheWriteHourTokens: Math.min(hourWrites, cacheWrites) } : {}),
    ...(images > 0 ? { imageInputTokens: Math.min(images, prompt) } : {}),
  };
}

interface Counts {
  readonly prompt: number;
  readonly completion: number;
}

/** Any two of prompt, completion and total give the third; embeddings have no completion. */
function readCounts(raw: JsonObject, total: number | undefined): Counts | undefined {
  const prompt = countOf(raw['prompt_tokens']) ?? countOf(raw['input_tokens']);
  const reported = raw['completion_tokens'] ?? raw['output_tokens'];
  const completion = countOf(raw['completion_tokens']) ?? countOf(raw['output_tokens']);
  // An invalid count (negative, a string) is not the same as an absent one.
  if (reported !== undefined && reported !== null && completion === undefined) return undefined;
  if (prompt !== undefined) {
    return { prompt, completion: completion ?? Math.max(0, (total ?? prompt) - prompt) };
  }
  // MiniMax reports a total of 0 and nothing else until the last chunk.
  if (total === undefined || (total === 0 && completion === undefined)) return undefined;
  return { prompt: Math.max(0, total - (completion ?? 0)), completion: completion ?? 0 };
}

/** In this order: OpenAI and most others, DeepSeek, Moonshot, Anthropic's name in an OpenAI envelope. */
function readCached(raw: JsonObject, inputs: JsonObject): number {
  return (
    countOf(inputs['cached_tokens']) ??
    countOf(raw['prompt_cache_hit_tokens']) ??
    countOf(raw['cached_tokens']) ??
    countOf(raw['cache_read_input_tokens']) ??
    0
  );
}

function readCacheWrites(raw: JsonObject, inputs: JsonObject): number {
  return (
    countOf(inputs['cache_write_tokens']) ??
    countOf(inputs['cache_creation_tokens']) ??
    countOf(inputs['cache_creation_input_tokens']) ??
    countOf(raw['cache_creation_input_tokens']) ??
    0
  );
}

/**
 * Returns the cache writes that last an hour, and cost more: as Anthropic splits them, in the envelopes of
 * LiteLLM and of new-api.
 */
function readHourWrites(raw: JsonObject, inputs: JsonObject): number {
  const splits = [
    raw['cache_creation'],
    inputs['cache_creation'],
    inputs['cache_creation_token_details'],
  ];
  const counts = splits.map((split) => countOf(recordOf(split)['ephemeral_1h_input_tokens']));
  return (
    counts.find((each) => each !== undefined) ??
    countOf(raw['claude_cache_creation_1_h_tokens']) ??
    0
  );
}

/**
 * Returns whether cached tokens are counted in addition to the input, as Anthropic does, and not as part of
 * it, as OpenAI does. Proxies that copy Anthropic's fields into the OpenAI envelope are recognized by names
 * and sums; in doubt, the envelope's own rule applies.
 */
function countsCacheOutside(
  raw: JsonObject,
  inputs: JsonObject,
  reported: Counts,
  cache: number,
  total: number | undefined,
): boolean {
  if (raw['usage_semantic'] === 'anthropic') return true;
  if (cache === 0) return false;
  if (cache > reported.prompt) return true;
  if (countOf(inputs['cached_tokens']) !== undefined) return false;
  const anthropicNames = 'cache_read_input_tokens' in raw || 'cache_creation_input_tokens' in raw;
  if (!anthropicNames) return false;
  if (raw['prompt_tokens'] === undefined) return true;
  return total === reported.prompt + cache + reported.completion;
}

/** Returns the uncached tokens of a kind, if the provider reports the cached ones. */
function readUncached(inputs: JsonObject, kind: 'audio_tokens' | 'image_tokens'): number {
  const all = countOf(inputs[kind]) ?? 0;
  if (all === 0) return 0;
  return Math.max(0, all - (countOf(recordOf(inputs['cached_tokens_details'])[kind]) ?? 0));
}

function readReasoning(raw: JsonObject, outputs: JsonObject): number | undefined {
  return (
    countOf(outputs['reasoning_tokens']) ??
    countOf(outputs['thinking_tokens']) ??
    countOf(raw['reasoning_tokens'])
  );
}

/**
 * Returns reasoning tokens that are only part of the total, not of the completion (xAI reports them by name,
 * Gemini's compatible endpoint does not).
 */
function hiddenReasoning(
  reasoning: number | undefined,
  unexplained: number,
  completion: number,
): number {
  if (reasoning !== undefined && reasoning > completion) return reasoning;
  if (reasoning !== undefined && reasoning !== unexplained) return 0;
  return unexplained;
}
