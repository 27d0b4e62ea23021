import type { FetchedMedia } from '../ir/fetched-media.ts';
import type { Media, Part } from '../ir/parts.ts';
import { readSafely } from '../ir/read-shape.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { ClientCall } from './client-call.ts';
import { CODECS } from './codec.ts';

/**
 * Lists URLs of images and files in a call, for upstreams that fetch none themselves (Bedrock, Ollama, older
 * Gemini models): fetch them through the SSRF guard, and pass them to openTranslation. Empty for a malformed
 * call, which openTranslation reports.
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

/** Replaces URLs by the fetched media. */
export function inlineMedia(
  request: ChatRequest,
  fetched: ReadonlyMap<string, FetchedMedia>,
): ChatRequest {
  return visitMedia(request, (source) => {
    const media = source.kind === 'url' ? fetched.get(source.url) : undefined;
    return media ? { kind: 'base64', ...media } : source;
  });
}

function visitMedia(request: ChatRequest, visit: (source: Media) => Media): ChatRequest {
  const visitPart = (part: Part): Part => {
    if (part.type === 'tool-result') {
      // A result contains only texts, images and files, which this preserves.
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
