import { requireRecord, requireText, readList, readText } from '../ir/read-shape.ts';
import type {
  Media,
  Part,
  Signature,
  TextPart,
  ThinkingPart,
  ToolResultPart,
} from '../ir/parts.ts';
import { readSignature } from '../ir/seal.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { member } from './member.ts';
import { UnansweredCalls } from './unanswered-calls.ts';
import { HIDDEN_TEXT } from './render-response.ts';
import { toStandardBase64 } from './standard-base64.ts';

/** Parses one part of a conversation; must be called in order. A part may yield several parts or none. */
export type PartParser = (value: unknown, path: string) => Part[];

/**
 * Creates a parser for the parts of a response and what follows it. Calls and results may lack ids; a result
 * is then matched to the oldest unanswered call of that name. `calls` counts those of the conversation.
 */
export function createPartParser(unknown: string[], calls = { count: 0 }): PartParser {
  const unanswered = new Map<string, UnansweredCalls>();

  function unansweredCallsOf(name: string): UnansweredCalls {
    const waiting = unanswered.get(name) ?? new UnansweredCalls();
    unanswered.set(name, waiting);
    return waiting;
  }

  function parseCall(call: JsonObject, signature: Signature | undefined, path: string): Part[] {
    const name = requireText(call.name, `${path}.name`);
    const clientId = readText(call.id, `${path}.id`);
    const id = clientId ?? `call_${calls.count}`;
    calls.count++;
    unansweredCallsOf(name).add(id);
    const args = JSON.stringify(call.args ?? {});
    return [{ type: 'tool-call', id, name, args, ...(signature ? { signature } : {}) }];
  }

  function parseResult(result: JsonObject, path: string): Part[] {
    const name = requireText(result.name, `${path}.name`);
    const clientId = readText(result.id, `${path}.id`);
    const waiting = unansweredCallsOf(name);
    const callId = clientId ?? waiting.oldest ?? `call_${name}`;
    waiting.resolve(callId);
    const response = isRecord(result.response) ? result.response : { result: result.response };
    const read = readFunctionResponse(response);
    const content = [...read.content, ...parseResultMedia(result, path)];
    return [{ ...read, content, callId, name }];
  }

  /** Parses images and documents that accompany a result's response. */
  function parseResultMedia(result: JsonObject, path: string): ToolResultPart['content'] {
    return readList(result.parts, `${path}.parts`).flatMap((value, index) => {
      const partPath = `${path}.parts[${index}]`;
      const [part] = parsePlain(requireRecord(value, partPath), undefined, partPath);
      if (part?.type === 'image' || part?.type === 'file') return [part];
      unknown.push(partPath);
      return [];
    });
  }

  return (value, path) => {
    const part = requireRecord(value, path);
    const call = member(part, 'functionCall');
    const result = member(part, 'functionResponse');
    const signature = signatureOf(part);
    if (isRecord(call)) return parseCall(call, signature, `${path}.functionCall`);
    if (isRecord(result)) return parseResult(result, `${path}.functionResponse`);
    const parsed = parsePlain(part, signature, path);
    if (parsed.length === 0) unknown.push(path);
    return parsed;
  };
}

function signatureOf(part: JsonObject): Signature | undefined {
  const value = member(part, 'thoughtSignature');
  return typeof value === 'string' && value !== ''
    ? readSignature(value, 'gemini-generate')
    : undefined;
}

/** Parses text, thoughts and media. */
function parsePlain(part: JsonObject, signature: Signature | undefined, path: string): Part[] {
  if (typeof part.text === 'string') {
    const { text } = part;
    if (part.thought === true) return [parseThought(text, signature)];
    return [{ type: 'text', text }];
  }
  const inline = member(part, 'inlineData');
  if (isRecord(inline)) {
    const mediaType = requireText(member(inline, 'mimeType'), `${path}.inlineData.mimeType`);
    const data = toStandardBase64(requireText(inline.data, `${path}.inlineData.data`));
    return [partOfMedia({ kind: 'base64', mediaType, data }, mediaType)];
  }
  const file = member(part, 'fileData');
  if (!isRecord(file)) return [];
  const url = requireText(member(file, 'fileUri'), `${path}.fileData.fileUri`);
  const mediaType = readText(member(file, 'mimeType'), `${path}.fileData.mimeType`) ?? '';
  const kind =
    url.startsWith('https://generativelanguage.googleapis.com/') || url.startsWith('gs:');
  const typed = mediaType === '' ? {} : { mediaType };
  const source: Media = kind ? { kind: 'file', id: url, ...typed } : { kind: 'url', url, ...typed };
  return [partOfMedia(source, mediaType)];
}

function parseThought(text: string, signature: Signature | undefined): ThinkingPart {
  if (!signature) return { type: 'thinking', text };
  const isHidden = text === HIDDEN_TEXT && signature.by !== 'gemini-generate';
  return { type: 'thinking', text: isHidden ? '' : text, signature };
}

/** Chooses the kind of part by media type. */
export function partOfMedia(source: Media, mediaType: string): Part {
  if (mediaType.startsWith('image/')) return { type: 'image', source };
  if (mediaType.startsWith('audio/')) return { type: 'audio', source };
  if (mediaType.startsWith('video/')) return { type: 'video', source };
  return { type: 'file', source };
}

/** Reads the usual members of a response: a text in output or result, or an error. */
function readFunctionResponse(response: JsonObject): Omit<ToolResultPart, 'callId'> {
  const names = Object.keys(response);
  const only = names.length === 1 ? (names[0] ?? '') : '';
  const value = response[only];
  const isError = only === 'error';
  const isPlain = ['output', 'result', 'error', 'content'].includes(only);
  const text = isPlain && typeof value === 'string' ? value : JSON.stringify(response);
  const part: TextPart = { type: 'text', text };
  return { type: 'tool-result', isError, content: text === '{}' ? [] : [part] };
}
