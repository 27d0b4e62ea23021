import { mediaOfUrl } from '../ir/data-url.ts';
import { requireRecord, requireText, readText } from '../ir/read-shape.ts';
import type { CacheHint, FilePart, Part } from '../ir/parts.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Parses one content part of a chat message; undefined for kinds that the IR cannot express. */
export function parseContentPart(value: unknown, path: string): Part | undefined {
  if (typeof value === 'string') return { type: 'text', text: value };
  const part = requireRecord(value, path);
  const cache = readCacheMark(part);
  switch (part.type) {
    case 'text':
      return { type: 'text', text: requireText(part.text, `${path}.text`), ...cache };
    case 'refusal':
      return { type: 'refusal', text: requireText(part.refusal, `${path}.refusal`) };
    case 'image_url':
      return { ...parseImage(part, path), ...cache };
    case 'input_audio':
      return parseAudio(requireRecord(part.input_audio, `${path}.input_audio`), path);
    case 'file':
      return { ...parseFile(requireRecord(part.file, `${path}.file`), `${path}.file`), ...cache };
    case 'video_url':
      return { type: 'video', source: mediaOfUrl(urlIn(part.video_url, `${path}.video_url`)) };
    default:
      return undefined;
  }
}

function parseImage(part: JsonObject, path: string): Part {
  const image = part.image_url;
  const detail = isRecord(image) ? readText(image.detail, `${path}.image_url.detail`) : undefined;
  return {
    type: 'image',
    source: mediaOfUrl(urlIn(image, `${path}.image_url`)),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** Returns the URL, given as a string or in an object. */
function urlIn(value: unknown, path: string): string {
  return typeof value === 'string'
    ? value
    : requireText(requireRecord(value, path).url, `${path}.url`);
}

function parseAudio(audio: JsonObject, path: string): Part {
  const format = readText(audio.format, `${path}.input_audio.format`) ?? 'wav';
  const data = requireText(audio.data, `${path}.input_audio.data`);
  return { type: 'audio', source: { kind: 'base64', mediaType: `audio/${format}`, data } };
}

/** Parses a file by id, data URL, or (as some clients send it) bare base64 of a PDF. */
function parseFile(file: JsonObject, path: string): FilePart {
  const name = readText(file.filename, `${path}.filename`);
  const named = name === undefined ? {} : { name };
  const id = readText(file.file_id, `${path}.file_id`);
  if (id !== undefined) return { type: 'file', source: { kind: 'file', id }, ...named };
  const data = requireText(file.file_data, `${path}.file_data`);
  const source = /^(?:data:|https?:\/\/)/.test(data)
    ? mediaOfUrl(data)
    : { kind: 'base64' as const, mediaType: 'application/pdf', data };
  return { type: 'file', source, ...named };
}

/**
 * Reads the cache marker of a part: OpenAI's own, or Anthropic's. OpenAI's lifetimes (30 minutes, 12 hours)
 * have no equivalent elsewhere; the shortest is used, as longer ones cost more.
 */
export function readCacheMark(part: JsonObject): { readonly cache?: CacheHint } {
  return isRecord(part.prompt_cache_breakpoint) ? { cache: {} } : readCacheHint(part.cache_control);
}

/** Reads the cache marker of Anthropic's dialect, which aggregators also accept in this one. */
export function readCacheHint(value: unknown): { readonly cache?: CacheHint } {
  if (!isRecord(value) || value.type !== 'ephemeral') return {};
  return { cache: value.ttl === '1h' || value.ttl === '5m' ? { ttl: value.ttl } : {} };
}
