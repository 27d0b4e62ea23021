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
import { isRecord, parseJsonText } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Far more than any provider's ids have. */
const ID_LENGTH_MAX = 256;

/** One part as a block; undefined for what has no place in this dialect. */
export function renderBlock(
  part: Part,
  role: Role,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      // Empty texts are refused.
      if (part.text.trim() === '') return undefined;
      return { type: 'text', text: part.text, ...('cache' in part ? cacheMark(part.cache) : {}) };
    case 'image':
      if (role === 'assistant') return noted(warnings, 'image');
      return { type: 'image', source: renderSource(part.source), ...cacheMark(part.cache) };
    case 'file':
      return renderFile(part, warnings);
    case 'tool-call':
      return {
        type: 'tool_use',
        id: fitCallId(part.id, ID_LENGTH_MAX),
        name: part.name,
        input: inputOf(part.args, warnings),
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

function noted(warnings: ConversionWarnings, detail: string): undefined {
  warnings.note('unknown', `assistant_${detail}`);
}

/** The cache mark of a block. */
export function cacheMark(cache: CacheHint | undefined): JsonObject {
  if (!cache) return {};
  return { cache_control: { type: 'ephemeral', ...(cache.ttl ? { ttl: cache.ttl } : {}) } };
}

/** The input is an object; what a client sent as anything else is wrapped, nothing becomes {}. */
export function inputOf(args: string, warnings?: ConversionWarnings): JsonObject {
  if (args.trim() === '') return {};
  const parsed = parseJsonText(args);
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

/** PDFs, texts and addresses of PDFs are taken; other files are not. */
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

/** Thoughts go back unchanged to whom signed them, and are refused from anybody else. */
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
