import { countOf, type ChatUsage } from '../ir/usage.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { member } from './member.ts';

/**
 * Reads usage for billing from usageMetadata. Thoughts are counted in addition to the candidates, and tool
 * prompts in addition to the prompt; cached tokens are part of the prompt. Undefined if nothing is reported.
 * Source: Google's API reference, UsageMetadata, November 2026.
 */
export function readGenerateUsage(raw: unknown): ChatUsage | undefined {
  if (!isRecord(raw)) return undefined;
  const prompt = countOf(member(raw, 'promptTokenCount'));
  const candidates = countOf(member(raw, 'candidatesTokenCount'));
  const total = countOf(member(raw, 'totalTokenCount'));
  if (prompt === undefined && candidates === undefined && total === undefined) return undefined;
  const thoughts = countOf(member(raw, 'thoughtsTokenCount')) ?? 0;
  const tools = countOf(member(raw, 'toolUsePromptTokenCount')) ?? 0;
  const inputs = byModality(member(raw, 'promptTokensDetails'));
  const outputs = byModality(member(raw, 'candidatesTokensDetails'));
  const promptTokens = (prompt ?? 0) + tools;
  const completionTokens = (candidates ?? 0) + thoughts;
  return {
    promptTokens,
    cachedTokens: Math.min(countOf(member(raw, 'cachedContentTokenCount')) ?? 0, promptTokens),
    cacheWriteTokens: 0,
    completionTokens,
    reasoningTokens: thoughts,
    audioInputTokens: Math.min(inputs.AUDIO ?? 0, promptTokens),
    audioOutputTokens: Math.min(outputs.AUDIO ?? 0, completionTokens),
    ...(inputs.IMAGE ? { imageInputTokens: inputs.IMAGE } : {}),
    ...(outputs.IMAGE ? { imageOutputTokens: outputs.IMAGE } : {}),
  };
}

function byModality(details: unknown): Readonly<Partial<Record<string, number>>> {
  const counts: Partial<Record<string, number>> = {};
  if (!Array.isArray(details)) return counts;
  for (const item of details as unknown[]) {
    if (isRecord(item) && typeof item.modality === 'string') {
      counts[item.modality] = countOf(member(item, 'tokenCount')) ?? 0;
    }
  }
  return counts;
}

/** Renders usage in Google's format. */
export function renderGenerateUsage(usage: ChatUsage): JsonObject {
  const { promptTokens, completionTokens, reasoningTokens, cachedTokens } = usage;
  return {
    promptTokenCount: promptTokens,
    candidatesTokenCount: completionTokens - reasoningTokens,
    totalTokenCount: promptTokens + completionTokens,
    ...(reasoningTokens > 0 ? { thoughtsTokenCount: reasoningTokens } : {}),
    ...(cachedTokens > 0 ? { cachedContentTokenCount: cachedTokens } : {}),
  };
}
