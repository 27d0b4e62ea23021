import { readSignature } from '../ir/seal.ts';
import { REDACTED, type ThinkingPart } from '../ir/parts.ts';
import { recordsOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Parses the thoughts next to a chat message. The dialect defines no member for them; servers use
 * `reasoning_content` or `reasoning` for the text, and `reasoning_details` (OpenRouter's format, which this
 * gateway also writes) for signatures, which then repeats the text. Mistral puts the thoughts among the
 * content's parts.
 */
export function parseThinking(message: JsonObject): ThinkingPart[] {
  const parts: ThinkingPart[] = [];
  const seen = new Set<unknown>();
  for (const detail of recordsOf(message.reasoning_details)) {
    const part = parseDetail(detail);
    const proof = detail.signature ?? detail.data;
    // A stream may have sent a thought twice (see ChatStreamWriter).
    if (!part || (proof !== undefined && seen.has(proof))) continue;
    seen.add(proof);
    parts.push(part);
  }
  const text = message.reasoning_content ?? message.reasoning ?? thoughtsIn(message.content);
  if (parts.length > 0) return withText(parts, text);
  return typeof text === 'string' && text !== '' ? [{ type: 'thinking', text }] : [];
}

/** Clients that join streamed details may keep only a thought's signature, not its text. */
function withText(parts: readonly ThinkingPart[], text: unknown): ThinkingPart[] {
  if (typeof text !== 'string' || parts.some((part) => part.text !== '')) return [...parts];
  const signed = parts.findIndex((part) => part.signature?.id !== REDACTED);
  return parts.map((part, index) => (index === signed ? { ...part, text } : part));
}

function parseDetail(detail: JsonObject): ThinkingPart | undefined {
  if (detail.type === 'reasoning.encrypted' && typeof detail.data === 'string') {
    const signature = readSignature(detail.data, 'openai-chat');
    return { type: 'thinking', text: '', signature };
  }
  const text = detail.text ?? detail.summary;
  if (typeof text !== 'string') return undefined;
  if (typeof detail.signature !== 'string') return { type: 'thinking', text };
  return { type: 'thinking', text, signature: readSignature(detail.signature, 'openai-chat') };
}

/** Returns the thoughts among the parts of a content; empty if there are none. */
export function thoughtsIn(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return (content as unknown[])
    .map((part) => (isRecord(part) && part.type === 'thinking' ? textsIn(part.thinking) : ''))
    .join('');
}

/** Returns a text, or the texts of a list of parts, without thoughts. */
export function textsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as unknown[])
    .map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}
