import type { ChatResponse, Stop } from '../ir/response.ts';
import type { Part } from '../ir/parts.ts';
import { countOf, type ChatUsage } from '../ir/usage.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { recordOf } from '../json/loose-values.ts';

/**
 * Parses a response of Ollama's own chat API, whose calls have no ids. Returns undefined for anything else.
 */
export function parseOllamaResponse(body: JsonObject, id: string): ChatResponse | undefined {
  const { message } = body;
  if (!isRecord(message)) return undefined;
  const parts: Part[] = [];
  if (typeof message.thinking === 'string' && message.thinking !== '') {
    parts.push({ type: 'thinking', text: message.thinking });
  }
  if (typeof message.content === 'string' && message.content !== '') {
    parts.push({ type: 'text', text: message.content });
  }
  const calls = readOllamaCalls(message, id, 0);
  return {
    id: '',
    model: typeof body.model === 'string' ? body.model : '',
    parts: [...parts, ...calls],
    stop: readOllamaStop(body.done_reason, calls.length > 0),
    usage: readOllamaUsage(body),
  };
}

/** Reads the calls of a message, numbered from `first`. */
export function readOllamaCalls(message: JsonObject, id: string, first: number) {
  const list = Array.isArray(message.tool_calls) ? (message.tool_calls as unknown[]) : [];
  return list.filter(isRecord).map((call, index) => {
    const inner = recordOf(call.function);
    return {
      type: 'tool-call' as const,
      id: `call_${id}_${first + index}`,
      name: typeof inner.name === 'string' ? inner.name : '',
      args: JSON.stringify(inner.arguments ?? {}),
    };
  });
}

export function readOllamaStop(reason: unknown, hasCalls: boolean): Stop {
  if (reason === 'length') return { reason: 'length' };
  return { reason: hasCalls ? 'tools' : 'end' };
}

/** The prompt's count is missing if all of it was cached. */
export function readOllamaUsage(body: JsonObject): ChatUsage | undefined {
  const completion = countOf(body.eval_count);
  const prompt = countOf(body.prompt_eval_count);
  if (completion === undefined && prompt === undefined) return undefined;
  return {
    promptTokens: prompt ?? 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    completionTokens: completion ?? 0,
    reasoningTokens: 0,
    audioInputTokens: 0,
    audioOutputTokens: 0,
  };
}
