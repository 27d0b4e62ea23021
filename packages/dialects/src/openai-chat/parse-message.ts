import { contentOfResult } from '../ir/content-of-result.ts';
import { requireRecord, requireText, readList, readText, reject } from '../ir/read-shape.ts';
import type { Part, TextPart, ToolCallPart } from '../ir/parts.ts';
import type { Turn } from '../ir/request.ts';
import { recordsOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readCallSignature } from './parse-response.ts';
import { parseContentPart, readCacheHint } from './parse-content.ts';
import { parseThinking } from './parse-thinking.ts';

/** Parses one chat message as a turn. Throws ShapeError. */
export function parseMessage(message: JsonObject, path: string, unknown: string[]): Turn {
  const role = requireText(message.role, `${path}.role`);
  const name = readText(message.name, `${path}.name`);
  const named = name === undefined ? {} : { name };
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', parts: parseContent(message.content, path, unknown), ...named };
    case 'user':
      return { role: 'user', parts: parseContent(message.content, path, unknown), ...named };
    case 'assistant':
      return { role: 'assistant', parts: parseAssistant(message, path, unknown), ...named };
    case 'tool':
      return { role: 'user', parts: [parseToolResult(message, path, unknown)] };
    case 'function':
      return { role: 'user', parts: [parseFunctionResult(message, path)] };
    default:
      return reject(
        `${path}.role must be system, developer, user, assistant or tool.`,
        `${path}.role`,
      );
  }
}

function parseContent(content: unknown, path: string, unknown: string[]): Part[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const parts: Part[] = [];
  for (const [index, part] of readList(content, `${path}.content`).entries()) {
    const partPath = `${path}.content[${index}]`;
    const parsed = parseContentPart(part, partPath);
    if (parsed) parts.push(parsed);
    else unknown.push(partPath);
  }
  return parts;
}

/** Thinking comes first, then text, then calls: the order in which models produce them. */
function parseAssistant(message: JsonObject, path: string, unknown: string[]): Part[] {
  const parts: Part[] = parseThinking(message);
  parts.push(...parseContent(message.content, path, unknown));
  if (typeof message.refusal === 'string' && message.refusal !== '') {
    parts.push({ type: 'refusal', text: message.refusal });
  }
  parts.push(...parseImages(message, path));
  for (const [index, call] of readList(message.tool_calls, `${path}.tool_calls`).entries()) {
    parts.push(parseCall(call, `${path}.tool_calls[${index}]`));
  }
  if (isRecord(message.function_call)) {
    const call = message.function_call;
    const name = requireText(call.name, `${path}.function_call.name`);
    parts.push({ type: 'tool-call', id: functionCallId(name), name, args: argsOf(call.arguments) });
  }
  if (isRecord(message.audio)) unknown.push(`${path}.audio`);
  return parts;
}

/** Parses the images that the model made, in OpenRouter's form, which this gateway writes, too. */
function parseImages(message: JsonObject, path: string): Part[] {
  return recordsOf(message.images).flatMap((image, index) => {
    const part = parseContentPart(image, `${path}.images[${index}]`);
    return part?.type === 'image' ? [part] : [];
  });
}

function parseCall(value: unknown, path: string): ToolCallPart {
  const call = requireRecord(value, path);
  const id = requireText(call.id, `${path}.id`);
  const signed = readCallSignature(call);
  if (call.type === 'custom') {
    const custom = requireRecord(call.custom, `${path}.custom`);
    const name = requireText(custom.name, `${path}.custom.name`);
    const args = readText(custom.input, `${path}.custom.input`) ?? '';
    return { type: 'tool-call', id, name, args, custom: true, ...signed };
  }
  const inner = requireRecord(call.function, `${path}.function`);
  const name = requireText(inner.name, `${path}.function.name`);
  return { type: 'tool-call', id, name, args: argsOf(inner.arguments), ...signed };
}

/** Arguments are JSON text; some clients send the object itself. */
function argsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function parseToolResult(message: JsonObject, path: string, unknown: string[]): Part {
  const id = requireText(message.tool_call_id, `${path}.tool_call_id`);
  const parts = parseContent(message.content, path, unknown);
  const cache = isRecord(message) ? readCacheHint(message.cache_control) : {};
  const content = contentOfResult(parts, `${path}.content`, unknown);
  return { type: 'tool-result', callId: id, isError: false, content, ...cache };
}

/** The legacy form without ids: a call and its result are matched by the function's name. */
function parseFunctionResult(message: JsonObject, path: string): Part {
  const name = requireText(message.name, `${path}.name`);
  const text: TextPart = { type: 'text', text: readText(message.content, `${path}.content`) ?? '' };
  return {
    type: 'tool-result',
    callId: functionCallId(name),
    name,
    isError: false,
    content: [text],
  };
}

function functionCallId(name: string): string {
  return `call_fn_${name}`;
}
