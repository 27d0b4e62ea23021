import type { UpstreamFormat } from '../ir/dialect.ts';
import type { FilePart, Part, TextPart, ToolResultPart } from '../ir/parts.ts';
import type { ChatRequest } from '../ir/request.ts';
import { decodeText } from '../json/parse-json.ts';
import { fromBase64 } from '../signing/encodings.ts';

/** Media types of documents that are plain text. */
const TEXT_TYPES =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|toml|csv|sql|javascript|typescript|x-sh)\b|[\w.+/-]+\+(?:json|xml)\b)/i;

/**
 * Turns files of plain text into texts: no dialect but Gemini's accepts their bytes everywhere, and every
 * model can read them. A tool result holds them as text, except at Anthropic, which accepts documents there.
 */
export function readTextFiles(request: ChatRequest, to: UpstreamFormat): ChatRequest {
  const readResult = (part: ToolResultPart): ToolResultPart => ({
    ...part,
    content: part.content.map((item) => {
      const read = item.type === 'file' ? readFile(item, to) : item;
      return read.type === 'file' && to !== 'anthropic-messages' ? asText(read) : read;
    }),
  });
  const read = (part: Part): Part => {
    if (part.type === 'tool-result')
      return part.content.some(({ type }) => type === 'file') ? readResult(part) : part;
    return part.type === 'file' ? readFile(part, to) : part;
  };
  return {
    ...request,
    turns: request.turns.map((turn) =>
      turn.parts.some(({ type }) => type === 'file' || type === 'tool-result')
        ? { ...turn, parts: turn.parts.map(read) }
        : turn,
    ),
  };
}

function readFile(part: FilePart, to: UpstreamFormat): FilePart {
  const { source } = part;
  if (to === 'gemini-generate' || source.kind !== 'base64' || !TEXT_TYPES.test(source.mediaType))
    return part;
  const bytes = fromBase64(source.data);
  return bytes ? { ...part, source: { kind: 'text', text: decodeText(bytes) } } : part;
}

function asText(part: FilePart): FilePart | TextPart {
  const { source, name, cache } = part;
  if (source.kind !== 'text') return part;
  const text = name === undefined ? source.text : `${name}\n${source.text}`;
  return { type: 'text', text, ...(cache ? { cache } : {}) };
}
