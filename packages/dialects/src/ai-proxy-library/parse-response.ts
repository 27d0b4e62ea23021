import type { ChatResponse } from '../ir/response.ts';
import type { Citation } from '../ir/parts.ts';
import { recordsOf, textOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Parses a response of an AI Proxy knowledge base, which reports no usage. Returns undefined for anything
 * else.
 */
export function parseLibraryResponse(body: JsonObject): ChatResponse | undefined {
  const { answer: response } = body;
  if (typeof response !== 'string' || body.success === false) return undefined;
  const citations = readDocuments(body);
  return {
    id: '',
    model: '',
    parts: [{ type: 'text', text: response, ...(citations.length > 0 ? { citations } : {}) }],
    stop: { reason: 'end' },
    usage: undefined,
  };
}

/** Returns the documents that a response is based on. */
export function readDocuments(body: JsonObject): readonly Citation[] {
  return recordsOf(body.documents).map(({ title, url }) => ({
    title: textOf(title),
    url: textOf(url),
  }));
}
