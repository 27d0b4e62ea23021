import type { ChatResponse, Stop } from '../ir/response.ts';
import type { Part } from '../ir/parts.ts';
import { countOf, type ChatUsage } from '../ir/usage.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { recordOf, recordsOf, textOf } from '../json/loose-values.ts';

/** Parses a response of Cohere's v2 chat. Returns undefined for anything else. */
export function parseCohereResponse(body: JsonObject): ChatResponse | undefined {
  const { message } = body;
  if (!isRecord(message)) return undefined;
  const parts: Part[] = [];
  const plan = message.tool_plan;
  if (typeof plan === 'string' && plan !== '') parts.push({ type: 'thinking', text: plan });
  for (const item of recordsOf(message.content)) {
    if (typeof item.text === 'string') parts.push({ type: 'text', text: item.text });
    else if (typeof item.thinking === 'string')
      parts.push({ type: 'thinking', text: item.thinking });
  }
  for (const call of recordsOf(message.tool_calls)) {
    const inner = recordOf(call.function);
    const args = typeof inner.arguments === 'string' ? inner.arguments : '';
    parts.push({ type: 'tool-call', id: textOf(call.id), name: textOf(inner.name), args });
  }
  return {
    id: textOf(body.id),
    model: '',
    parts,
    stop: readCohereFinish(body.finish_reason),
    usage: readCohereUsage(body.usage),
  };
}

/** Reads the actual token counts; Cohere may bill fewer. */
export function readCohereUsage(raw: unknown): ChatUsage | undefined {
  if (!isRecord(raw)) return undefined;
  const tokens = isRecord(raw.tokens)
    ? raw.tokens
    : isRecord(raw.billed_units)
      ? raw.billed_units
      : {};
  const prompt = countOf(tokens.input_tokens);
  const completion = countOf(tokens.output_tokens);
  if (prompt === undefined && completion === undefined) return undefined;
  return {
    promptTokens: prompt ?? 0,
    cachedTokens: Math.min(countOf(raw.cached_tokens) ?? 0, prompt ?? 0),
    cacheWriteTokens: 0,
    completionTokens: completion ?? 0,
    reasoningTokens: 0,
    audioInputTokens: 0,
    audioOutputTokens: 0,
  };
}

export function readCohereFinish(reason: unknown): Stop {
  switch (reason) {
    case 'MAX_TOKENS':
      return { reason: 'length' };
    case 'TOOL_CALL':
      return { reason: 'tools' };
    case 'STOP_SEQUENCE':
      return { reason: 'sequence' };
    default:
      return { reason: 'end' };
  }
}
