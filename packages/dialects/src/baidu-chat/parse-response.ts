import type { ChatResponse, Stop } from '../ir/response.ts';
import { readFunctionCall } from '../ir/function-call.ts';
import type { Part } from '../ir/parts.ts';
import { countOf, type ChatUsage } from '../ir/usage.ts';
import { recordOf, textOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Parses a response of Baidu's first chat API, whose calls have no ids. Returns undefined for anything else.
 */
export function parseBaiduResponse(body: JsonObject, id: string): ChatResponse | undefined {
  if (typeof body.result !== 'string' && !isRecord(body.function_call)) return undefined;
  const text = textOf(body.result);
  const parts: Part[] = text === '' ? [] : [{ type: 'text', text }];
  const call = readFunctionCall(body, id);
  if (call) parts.push({ type: 'tool-call', ...call });
  return {
    id: textOf(body.id),
    model: '',
    parts,
    stop: readBaiduStop(body, call !== undefined),
    usage: readBaiduUsage(body.usage),
  };
}

export function readBaiduStop(body: JsonObject, hasCall: boolean): Stop {
  if (body.finish_reason === 'content_filter') return { reason: 'filter' };
  if (body.is_truncated === true || body.finish_reason === 'length') return { reason: 'length' };
  return { reason: hasCall ? 'tools' : 'end' };
}

/** Counts everything that is not prompt as completion: some responses lack completion_tokens. */
export function readBaiduUsage(value: unknown): ChatUsage | undefined {
  const usage = recordOf(value);
  const prompt = countOf(usage.prompt_tokens);
  const total = countOf(usage.total_tokens);
  if (prompt === undefined || total === undefined) return undefined;
  return {
    promptTokens: prompt,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    completionTokens: Math.max(0, total - prompt),
    reasoningTokens: 0,
    audioInputTokens: 0,
    audioOutputTokens: 0,
  };
}
