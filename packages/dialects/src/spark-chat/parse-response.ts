import type { ChatResponse } from '../ir/response.ts';
import { readFunctionCall } from '../ir/function-call.ts';
import type { Part } from '../ir/parts.ts';
import { textOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readSparkFrame } from './read-frame.ts';

/**
 * Parses a response consisting of a single message; undefined unless it is the last one. Spark itself always
 * streams.
 */
export function parseSparkResponse(message: JsonObject, id: string): ChatResponse | undefined {
  const { isLast, texts, usage, ...frame } = readSparkFrame(message);
  if (!isLast || frame.error) return undefined;
  const text = texts.map(({ content }) => textOf(content)).join('');
  const parts: Part[] = text === '' ? [] : [{ type: 'text', text }];
  const call = texts.map((each) => readFunctionCall(each, id)).find(Boolean);
  if (call) parts.push({ type: 'tool-call', ...call });
  return {
    id: textOf(frame.id),
    model: '',
    parts,
    stop: { reason: call ? 'tools' : 'end' },
    usage,
  };
}
