import type { FetchedMedia } from '../ir/fetched-media.ts';
import type { Media, Part } from '../ir/parts.ts';
import { readSafely } from '../ir/read-shape.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { ClientCall } from './client-call.ts';
import { CODECS } from './codec.ts';

/**
 * Addresses of images and files in a call, for upstreams that fetch none themselves (Bedrock,
 * Ollama, older Gemini models): fetch them, through the guard of outbound addresses, and hand
 * them to openTranslation. Empty for a call that is malformed; openTranslation says so.
 */
export function listRemoteMedia(call: ClientCall): readonly string[] {
  const { model, stream } = call.request;
  const read = readSafely(() => CODECS[call.dialect].parseRequest(call.body, model, stream));
  const urls = new Set<string>();
  if (!read.ok) return [];
  visitMedia(read.value, (source) => {
    if (source.kind === 'url') urls.add(source.url);
    return source;
  });
  return [...urls];
}

/** The request with what was fetched in the place of its address. */
export function inlineMedia(
  request: ChatRequest,
  fetched: ReadonlyMap<string, FetchedMedia>,
): ChatRequest {
  return visitMedia(request, (source) => {
    const found = source.kind === 'url' ? fetched.get(source.url) : undefined;
    return found ? { kind: 'base64', ...found } : source;
  });
}

function visitMedia(request: ChatRequest, visit: (source: Media) => Media): ChatRequest {
  const visitPart = (part: Part): Part => {
    if (part.type === 'tool-result') {
      // A result holds nothing but texts, images and files, and stays so.
      return { ...part, content: part.content.map(visitPart) as typeof part.content };
    }
    if (part.type === 'file' && part.source.kind === 'text') return part;
    return 'source' in part ? { ...part, source: visit(part.source as Media) } : part;
  };
  return {
    ...request,
    turns: request.turns.map((turn) => ({ ...turn, parts: turn.parts.map(visitPart) })),
  };
}
