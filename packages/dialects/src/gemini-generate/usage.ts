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
  const cached = byModality(member(raw, 'cacheTokensDetails'));
  const uncached = (name: string) => Math.max(0, (inputs[name] ?? 0) - (cached[name] ?? 0));
  const outputs = byModality(member(raw, 'candidatesTokensDetails'));
  const counted = (prompt ?? 0) + tools + (candidates ?? 0) + thoughts;
  // Proxies leave out thoughts, or everything but the total.
  const rest = Math.max(0, (total ?? 0) - counted);
  const isOutput = prompt !== undefined;
  const promptTokens = (prompt ?? 0) + tools + (isOutput ? 0 : rest);
  const completionTokens = (candidates ?? 0) + thoughts + (isOutput ? rest : 0);
  return {
    promptTokens,
    cachedTokens: Math.min(countOf(member(raw, 'cachedContentTokenCount')) ?? 0, promptTokens),
    cacheWriteTokens: 0,
    completionTokens,
    reasoningTokens: thoughts + (isOutput && candidates !== undefined ? rest : 0),
    audioInputTokens: Math.min(uncached('AUDIO'), promptTokens),
    audioOutputTokens: Math.min(outputs.AUDIO ?? 0, completionTokens),
    ...(uncached('IMAGE') > 0 ? { imageInputTokens: uncached('IMAGE') } : {}),
    ...(outputs.IMAGE ? { imageOutputTokens: outputs.IMAGE } : {}),
  };
}

function byModality(details: unknown): Readonly<Partial<Record<string, number>>> {
  const counts: Partial<Record<string, number>> = {};
  if (!Array.isArray(details)) return counts;
  for (const item of details as unknown[]) {
    if (isRecord(item) && typeof item.modality === 'string') {
      const tokens = countOf(member(item, 'tokenCount')) ?? 0;
      counts[item.modality] = (counts[item.modality] ?? 0) + tokens;
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
