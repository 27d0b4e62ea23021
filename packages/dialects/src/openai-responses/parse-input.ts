import { contentOfResult } from '../ir/content-of-result.ts';
import {
  requireList,
  requireRecord,
  requireText,
  readList,
  readText,
  reject,
} from '../ir/read-shape.ts';
import type { Part, ThinkingPart, ToolResultPart } from '../ir/parts.ts';
import type { Role, Turn } from '../ir/request.ts';
import { readSignature } from '../ir/seal.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseClientToolItem } from './client-tool-item.ts';
import { readSummary, renderSummary } from './compaction.ts';
import { joinNamespace } from './namespaces.ts';
import { parseItemContent } from './parse-content.ts';
import { readGeneratedImage } from './read-generated-image.ts';

interface OpenTurn {
  readonly role: Role;
  readonly parts: Part[];
}

/** Parses the input into turns: consecutive messages, thoughts and calls of the assistant form one turn. */
export function parseInput(input: unknown, unknown: string[]): Turn[] {
  if (typeof input === 'string') return [{ role: 'user', parts: [{ type: 'text', text: input }] }];
  const turns: OpenTurn[] = [];
  for (const [index, value] of requireList(input, 'input').entries()) {
    const path = `input[${index}]`;
    const item = parseItem(requireRecord(value, path), path, unknown);
    if (!item) continue;
    const last = turns.at(-1);
    const joins = item.role === 'assistant' || item.parts[0]?.type === 'tool-result';
    if (joins && last?.role === item.role && isSameKind(last, item)) last.parts.push(...item.parts);
    else turns.push(item);
  }
  return turns;
}

/** Results are merged with preceding results, not with user messages. */
function isSameKind(last: OpenTurn, item: OpenTurn): boolean {
  return item.role === 'assistant' || last.parts.at(-1)?.type === 'tool-result';
}

function parseItem(item: JsonObject, path: string, unknown: string[]): OpenTurn | undefined {
  switch (item.type) {
    case undefined:
    case 'message':
      return {
        role: readRole(item.role, path),
        parts: parseItemContent(item.content, path, unknown),
      };
    case 'function_call':
    case 'custom_tool_call':
      return { role: 'assistant', parts: [parseCall(item, path)] };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'user', parts: [parseOutput(item, path, unknown)] };
    case 'reasoning':
      return { role: 'assistant', parts: [parseReasoningItem(item, path)] };
    case 'image_generation_call': {
      const image = readGeneratedImage(item);
      if (image) return { role: 'assistant', parts: [image] };
      unknown.push(path);
      return undefined;
    }
    case 'compaction':
    case 'compaction_summary': {
      // Summaries that only another provider can read were refused earlier.
      const text = renderSummary(readSummary(item.encrypted_content) ?? '');
      return { role: 'user', parts: [{ type: 'text', text }] };
    }
    default: {
      const parsed = parseClientToolItem(item);
      if (!parsed) unknown.push(path);
      return parsed;
    }
  }
}

function readRole(role: unknown, path: string): Role {
  if (role === 'user' || role === 'assistant') return role;
  if (role === 'system' || role === 'developer') return 'system';
  return reject(`${path}.role must be user, assistant, system or developer.`, `${path}.role`);
}

function parseCall(item: JsonObject, path: string): Part {
  const isCustom = item.type === 'custom_tool_call';
  const args = isCustom
    ? requireText(item.input, `${path}.input`)
    : (readText(item.arguments, `${path}.arguments`) ?? '');
  return {
    type: 'tool-call',
    id: requireText(item.call_id, `${path}.call_id`),
    name: joinNamespace(item.namespace, requireText(item.name, `${path}.name`)),
    args,
    ...(isCustom ? { custom: true as const } : {}),
  };
}

function parseOutput(item: JsonObject, path: string, unknown: string[]): ToolResultPart {
  const { output } = item;
  const parts: Part[] =
    typeof output === 'string'
      ? [{ type: 'text', text: output }]
      : parseItemContent(output ?? [], path, unknown, 'output');
  const content = contentOfResult(parts, `${path}.output`, unknown);
  const isCustom = item.type === 'custom_tool_call_output';
  return {
    type: 'tool-result',
    callId: requireText(item.call_id, `${path}.call_id`),
    isError: false,
    content,
    ...(isCustom ? { custom: true as const } : {}),
  };
}

/**
 * Parses a reasoning item: its summaries (or texts) joined, and the content that only its issuer can read.
 */
function parseReasoningItem(item: JsonObject, path: string): ThinkingPart {
  const id = readText(item.id, `${path}.id`);
  const texts = [
    ...readList(item.summary, `${path}.summary`),
    ...readList(item.content, `${path}.content`),
  ].flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []));
  const encrypted = readText(item.encrypted_content, `${path}.encrypted_content`);
  return {
    type: 'thinking',
    text: texts.join('\n\n'),
    ...(encrypted ? { signature: readSignature(encrypted, 'openai-responses', id) } : {}),
  };
}
