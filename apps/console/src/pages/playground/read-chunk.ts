import type { Completion, ToolCall } from './conversation.ts';

/** The parts of a streamed chat completion chunk that the page reads. */
export interface ChatChunk {
  choices?: readonly {
    delta?: {
      content?: string | null;
      reasoning_content?: string | null;
      reasoning?: string | null;
      tool_calls?: readonly {
        index?: number;
        id?: string;
        function?: { name?: string; arguments?: string };
      }[];
    };
  }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
  error?: { message?: string; code?: string | number | null; type?: string };
}

/** Returns an answer with a chunk added. `atMs` is the time since the call was sent. */
export function addChunk(completion: Completion, chunk: ChatChunk, atMs: number): Completion {
  if (chunk.error) {
    const { message = '', code, type = '' } = chunk.error;
    return {
      ...completion,
      state: 'failed',
      totalMs: atMs,
      failure: { status: 200, code: String(code ?? type), message },
    };
  }
  const delta = chunk.choices?.[0]?.delta;
  const text = delta?.content ?? '';
  const thinking = delta?.reasoning_content ?? delta?.reasoning ?? '';
  const calls = delta?.tool_calls ?? [];
  const next: Completion = {
    ...completion,
    text: completion.text + text,
    thinking: completion.thinking + thinking,
    toolCalls: calls.length > 0 ? addToolCalls(completion.toolCalls, calls) : completion.toolCalls,
  };
  const began = text !== '' || thinking !== '' || calls.length > 0;
  if (began && completion.firstTokenMs === undefined) next.firstTokenMs = atMs;
  if (
    next.thinking !== '' &&
    completion.thoughtMs === undefined &&
    (text !== '' || calls.length > 0)
  )
    next.thoughtMs = atMs;
  if (chunk.usage) {
    next.promptTokens = chunk.usage.prompt_tokens ?? 0;
    next.completionTokens = chunk.usage.completion_tokens ?? 0;
  }
  return next;
}

type ToolCallDelta = NonNullable<
  NonNullable<NonNullable<ChatChunk['choices']>[number]['delta']>['tool_calls']
>[number];

function addToolCalls(
  known: readonly ToolCall[],
  parts: readonly ToolCallDelta[],
): readonly ToolCall[] {
  const calls = [...known];
  for (const { index, id, function: called } of parts) {
    const found = calls.findLastIndex((call) => call.index === index);
    const existing = calls[found];
    // Some servers give every call the same number, or none.
    const isNew = existing === undefined || (id && existing.id !== '' && id !== existing.id);
    const before = isNew ? { id: '', index, name: '', arguments: '' } : existing;
    calls[isNew ? calls.length : found] = {
      ...before,
      id: id || before.id,
      name: called?.name || before.name,
      arguments: before.arguments + (called?.arguments ?? ''),
    };
  }
  return calls;
}
