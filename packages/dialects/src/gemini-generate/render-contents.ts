import { inputOf } from '../anthropic-messages/render-blocks.ts';
import { guessMediaType } from '../ir/data-url.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { CONTINUE, OPENING } from '../ir/filler-turns.ts';
import { geminiThinksByLevel } from '../model-rules/gemini-models.ts';
import type { Media, Part, TextPart, ToolCallPart, ToolResultPart } from '../ir/parts.ts';
import type { ChatRequest, Turn } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Google's documented placeholder for unsigned calls of another model, which its models from Gemini 3 on
 * otherwise refuse.
 */
export const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Renders the conversation as contents, strictly alternating between user and model. */
export function renderContents(request: ChatRequest, warnings: ConversionWarnings): JsonObject[] {
  const names = namesOfCalls(request.turns);
  const needsSignature = geminiThinksByLevel(request.model);
  const contents: { readonly role: string; readonly parts: JsonObject[] }[] = [];
  for (const turn of request.turns) {
    if (turn.role === 'system') continue;
    if (turn.name !== undefined) warnings.note('message_name');
    const role = turn.role === 'assistant' ? 'model' : 'user';
    const parts = renderTurn(turn, names, needsSignature, warnings);
    if (parts.length === 0) continue;
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  const [first] = contents;
  if (first?.role === 'model' && first.parts.some((part) => 'functionCall' in part)) {
    warnings.note('opening');
    // A call must follow a turn of the user.
    contents.unshift({ role: 'user', parts: [{ text: OPENING }] });
  }
  if (contents.at(-1)?.role !== 'user') {
    warnings.note(contents.length === 0 ? 'opening' : 'prefill');
    contents.push({ role: 'user', parts: [{ text: CONTINUE }] });
  }
  return contents;
}

/** Results name their function here; other dialects only give the call's id. */
function namesOfCalls(turns: readonly Turn[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { parts } of turns) {
    for (const part of parts) if (part.type === 'tool-call') names.set(part.id, part.name);
  }
  return names;
}

function renderTurn(
  turn: Turn,
  names: ReadonlyMap<string, string>,
  needsSignature: boolean,
  warnings: ConversionWarnings,
): JsonObject[] {
  const parts: JsonObject[] = [];
  let unsigned = needsSignature;
  for (const part of turn.parts) {
    if ('cache' in part && part.cache) warnings.note('cache_control');
    if (part.type === 'tool-call') {
      // Only the first of parallel calls is signed.
      parts.push(renderCall(part, unsigned, warnings));
      unsigned = false;
    } else if (part.type === 'tool-result') parts.push(...renderResult(part, names, warnings));
    else {
      const rendered = renderPart(part, warnings);
      if (rendered) parts.push(rendered);
      if (part.type === 'text') parts.push(...renderTextSignature(part));
    }
  }
  return parts;
}

function renderPart(
  part: Exclude<Part, ToolCallPart | ToolResultPart>,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? undefined : { text: part.text };
    case 'thinking':
      if (part.signature?.by !== 'gemini-generate' || part.signature.value === '') {
        warnings.note('thinking');
        return undefined;
      }
      return {
        text: part.text,
        ...(part.text === '' ? {} : { thought: true }),
        thoughtSignature: part.signature.value,
      };
    case 'image':
      if (part.detail !== undefined && part.detail !== 'auto') warnings.note('image_detail');
      return renderMedia(part.source, 'image/jpeg', warnings);
    case 'audio':
      return renderMedia(part.source, 'audio/wav', warnings);
    case 'video':
      return renderMedia(part.source, 'video/mp4', warnings);
    case 'file': {
      const { source, name } = part;
      if (source.kind !== 'text') return renderMedia(source, 'application/pdf', warnings);
      return { text: name === undefined ? source.text : `${name}\n${source.text}` };
    }
  }
}

/** A text's signature is on an empty text after it, as in Google's own streams. */
function renderTextSignature({ signature }: TextPart): JsonObject[] {
  if (signature?.by !== 'gemini-generate') return [];
  return [{ text: '', thoughtSignature: signature.value }];
}

/** Renders bytes inline; Google fetches URLs itself, which not every model supports. */
function renderMedia(
  source: Media,
  fallback: string,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  if (source.kind === 'base64') {
    return { inlineData: { mimeType: source.mediaType, data: source.data } };
  }
  if (source.kind === 'file') {
    if (/^(?:https:\/\/generativelanguage\.|gs:)/.test(source.id)) {
      return { fileData: { fileUri: source.id, mimeType: source.mediaType ?? fallback } };
    }
    warnings.note('file_id');
    return undefined;
  }
  warnings.note('image_url');
  const mimeType = source.mediaType ?? guessMediaType(source.url, fallback);
  return { fileData: { fileUri: source.url, mimeType } };
}

function renderCall(
  part: ToolCallPart,
  mayBeUnsigned: boolean,
  warnings: ConversionWarnings,
): JsonObject {
  const functionCall = {
    id: part.id,
    name: part.name,
    args: inputOf(part.args, warnings.parseBudget, warnings),
  };
  const geminiSignature =
    part.signature?.by === 'gemini-generate' ? part.signature.value : undefined;
  const signature = geminiSignature ?? (mayBeUnsigned ? NO_SIGNATURE : undefined);
  return { functionCall, ...(signature === undefined ? {} : { thoughtSignature: signature }) };
}

/** Renders a result as an object: text in output or error, followed by media as parts. */
function renderResult(
  part: ToolResultPart,
  names: ReadonlyMap<string, string>,
  warnings: ConversionWarnings,
): JsonObject[] {
  const texts: string[] = [];
  const media: JsonObject[] = [];
  for (const item of part.content) {
    if (item.type === 'text') texts.push(item.text);
    else {
      warnings.note('tool_result_media');
      const rendered = renderPart(item, warnings);
      if (rendered) media.push(rendered);
    }
  }
  const name = part.name ?? names.get(part.callId) ?? part.callId;
  const text = texts.join('\n');
  const response = part.isError ? { error: text } : { output: text };
  return [{ functionResponse: { id: part.callId, name, response } }, ...media];
}
