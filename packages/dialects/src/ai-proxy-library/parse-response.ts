import type { ChatResponse } from '../ir/response.ts';
import type { Citation } from '../ir/parts.ts';
import { recordsOf, textOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';

/** A response of a knowledge base of AI Proxy; undefined when it is none. It reports no usage. */
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

/** The documents that a response was made from. */
export function readDocuments(body: JsonObject): readonly Citation[] {
  return recordsOf(body.documents).map(({ title, url }) => ({
    title: textOf(title),
    url: textOf(url),
  }));
}
