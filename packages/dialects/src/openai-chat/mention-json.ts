import { jsonInstruction } from '../ir/json-instruction.ts';
import type { Part, TextPart } from '../ir/parts.ts';
import type { ChatRequest } from '../ir/request.ts';

/**
 * Adds an instruction to a request for any JSON whose prompt does not mention JSON: OpenAI and compatible
 * servers refuse it, and other vendors' clients need not write the word. The system prompt counts in chat
 * completions, but not in responses, where it is apart from the input.
 *
 * Source: ultimatejimmy/xray.koplugin#33, Wei-Shaw/sub2api#3337, miracodeai/mira#267.
 */
export function mentionJson(request: ChatRequest, systemCounts: boolean): ChatRequest {
  const { format, system, turns } = request;
  if (format?.kind !== 'json') return request;
  const mentioned =
    (systemCounts && system.some(mentionsJson)) ||
    turns.some(({ parts }) => parts.some(mentionsJson));
  if (mentioned) return request;
  const instruction: TextPart = { type: 'text', text: jsonInstruction() };
  return systemCounts
    ? { ...request, system: [...system, instruction] }
    : { ...request, turns: [{ role: 'system', parts: [instruction] }, ...turns] };
}

function mentionsJson(part: Part): boolean {
  if (part.type === 'tool-result') return part.content.some(mentionsJson);
  return part.type === 'text' && /json/i.test(part.text);
}
