import { fitCallId } from '../ir/fit-name.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import {
  REDACTED,
  type CacheHint,
  type FilePart,
  type Media,
  type Part,
  type ThinkingPart,
  type ToolResultPart,
} from '../ir/parts.ts';
import type { Role } from '../ir/request.ts';
import type { ParseBudget } from '../json/parse-budget.ts';
import { isRecord, parseJsonText } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Far longer than any provider's ids. */
export const ID_LENGTH_MAX = 256;

/** Renders one part as a block; undefined if the dialect cannot express it. */
export function renderBlock(
  part: Part,
  role: Role,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      // Blank texts are refused.
      if (part.text.trim() === '') return undefined;
      return { type: 'text', text: part.text, ...('cache' in part ? cacheMark(part.cache) : {}) };
    case 'image':
      if (role === 'assistant') return warnDropped(warnings, 'image');
      return { type: 'image', source: renderSource(part.source), ...cacheMark(part.cache) };
    case 'file':
      return renderFile(part, warnings);
    case 'tool-call':
      return {
        type: 'tool_use',
        id: fitCallId(part.id, ID_LENGTH_MAX),
        name: part.name,
        input: inputOf(part.args, warnings.parseBudget, warnings),
        ...cacheMark(part.cache),
      };
    case 'tool-result':
      return renderToolResult(part, warnings);
    case 'thinking':
      return renderThinking(part, warnings);
    case 'audio':
    case 'video':
      warnings.note(part.type);
      return undefined;
  }
}

function warnDropped(warnings: ConversionWarnings, detail: string): undefined {
  warnings.note('unknown', `assistant_${detail}`);
}

/** Returns the cache marker of a block. */
export function cacheMark(cache: CacheHint | undefined): JsonObject {
  if (!cache) return {};
  return { cache_control: { type: 'ephemeral', ...(cache.ttl ? { ttl: cache.ttl } : {}) } };
}

/**
 * Returns the input as an object: other values are wrapped, empty input becomes {}. Arguments nested so deeply
 * that no reader takes them, or beyond what is parsed of a body, stay a text; a prompt can ask any model for
 * such.
 */
export function inputOf(
  args: string,
  budget: ParseBudget,
  warnings?: ConversionWarnings,
): JsonObject {
  if (args.trim() === '') return {};
  const parsed = budget.take(args) ? parseJsonText(args) : undefined;
  if (isRecord(parsed)) return parsed;
  warnings?.note('tool_arguments');
  return { arguments: parsed === undefined ? args : parsed };
}

function renderSource(source: Media): JsonObject {
  if (source.kind === 'url') return { type: 'url', url: source.url };
  if (source.kind === 'file') return { type: 'file', file_id: source.id };
  return { type: 'base64', media_type: mediaTypeOf(source.mediaType), data: source.data };
}

function mediaTypeOf(mediaType: string): string {
  return mediaType === 'image/jpg' ? 'image/jpeg' : mediaType;
}

/** PDFs, texts and URLs of PDFs are accepted; other files are not. */
function renderFile(part: FilePart, warnings: ConversionWarnings): JsonObject | undefined {
  const { source, name } = part;
  const rest = { ...(name === undefined ? {} : { title: name }), ...cacheMark(part.cache) };
  if (source.kind === 'text') {
    const data = { type: 'text', media_type: 'text/plain', data: source.text };
    return { type: 'document', source: data, ...rest };
  }
  if (source.kind === 'base64' && source.mediaType.startsWith('image/')) {
    return { type: 'image', source: renderSource(source), ...cacheMark(part.cache) };
  }
  if (source.kind === 'base64' && source.mediaType !== 'application/pdf') {
    warnings.note('file', source.mediaType);
    return undefined;
  }
  return { type: 'document', source: renderSource(source), ...rest };
}

function renderToolResult(part: ToolResultPart, warnings: ConversionWarnings): JsonObject {
  const blocks: JsonObject[] = [];
  for (const item of part.content) {
    const block = renderBlock(item, 'user', warnings);
    if (block) blocks.push(block);
  }
  return {
    type: 'tool_result',
    tool_use_id: fitCallId(part.callId, ID_LENGTH_MAX),
    ...(blocks.length > 0 ? { content: blocks } : {}),
    ...(part.isError ? { is_error: true } : {}),
    ...cacheMark(part.cache),
  };
}

/** Thoughts are returned unchanged to the provider that signed them; it refuses anybody else's. */
function renderThinking(part: ThinkingPart, warnings: ConversionWarnings): JsonObject | undefined {
  const { signature } = part;
  if (signature?.by !== 'anthropic-messages') {
    warnings.note('thinking');
    return undefined;
  }
  return signature.id === REDACTED
    ? { type: 'redacted_thinking', data: signature.value }
    : { type: 'thinking', thinking: part.text, signature: signature.value };
}
