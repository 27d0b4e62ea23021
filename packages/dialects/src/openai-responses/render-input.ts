import { urlOfMedia } from '../ir/data-url.ts';
import { fitCallId } from '../ir/fit-name.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type {
  CacheHint,
  FilePart,
  ImagePart,
  Part,
  ToolCallPart,
  ToolResultPart,
} from '../ir/parts.ts';
import type { ChatRequest, Turn } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';

/** OpenAI refuses longer call ids. */
const ID_LENGTH_MAX = 64;

/** Renders the conversation as a sequence of items: messages, reasoning, calls and their outputs. */
export function renderInput(request: ChatRequest, warnings: ConversionWarnings): JsonObject[] {
  const custom = new Set<string>();
  const items = request.turns.flatMap((turn) => {
    if (turn.name !== undefined) warnings.note('message_name');
    return turn.role === 'assistant'
      ? renderAssistant(turn, custom, warnings)
      : renderUser(turn, custom, warnings);
  });
  return withoutLooseReasoning(items, warnings);
}

/**
 * Removes reasoning that no item of the assistant follows, as of a response cut off while thinking: OpenAI
 * refuses it without the item that it led to.
 */
function withoutLooseReasoning(
  items: readonly JsonObject[],
  warnings: ConversionWarnings,
): JsonObject[] {
  let isFollowed = false;
  const retained: JsonObject[] = [];
  for (const item of items.toReversed()) {
    if (item.type !== 'reasoning') isFollowed = isFromAssistant(item);
    else if (!isFollowed) {
      warnings.note('thinking');
      continue;
    }
    retained.push(item);
  }
  return retained.toReversed();
}

function isFromAssistant({ type, role }: JsonObject): boolean {
  return role === 'assistant' || type === 'function_call' || type === 'custom_tool_call';
}

function renderUser(
  turn: Turn,
  custom: ReadonlySet<string>,
  warnings: ConversionWarnings,
): JsonObject[] {
  const items: JsonObject[] = [];
  const content: JsonObject[] = [];
  for (const part of turn.parts) {
    if (part.type === 'tool-result') items.push(renderOutput(part, custom, warnings));
    else {
      const rendered = renderPart(part, warnings);
      if (rendered) content.push(rendered);
    }
  }
  const role = turn.role === 'system' ? 'developer' : 'user';
  if (content.length > 0) items.push({ type: 'message', role, content });
  return items;
}

function renderAssistant(
  turn: Turn,
  custom: Set<string>,
  warnings: ConversionWarnings,
): JsonObject[] {
  const items: JsonObject[] = [];
  let content: JsonObject[] | undefined;
  for (const part of turn.parts) {
    if (part.type === 'text' || part.type === 'refusal') {
      if (!content) {
        content = [];
        items.push({ type: 'message', role: 'assistant', content });
      }
      content.push(
        part.type === 'text'
          ? { type: 'output_text', text: part.text }
          : { type: 'refusal', refusal: part.text },
      );
      continue;
    }
    content = undefined;
    const item = renderItem(part, warnings);
    if (item) items.push(item);
    if (part.type === 'tool-call' && part.custom) custom.add(part.id);
  }
  return items;
}

function renderItem(part: Part, warnings: ConversionWarnings): JsonObject | undefined {
  if (part.type === 'tool-call') return renderCall(part);
  if (part.type !== 'thinking') {
    warnings.note('unknown', `assistant_${part.type}`);
    return undefined;
  }
  const { signature, text } = part;
  if (signature?.by !== 'openai-responses') {
    warnings.note('thinking');
    return undefined;
  }
  return {
    type: 'reasoning',
    ...(signature.id === undefined ? {} : { id: signature.id }),
    summary: text === '' ? [] : [{ type: 'summary_text', text }],
    encrypted_content: signature.value,
  };
}

function renderCall(part: ToolCallPart): JsonObject {
  const { name, args } = part;
  const id = fitCallId(part.id, ID_LENGTH_MAX);
  if (part.custom) return { type: 'custom_tool_call', call_id: id, name, input: args };
  const json = args.trim() === '' ? '{}' : args;
  return { type: 'function_call', call_id: id, name, arguments: json };
}

/** An output may contain images and files here; only text can mark it as an error. */
function renderOutput(
  part: ToolResultPart,
  custom: ReadonlySet<string>,
  warnings: ConversionWarnings,
): JsonObject {
  const type =
    part.custom || custom.has(part.callId) ? 'custom_tool_call_output' : 'function_call_output';
  const callId = fitCallId(part.callId, ID_LENGTH_MAX);
  const prefix = part.isError ? '[error] ' : '';
  if (part.isError) warnings.note('tool_result_error');
  if (!part.cache && part.content.every((item) => item.type === 'text')) {
    const output = prefix + part.content.map((item) => item.text).join('\n');
    return { type, call_id: callId, output };
  }
  const output = part.content.flatMap((item) => renderPart(item, warnings) ?? []);
  if (part.isError) output.unshift({ type: 'input_text', text: prefix.trim() });
  const last = output.at(-1);
  if (last && part.cache) output[output.length - 1] = { ...last, ...breakpoint(part.cache) };
  return { type, call_id: callId, output: last ? output : '' };
}

function renderPart(part: Part, warnings: ConversionWarnings): JsonObject | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text, ...breakpoint(part.cache) };
    case 'refusal':
      return { type: 'input_text', text: part.text };
    case 'image':
      return { ...renderImage(part), ...breakpoint(part.cache) };
    case 'file':
      return { ...renderFile(part), ...breakpoint(part.cache) };
    case 'audio':
    case 'video':
    case 'thinking':
      warnings.note(part.type);
      return undefined;
    case 'tool-call':
    case 'tool-result':
      warnings.note('unknown', part.type);
      return undefined;
  }
}

/** Marks the end of a cached prompt; markers that a model does not accept have been removed before. */
function breakpoint(cache: CacheHint | undefined): JsonObject {
  return cache ? { prompt_cache_breakpoint: { mode: 'explicit' } } : {};
}

function renderImage(part: ImagePart): JsonObject {
  const detail = part.detail ?? 'auto';
  if (part.source.kind === 'file') return { type: 'input_image', file_id: part.source.id, detail };
  return { type: 'input_image', image_url: urlOfMedia(part.source), detail };
}

function renderFile(part: FilePart): JsonObject {
  const { source, name } = part;
  if (source.kind === 'text') {
    return {
      type: 'input_text',
      text: name === undefined ? source.text : `${name}\n${source.text}`,
    };
  }
  if (source.kind === 'file') return { type: 'input_file', file_id: source.id };
  if (source.kind === 'url') return { type: 'input_file', file_url: source.url };
  return { type: 'input_file', filename: name ?? 'document.pdf', file_data: urlOfMedia(source) };
}
