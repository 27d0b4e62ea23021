import { assertRule, parseJson } from './assert-rule.ts';
import { readChatMessage, readChatUsage } from './chat-message.ts';
import type { Completion, StreamEvent } from './conversation.ts';

type Delta = Record<string, unknown> & { tool_calls?: CallDelta[] };
type CallDelta = {
  index?: unknown;
  id?: string;
  type?: string;
  function?: { name?: string; arguments?: string };
};
interface Chunk {
  object?: unknown;
  choices?: { delta?: Delta; finish_reason?: string | null }[];
  usage?: unknown;
}

/** Returns the text of all parsable chunks. */
export function textInChat(events: readonly StreamEvent[]): string {
  return events
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => (parseJson(data) as Chunk).choices?.[0]?.delta?.['content'] ?? '')
    .join('');
}

/** Reads a stream of chunks as a strict SDK does. */
export function readChatStream(events: readonly StreamEvent[]): Completion {
  assertRule(
    events.at(-1)?.data === '[DONE]',
    'chat/done-last',
    `the last event is ${events.at(-1)?.data}`,
  );
  const chunks = events.slice(0, -1).map(({ data }) => parseJson(data) as Chunk);
  const message: Record<string, unknown> = {};
  const calls: CallDelta[] = [];
  let finish: string | undefined;
  for (const chunk of chunks) {
    assertRule(chunk.object === 'chat.completion.chunk', 'chat/object', JSON.stringify(chunk));
    assertRule(Array.isArray(chunk.choices), 'chat/choices-array', JSON.stringify(chunk));
    const [choice] = chunk.choices;
    if (!choice) continue;
    const { tool_calls = [], ...delta } = choice.delta ?? {};
    if (message['role'] === undefined)
      assertRule(delta['role'] === 'assistant', 'chat/role-first', JSON.stringify(chunk));
    const says = tool_calls.length > 0 || (delta['content'] ?? '') !== '';
    assertRule(
      !(finish !== undefined && says),
      'chat/one-finish',
      'something was said after the finish',
    );
    mergeMembers(message, delta);
    for (const call of tool_calls) mergeCall(calls, call);
    if (typeof choice.finish_reason !== 'string') continue;
    assertRule(
      finish === undefined,
      'chat/one-finish',
      `finish_reason twice: ${choice.finish_reason}`,
    );
    finish = choice.finish_reason;
  }
  assertRule(finish !== undefined, 'chat/one-finish', 'no finish_reason');
  const last = chunks.at(-1);
  assertRule(last?.choices?.length === 0 && last.usage, 'chat/usage-last', JSON.stringify(last));
  const usageChunks = chunks.filter(({ usage }) => (usage ?? null) !== null);
  assertRule(
    usageChunks.length === 1,
    'chat/usage-last',
    `usage came in ${usageChunks.length} chunks`,
  );
  const whole = {
    ...message,
    content:
      calls.length > 0 && (message['content'] ?? '') === '' ? null : (message['content'] ?? ''),
    ...(calls.length > 0 ? { tool_calls: calls.map(withoutIndex) } : {}),
  };
  return { ...readChatMessage(whole, finish), usage: readChatUsage(last.usage) };
}

function withoutIndex(call: CallDelta): object {
  const { id, type, function: named } = call;
  return { id, type, function: named };
}

/** Merges a delta: strings and lists are appended to, everything else is replaced. */
function mergeMembers(message: Record<string, unknown>, delta: Delta): void {
  for (const [name, value] of Object.entries(delta)) {
    const before = message[name];
    if (typeof value === 'string' && typeof before === 'string' && name !== 'role')
      message[name] = before + value;
    else if (Array.isArray(value) && Array.isArray(before))
      message[name] = [...(before as unknown[]), ...(value as unknown[])];
    else if (value !== null || before === undefined) message[name] = value;
  }
}

function mergeCall(calls: CallDelta[], delta: CallDelta): void {
  const { index, id, type, function: { name, arguments: args = '' } = {} } = delta;
  assertRule(Number.isInteger(index), 'chat/call-deltas', JSON.stringify(delta));
  const known = calls[Number(index)];
  if (known) {
    // Clients that concatenate deltas would repeat the name.
    assertRule(!id && !name, 'chat/call-deltas', JSON.stringify(delta));
    known.function = { ...known.function, arguments: (known.function?.arguments ?? '') + args };
    return;
  }
  const isFirst = index === calls.length && id && type === 'function' && name;
  assertRule(isFirst, 'chat/call-deltas', JSON.stringify(delta));
  calls.push({ ...delta, function: { name, arguments: args } });
}
