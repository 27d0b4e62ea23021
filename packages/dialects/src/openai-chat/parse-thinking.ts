import { readSignature } from '../ir/seal.ts';
import { REDACTED, type ThinkingPart } from '../ir/parts.ts';
import { recordsOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * The thoughts beside a chat message. The dialect has no word of its own for them; servers use
 * `reasoning_content` or `reasoning` for the text, and `reasoning_details` (OpenRouter's form,
 * which this gateway also writes) where signatures come along. When the details are there they
 * hold the same text again. Mistral has the thoughts among the parts of the content.
 */
export function parseThinking(message: JsonObject): ThinkingPart[] {
  const parts: ThinkingPart[] = [];
  const seen = new Set<unknown>();
  for (const detail of recordsOf(message.reasoning_details)) {
    const part = parseDetail(detail);
    const proof = detail.signature ?? detail.data;
    // A stream may have carried a thought twice (see ChatStreamWriter).
    if (!part || (proof !== undefined && seen.has(proof))) continue;
    seen.add(proof);
    parts.push(part);
  }
  const text = message.reasoning_content ?? message.reasoning ?? thoughtsIn(message.content);
  if (parts.length > 0) return withText(parts, text);
  return typeof text === 'string' && text !== '' ? [{ type: 'thinking', text }] : [];
}

/** Clients that join streamed details may keep only the signature of a thought, not its text. */
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

/** The thoughts among the parts of a content; empty where there are none. */
export function thoughtsIn(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return (content as unknown[])
    .map((part) => (isRecord(part) && part.type === 'thinking' ? textsIn(part.thinking) : ''))
    .join('');
}

/** A text, or the texts of a list of parts; thoughts are not among them. */
export function textsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as unknown[])
    .map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}
