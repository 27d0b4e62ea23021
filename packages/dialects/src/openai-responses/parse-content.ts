import { mediaOfUrl } from '../ir/data-url.ts';
import { requireList, requireRecord, requireText, readText } from '../ir/read-shape.ts';
import type { FilePart, ImagePart, Part } from '../ir/parts.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseContentPart, readCacheMark } from '../openai-chat/parse-content.ts';

/** Parses the content of an item: a string, or a list of parts. Throws ShapeError. */
export function parseItemContent(
  content: unknown,
  path: string,
  unknown: string[],
  name = 'content',
): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const parts: Part[] = [];
  for (const [index, value] of requireList(content, `${path}.${name}`).entries()) {
    const partPath = `${path}.${name}[${index}]`;
    const part = parsePart(requireRecord(value, partPath), partPath);
    if (part) parts.push(part);
    else unknown.push(partPath);
  }
  return parts;
}

function parsePart(part: JsonObject, path: string): Part | undefined {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return { type: 'text', text: requireText(part.text, `${path}.text`), ...readCacheMark(part) };
    case 'input_image':
      return { ...parseImage(part, path), ...readCacheMark(part) };
    case 'input_file':
      return { ...parseFile(part, path), ...readCacheMark(part) };
    default:
      // text, refusal and input_audio are identical in both OpenAI dialects.
      return parseContentPart(part, path);
  }
}

function parseImage(part: JsonObject, path: string): ImagePart {
  const detail = readText(part.detail, `${path}.detail`);
  const id = readText(part.file_id, `${path}.file_id`);
  const source =
    id === undefined
      ? mediaOfUrl(requireText(part.image_url, `${path}.image_url`))
      : { kind: 'file' as const, id };
  return { type: 'image', source, ...(detail === undefined ? {} : { detail }) };
}

function parseFile(part: JsonObject, path: string): FilePart {
  const name = readText(part.filename, `${path}.filename`);
  const named = name === undefined ? {} : { name };
  const id = readText(part.file_id, `${path}.file_id`);
  if (id !== undefined) return { type: 'file', source: { kind: 'file', id }, ...named };
  const url = readText(part.file_url, `${path}.file_url`);
  if (url !== undefined) return { type: 'file', source: { kind: 'url', url }, ...named };
  return {
    type: 'file',
    source: mediaOfUrl(requireText(part.file_data, `${path}.file_data`)),
    ...named,
  };
}
