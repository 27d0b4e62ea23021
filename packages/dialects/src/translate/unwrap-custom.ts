import type { ChatAnswer } from '../ir/answer.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { EmitEvent, StreamEvent } from '../ir/stream-event.ts';
import { isRecord, parseJsonText } from '../json/parse-json.ts';

/** Names of the tools that take free text. */
export function customToolNames(request: ChatRequest): ReadonlySet<string> {
  return new Set(request.tools.filter((tool) => tool.custom).map((tool) => tool.name));
}

/**
 * Free text is asked for as an object with one member where a dialect has no such tools; here it
 * is taken out again.
 */
export function unwrapAnswer(answer: ChatAnswer, names: ReadonlySet<string>): ChatAnswer {
  if (names.size === 0) return answer;
  const parts = answer.parts.map((part) =>
    part.type === 'tool-call' && names.has(part.name)
      ? { ...part, args: unwrap(part.args), custom: true as const }
      : part,
  );
  return { ...answer, parts };
}

/** The same for a stream: the pieces of such a call are kept until it is complete. */
export function unwrapStream(emit: EmitEvent, names: ReadonlySet<string>): EmitEvent {
  if (names.size === 0) return emit;
  const kept = new Map<number, string>();
  return (event: StreamEvent) => {
    if (event.type === 'open' && event.part.kind === 'tool-call' && names.has(event.part.name)) {
      kept.set(event.index, '');
      return emit({ ...event, part: { ...event.part, custom: true } });
    }
    if (event.type === 'grow' && kept.has(event.index)) {
      kept.set(event.index, (kept.get(event.index) ?? '') + event.text);
      return undefined;
    }
    const args = event.type === 'close' ? kept.get(event.index) : undefined;
    if (event.type === 'close' && args !== undefined) {
      kept.delete(event.index);
      emit({ type: 'grow', index: event.index, text: unwrap(args) });
    }
    return emit(event);
  };
}

function unwrap(args: string): string {
  const parsed = parseJsonText(args);
  return isRecord(parsed) && typeof parsed.input === 'string' ? parsed.input : args;
}
