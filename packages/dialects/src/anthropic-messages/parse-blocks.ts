import { contentOfResult } from '../ir/content-of-result.ts';
import { readCacheHint } from '../openai-chat/parse-content.ts';
import {
  requireList,
  requireRecord,
  requireText,
  readFlag,
  readText,
  ShapeError,
} from '../ir/read-shape.ts';
import {
  REDACTED,
  type FilePart,
  type Media,
  type Part,
  type ToolResultPart,
} from '../ir/parts.ts';
import { readSignature } from '../ir/seal.ts';
import { refuseContainerFile } from '../state/state-members.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Parses the content of a message: a string or blocks. Throws ShapeError. */
export function parseBlocks(content: unknown, path: string, unknown: string[]): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const parts: Part[] = [];
  for (const [index, value] of requireList(content, path).entries()) {
    const blockPath = `${path}[${index}]`;
    const block = requireRecord(value, blockPath);
    if (block.type === 'document') {
      parts.push(...parseDocument(block, blockPath, unknown));
      continue;
    }
    const part = parseBlock(block, blockPath, unknown);
    if (part) parts.push(part);
    else unknown.push(blockPath);
  }
  return parts;
}

/** Parses one block; undefined for kinds that the IR cannot express (tools that run at the provider). */
function parseBlock(block: JsonObject, path: string, unknown: string[]): Part | undefined {
  const cache = readCacheHint(block.cache_control);
  switch (block.type) {
    case 'text':
      return { type: 'text', text: requireText(block.text, `${path}.text`), ...cache };
    case 'image': {
      const source = parseSource(requireRecord(block.source, `${path}.source`), `${path}.source`);
      return { type: 'image', source, ...cache };
    }
    case 'search_result':
      return { ...parseSearchResult(block, path), ...cache };
    case 'tool_use':
      return { ...parseToolUse(block, path), ...cache };
    case 'tool_result':
      return { ...parseToolResult(block, path, unknown), ...cache };
    case 'thinking':
      return {
        type: 'thinking',
        text: readText(block.thinking, `${path}.thinking`) ?? '',
        ...readThinkingSignature(block.signature),
      };
    case 'redacted_thinking': {
      const data = requireText(block.data, `${path}.data`);
      return {
        type: 'thinking',
        text: '',
        signature: readSignature(data, 'anthropic-messages', REDACTED),
      };
    }
    case 'container_upload':
      throw new ShapeError(refuseContainerFile(path));
    default:
      return undefined;
  }
}

function readThinkingSignature(value: unknown) {
  if (typeof value !== 'string' || value === '') return {};
  return { signature: readSignature(value, 'anthropic-messages') };
}

function parseSource(source: JsonObject, path: string): Media {
  switch (source.type) {
    case 'url':
      return { kind: 'url', url: requireText(source.url, `${path}.url`) };
    case 'file':
      return { kind: 'file', id: requireText(source.file_id, `${path}.file_id`) };
    default:
      return {
        kind: 'base64',
        mediaType: requireText(source.media_type, `${path}.media_type`),
        data: requireText(source.data, `${path}.data`),
      };
  }
}

/** Parses a document: what it is about as a text before it, and its images after it. */
function parseDocument(block: JsonObject, path: string, unknown: string[]): Part[] {
  const source = requireRecord(block.source, `${path}.source`);
  const title = readText(block.title, `${path}.title`);
  const context = readText(block.context, `${path}.context`) ?? '';
  const about: Part[] = context === '' ? [] : [{ type: 'text', text: context }];
  const titled = {
    ...(title === undefined ? {} : { name: title }),
    ...readCacheHint(block.cache_control),
  };
  if (source.type === 'text') {
    const text = requireText(source.data, `${path}.source.data`);
    return [...about, { type: 'file', source: { kind: 'text', text }, ...titled }];
  }
  if (source.type === 'content') {
    const inner = parseBlocks(source.content, `${path}.source.content`, unknown);
    const text = textsOf(inner);
    const images = inner.filter(({ type }) => type === 'image');
    return [...about, { type: 'file', source: { kind: 'text', text }, ...titled }, ...images];
  }
  const media = parseSource(source, `${path}.source`);
  const typed = media.kind === 'url' ? { ...media, mediaType: 'application/pdf' } : media;
  return [...about, { type: 'file', source: typed, ...titled }];
}

/** Parses a search result that the client provides: a document with its origin. */
function parseSearchResult(block: JsonObject, path: string): FilePart {
  const title = readText(block.title, `${path}.title`) ?? '';
  const origin = readText(block.source, `${path}.source`) ?? '';
  const text = textsOf(parseBlocks(block.content ?? [], `${path}.content`, []));
  const name = [title, origin].filter((each) => each !== '').join(' – ');
  return { type: 'file', source: { kind: 'text', text }, ...(name === '' ? {} : { name }) };
}

function textsOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function parseToolUse(block: JsonObject, path: string): Part {
  return {
    type: 'tool-call',
    id: requireText(block.id, `${path}.id`),
    name: requireText(block.name, `${path}.name`),
    args: JSON.stringify(block.input ?? {}),
  };
}

function parseToolResult(block: JsonObject, path: string, unknown: string[]): ToolResultPart {
  const id = requireText(block.tool_use_id, `${path}.tool_use_id`);
  const parts =
    block.content === undefined || block.content === null
      ? []
      : parseBlocks(block.content, `${path}.content`, unknown);
  const content = contentOfResult(parts, `${path}.content`, unknown);
  const isError = readFlag(block.is_error, `${path}.is_error`) ?? false;
  return { type: 'tool-result', callId: id, isError, content };
}
