import type { ChatResponse } from '../ir/response.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { Part } from '../ir/parts.ts';
import type { ChatRequest, Tool } from '../ir/request.ts';
import type { EmitEvent, StreamEvent } from '../ir/stream-event.ts';
import { ParseBudget } from '../json/parse-budget.ts';
import { isRecord, parseJsonText } from '../json/parse-json.ts';

export interface WrappedRequest {
  readonly request: ChatRequest;
  /** Names of tools with free-text input. */
  readonly customTools: ReadonlySet<string>;
}

/** Wraps free text in an object with one member, for dialects without such tools. */
export function wrapCustom(request: ChatRequest, warnings: ConversionWarnings): WrappedRequest {
  const customTools = new Set(request.tools.filter(({ custom }) => custom).map(({ name }) => name));
  if (customTools.size > 0) warnings.note('custom_tool');
  return {
    customTools,
    request: {
      ...request,
      tools: request.tools.map((tool) => (tool.custom ? asFunction(tool) : tool)),
      turns: request.turns.map((turn) => ({ ...turn, parts: turn.parts.map(wrapPart) })),
    },
  };
}

/** A model that can't be constrained by a grammar can still read it. */
function asFunction({ name, description, grammar, cache }: Tool): Tool {
  const rules =
    grammar && `The input follows this ${grammar.syntax} grammar:\n${grammar.definition}`;
  const text = [description, rules].filter(Boolean).join('\n\n');
  return {
    name,
    ...(text === '' ? {} : { description: text }),
    schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    ...(cache ? { cache } : {}),
  };
}

function wrapPart(part: Part): Part {
  if (part.type !== 'tool-call' || !part.custom) return part;
  const { custom: _custom, args, ...call } = part;
  return { ...call, args: JSON.stringify({ input: args }) };
}

/** Unwraps the free text from the object. */
export function unwrapResponse(response: ChatResponse, names: ReadonlySet<string>): ChatResponse {
  if (names.size === 0) return response;
  const budget = new ParseBudget();
  const parts = response.parts.map((part) =>
    part.type === 'tool-call' && names.has(part.name)
      ? { ...part, args: unwrap(part.args, budget), custom: true as const }
      : part,
  );
  return { ...response, parts };
}

/** Does the same for a stream: the pieces of such a call are buffered until it is complete. */
export function unwrapStream(emit: EmitEvent, names: ReadonlySet<string>): EmitEvent {
  if (names.size === 0) return emit;
  const inputsByIndex = new Map<number, string>();
  const budget = new ParseBudget();
  return (event: StreamEvent) => {
    if (
      event.type === 'part-start' &&
      event.part.kind === 'tool-call' &&
      names.has(event.part.name)
    ) {
      inputsByIndex.set(event.index, '');
      return emit({ ...event, part: { ...event.part, custom: true } });
    }
    if (event.type === 'delta' && inputsByIndex.has(event.index)) {
      inputsByIndex.set(event.index, (inputsByIndex.get(event.index) ?? '') + event.text);
      return undefined;
    }
    const args = event.type === 'part-end' ? inputsByIndex.get(event.index) : undefined;
    if (event.type === 'part-end' && args !== undefined) {
      inputsByIndex.delete(event.index);
      emit({ type: 'delta', index: event.index, text: unwrap(args, budget) });
    }
    return emit(event);
  };
}

function unwrap(args: string, budget: ParseBudget): string {
  const parsed = budget.take(args) ? parseJsonText(args) : undefined;
  return isRecord(parsed) && typeof parsed.input === 'string' ? parsed.input : args;
}
