import { assertRule, parseJson } from './assert-rule.ts';
import type { Completion, ToolCall } from './conversation.ts';

export type Item = Record<string, unknown> & { type?: unknown; id?: unknown };
interface Part {
  type?: unknown;
  text?: unknown;
  annotations?: unknown;
}

/** Reads the items of a response, whole or assembled from a stream. */
export function readItems(items: readonly Item[], status: string): Omit<Completion, 'usage'> {
  assertRule(
    ['completed', 'incomplete'].includes(status),
    'responses/terminal-last',
    `status is ${status}`,
  );
  for (const item of items)
    assertRule(typeof item.id === 'string', 'responses/item-members', JSON.stringify(item));
  const calls = items.filter(({ type }) => type === 'function_call').map(readCall);
  const text = items
    .filter(({ type }) => type === 'message')
    .map(readMessage)
    .join('');
  const thinking = items
    .filter(({ type }) => type === 'reasoning')
    .map(readReasoning)
    .join('');
  return { text, thinking, calls, turn: items };
}

function readCall(item: Item): ToolCall {
  const { call_id, name, arguments: args } = item;
  const isWhole =
    typeof call_id === 'string' && typeof name === 'string' && typeof args === 'string';
  assertRule(isWhole, 'responses/item-members', JSON.stringify(item));
  assertRule(call_id.length > 0 && call_id.length <= 64, 'responses/call-id-length', call_id);
  return { id: call_id, name, args: parseJson(args, 'responses/item-members') };
}

function readMessage(item: Item): string {
  const shown = JSON.stringify(item);
  const content = (item['content'] ?? []) as Part[];
  assertRule(
    item['role'] === 'assistant' && item['status'] === 'completed',
    'responses/item-members',
    shown,
  );
  assertRule(content.length > 0, 'responses/nothing-empty', shown);
  for (const { type, text, annotations } of content) {
    assertRule(
      type === 'output_text' && Array.isArray(annotations),
      'responses/item-members',
      shown,
    );
    assertRule(text !== '', 'responses/nothing-empty', shown);
  }
  return content.map(({ text }) => text).join('');
}

function readReasoning(item: Item): string {
  const { summary, content, encrypted_content } = item;
  assertRule(Array.isArray(summary), 'responses/item-members', JSON.stringify(item));
  const parts = [...(summary as Part[]), ...((content as Part[] | undefined) ?? [])];
  const hasSome = parts.length > 0 || typeof encrypted_content === 'string';
  assertRule(hasSome, 'responses/nothing-empty', JSON.stringify(item));
  return parts.map(({ text }) => text).join('');
}

/** Reads the usage: integers that add up. */
export function readResponsesUsage(usage: unknown): Completion['usage'] {
  const {
    input_tokens: input,
    output_tokens: output,
    total_tokens: total,
  } = (usage ?? {}) as Record<string, unknown>;
  const isWhole = Number.isInteger(input) && Number.isInteger(output);
  assertRule(
    isWhole && total === Number(input) + Number(output),
    'responses/usage-numbers',
    JSON.stringify(usage),
  );
  return { input: Number(input), output: Number(output) };
}

/** Required members of a response; those that may not be null have their type. */
const REQUIRED: Readonly<Record<string, string | undefined>> = {
  id: 'string',
  object: 'string',
  created_at: 'number',
  completed_at: undefined,
  status: 'string',
  incomplete_details: undefined,
  model: 'string',
  previous_response_id: undefined,
  instructions: undefined,
  output: 'object',
  error: undefined,
  tools: 'object',
  tool_choice: 'any',
  truncation: 'string',
  parallel_tool_calls: 'boolean',
  text: 'object',
  top_p: 'number',
  presence_penalty: 'number',
  frequency_penalty: 'number',
  top_logprobs: 'number',
  temperature: 'number',
  reasoning: undefined,
  user: undefined,
  usage: undefined,
  max_output_tokens: undefined,
  max_tool_calls: undefined,
  store: 'boolean',
  background: 'boolean',
  service_tier: 'string',
  metadata: 'object',
  safety_identifier: undefined,
  prompt_cache_key: undefined,
};

/** Returns the members that a response lacks to be a ResponseResource. */
export function missingMembers(response: unknown): string[] {
  const members = (response ?? {}) as Record<string, unknown>;
  return Object.entries(REQUIRED).flatMap(([name, type]) => {
    if (!Object.hasOwn(members, name)) return [`${name} is missing`];
    const value = members[name];
    if (type === undefined || (type === 'any' && value !== null)) return [];
    return value !== null && typeof value === type ? [] : [`${name} is ${JSON.stringify(value)}`];
  });
}

/** Checks the members without which no SDK can read a response. */
export function checkResource(response: unknown): void {
  const { id, object, created_at, model, output } = (response ?? {}) as Record<string, unknown>;
  const isResponse = object === 'response' && typeof id === 'string' && typeof model === 'string';
  const isWhole = isResponse && typeof created_at === 'number' && Array.isArray(output);
  assertRule(isWhole, 'responses/resource', JSON.stringify(response));
}
