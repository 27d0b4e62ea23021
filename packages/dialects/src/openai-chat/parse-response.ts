import type { ChatResponse, Stop, TokenLogprob } from '../ir/response.ts';
import { type Citation, type Part, type Signature, UNSIGNED } from '../ir/parts.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseThinking, textsIn } from './parse-thinking.ts';
import { readSources } from './read-sources.ts';
import { readUpstreamUsage } from './usage.ts';
import { recordOf, textOf } from '../json/loose-values.ts';

/**
 * Parses a chat completion into an IR response; undefined without a complete choice. `id` is used for calls
 * without ids.
 */
export function parseChatResponse(body: JsonObject, id: string): ChatResponse | undefined {
  const choices = Array.isArray(body.choices) ? (body.choices as unknown[]) : [];
  const choice = choices[0];
  if (!isRecord(choice) || isBroken(choice.finish_reason)) return undefined;
  const message = recordOf(choice.message);
  const parts = parseMessageParts(message, readSources(body), id);
  const calls = parts.some((part) => part.type === 'tool-call');
  const refused = parts.some((part) => part.type === 'refusal');
  return {
    id: textOf(body.id),
    model: textOf(body.model),
    parts,
    stop: readFinish(choice.finish_reason, calls, refused),
    usage: readUpstreamUsage(body.usage) ?? readUpstreamUsage(choice.usage),
    logprobs: readLogprobs(choice.logprobs),
    serviceTier: typeof body.service_tier === 'string' ? body.service_tier : undefined,
  };
}

function parseMessageParts(message: JsonObject, sources: readonly Citation[], id: string): Part[] {
  // An empty signature means that unsigned thoughts are sent back in this dialect.
  const parts: Part[] = parseThinking(message).map((part) =>
    part.signature ? part : { ...part, signature: UNSIGNED },
  );
  const text = textsIn(message.content);
  const cited = readAnnotations(message.annotations);
  const citations = cited.length > 0 ? cited : sources;
  if (text !== '') {
    parts.push({ type: 'text', text, ...(citations.length > 0 ? { citations } : {}) });
  }
  if (typeof message.refusal === 'string' && message.refusal !== '') {
    parts.push({ type: 'refusal', text: message.refusal });
  }
  const calls = Array.isArray(message.tool_calls) ? (message.tool_calls as unknown[]) : [];
  for (const [index, call] of calls.entries())
    if (isRecord(call)) parts.push(readCall(call, `call_${id}_${index}`));
  if (isRecord(message.function_call))
    parts.push(readCall({ function: message.function_call }, `call_${id}_0`));
  return parts;
}

function readCall(call: JsonObject, fallbackId: string): Part {
  const isCustom = call.type === 'custom' && isRecord(call.custom);
  const inner = isCustom ? call.custom : call.function;
  const members = recordOf(inner);
  const args = isCustom ? members.input : members.arguments;
  return {
    type: 'tool-call',
    id: textOf(call.id) || fallbackId,
    name: textOf(members.name),
    args: typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args),
    ...(isCustom ? { custom: true as const } : {}),
    ...readCallSignature(call),
  };
}

/** Google's own OpenAI endpoint puts the signature of a call next to it. */
export function readCallSignature(call: JsonObject): { readonly signature?: Signature } {
  const extra = isRecord(call.extra_content) ? call.extra_content.google : undefined;
  const value = isRecord(extra) ? extra.thought_signature : undefined;
  return typeof value === 'string' && value !== ''
    ? { signature: { by: 'gemini-generate', value } }
    : {};
}

/** Reads URL citations of a web search. */
export function readAnnotations(value: unknown): Citation[] {
  if (!Array.isArray(value)) return [];
  const citations: Citation[] = [];
  for (const item of value as unknown[]) {
    if (!isRecord(item) || item.type !== 'url_citation') continue;
    const inner = isRecord(item.url_citation) ? item.url_citation : item;
    citations.push({
      url: textOf(inner.url),
      title: textOf(inner.title),
      start: numberOf(inner.start_index),
      end: numberOf(inner.end_index),
    });
  }
  return citations;
}

/** Reads the log probabilities of a choice. */
export function readLogprobs(value: unknown): readonly TokenLogprob[] | undefined {
  const content = isRecord(value) ? value.content : undefined;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  return readTokens(content as unknown[]);
}

/** Reads tokens with their alternatives; both OpenAI dialects have the same members. */
export function readTokens(list: readonly unknown[]): readonly TokenLogprob[] {
  return list.filter(isRecord).map((token) => ({
    token: textOf(token.token),
    logprob: numberOf(token.logprob) ?? 0,
    bytes: Array.isArray(token.bytes) ? (token.bytes as number[]) : null,
    top: Array.isArray(token.top_logprobs) ? readTokens(token.top_logprobs as unknown[]) : [],
  }));
}

/** Finish reasons of Zhipu, DeepSeek, OpenRouter and Mistral for responses that break off. */
const BROKEN: ReadonlySet<unknown> = new Set([
  'network_error',
  'insufficient_system_resource',
  'error',
]);

/** Gemini's word in OpenAI's dialect: `function_call_filter: MALFORMED_FUNCTION_CALL` at Google itself. */
const MALFORMED = /malformed_function_call|unexpected_tool_call/i;

export function isBroken(reason: unknown): boolean {
  return BROKEN.has(reason);
}

/** Returns why the model stopped; a response with calls stopped for them, whatever the server reports. */
export function readFinish(reason: unknown, calls: boolean, refused: boolean): Stop {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return { reason: 'length' };
    case 'model_context_window_exceeded':
      return { reason: 'context' };
    case 'content_filter':
    case 'sensitive':
      return { reason: 'filter' };
    default:
      if (calls) return { reason: 'tools' };
      if (typeof reason === 'string' && MALFORMED.test(reason)) return { reason: 'malformed' };
      return { reason: refused ? 'refusal' : 'end' };
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
