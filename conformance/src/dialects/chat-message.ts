import { assertRule, parseJson } from './assert-rule.ts';
import type { Completion, ToolCall } from './conversation.ts';

interface ChatMessage {
  role?: unknown;
  content?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
  tool_calls?: {
    id?: unknown;
    type?: unknown;
    function?: { name?: unknown; arguments?: unknown };
  }[];
}

/** Reads an assistant message, whole or assembled from a stream. */
export function readChatMessage(message: object, finish: unknown): Omit<Completion, 'usage'> {
  const { role, content, reasoning_content, reasoning, tool_calls = [] } = message as ChatMessage;
  assertRule(role === 'assistant', 'chat/role-first', `role is ${String(role)}`);
  const calls = tool_calls.map(readCall);
  const expected = calls.length > 0 ? 'tool_calls' : finish === 'length' ? 'length' : 'stop';
  assertRule(
    finish === expected,
    'chat/finish-value',
    `finish_reason is ${String(finish)}, not ${expected}`,
  );
  const isText = typeof content === 'string' || (content === null && calls.length > 0);
  assertRule(isText, 'chat/object', `content is ${JSON.stringify(content)}`);
  return {
    text: content ?? '',
    thinking: String(reasoning_content ?? reasoning ?? ''),
    calls,
    turn: message,
  };
}

function readCall(call: NonNullable<ChatMessage['tool_calls']>[number]): ToolCall {
  const { id, type, function: { name, arguments: args } = {} } = call;
  const isWhole = typeof id === 'string' && typeof name === 'string' && typeof args === 'string';
  assertRule(isWhole && type === 'function', 'chat/call-deltas', JSON.stringify(call));
  return { id, name, args: parseJson(args, 'chat/arguments-json') };
}

/** Reads the usage: integers that add up. */
export function readChatUsage(usage: unknown): Completion['usage'] {
  const {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: total,
  } = (usage ?? {}) as Record<string, unknown>;
  const isWhole = Number.isInteger(input) && Number.isInteger(output);
  assertRule(
    isWhole && total === Number(input) + Number(output),
    'chat/usage-numbers',
    JSON.stringify(usage),
  );
  return { input: Number(input), output: Number(output) };
}
