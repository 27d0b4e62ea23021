import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { CONTINUE } from '../ir/filler-turns.ts';
import type { Part, ToolCallPart, ToolResultPart } from '../ir/parts.ts';
import type { Turn } from '../ir/request.ts';
import { textOfResult } from '../ir/text-of-result.ts';
import type { JsonObject } from '../json/json-object.ts';

interface Message {
  role: 'user' | 'assistant' | 'function';
  content: string;
  name?: string;
  function_call?: JsonObject;
}

/**
 * Renders turns as Baidu requires: user (or function) and assistant alternate, the user first and last. An
 * assistant calls one function at a time, so parallel calls become consecutive ones.
 */
export function renderBaiduMessages(
  turns: readonly Turn[],
  warnings: ConversionWarnings,
): JsonObject[] {
  const results = new Map<string, ToolResultPart>();
  for (const { parts } of turns)
    for (const part of parts) if (part.type === 'tool-result') results.set(part.callId, part);
  const messages: Message[] = [];
  for (const turn of turns) {
    if (turn.role === 'system') warnings.note('system_position');
    if (turn.role !== 'assistant') appendText(messages, 'user', textOf(turn.parts, warnings));
    else addAssistant(messages, { parts: turn.parts, results }, warnings);
  }
  if (messages.at(-1)?.role === 'assistant') {
    warnings.note('prefill');
    messages.push({ role: 'user', content: CONTINUE });
  }
  return messages as unknown as JsonObject[];
}

interface AssistantTurn {
  parts: readonly Part[];
  results: ReadonlyMap<string, ToolResultPart>;
}

function addAssistant(
  messages: Message[],
  turn: AssistantTurn,
  warnings: ConversionWarnings,
): void {
  const calls = turn.parts.filter((part) => part.type === 'tool-call');
  if (messages.length === 0) {
    warnings.note('opening');
    messages.push({ role: 'user', content: CONTINUE });
  }
  const text = textOf(turn.parts, warnings);
  if (calls.length === 0) return appendText(messages, 'assistant', text);
  for (const [index, call] of calls.entries()) {
    const result = turn.results.get(call.id);
    messages.push(callMessage(call, index === 0 ? text : ''));
    messages.push({ role: 'function', name: call.name, content: resultText(result, warnings) });
  }
}

function callMessage({ name, args }: ToolCallPart, content: string): Message {
  const called = { name, arguments: args.trim() === '' ? '{}' : args };
  return { role: 'assistant', content, function_call: called };
}

/** Merges consecutive messages of one side. */
function appendText(messages: Message[], role: 'user' | 'assistant', text: string): void {
  const last = messages.at(-1);
  const isSameSide = last && (last.role === 'assistant') === (role === 'assistant');
  if (!isSameSide) messages.push({ role, content: text });
  else if (text !== '') last.content = last.content === '' ? text : `${last.content}\n\n${text}`;
}

function textOf(parts: readonly Part[], warnings: ConversionWarnings): string {
  return parts
    .map((part) => readPart(part, warnings))
    .filter((text) => text !== '')
    .join('\n');
}

function readPart(part: Part, warnings: ConversionWarnings): string {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'image':
      warnings.note(part.source.kind === 'url' ? 'image_url' : 'image_data');
      return '';
    case 'file':
      if (part.source.kind === 'text') return part.source.text;
      warnings.note('file');
      return '';
    case 'audio':
    case 'video':
    case 'thinking':
      warnings.note(part.type);
      return '';
    // Rendered with the calls.
    case 'tool-call':
    case 'tool-result':
      return '';
  }
}

function resultText(result: ToolResultPart | undefined, warnings: ConversionWarnings): string {
  if (result?.isError) warnings.note('tool_result_error');
  return (result && textOfResult(result, warnings)) || '{}';
}
