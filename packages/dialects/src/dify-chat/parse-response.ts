import type { ChatResponse } from '../ir/response.ts';
import type { ChatUsage } from '../ir/usage.ts';
import { recordOf, textOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readUpstreamUsage } from '../openai-chat/usage.ts';

/** Parses a blocking response of a Dify application. Returns undefined for anything else. */
export function parseDifyResponse(body: JsonObject): ChatResponse | undefined {
  const { answer: response } = body;
  if (typeof response !== 'string') return undefined;
  return {
    id: textOf(body.message_id),
    model: '',
    parts: [{ type: 'text', text: response }],
    stop: { reason: 'end' },
    usage: readDifyUsage(body.metadata),
  };
}

/** Sums the tokens of all models that the application called. */
export function readDifyUsage(metadata: unknown): ChatUsage | undefined {
  return readUpstreamUsage(recordOf(metadata).usage);
}
