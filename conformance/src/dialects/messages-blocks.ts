import { assertRule } from './assert-rule.ts';
import type { Completion, ToolCall } from './conversation.ts';

type Block = Record<string, unknown> & { type?: unknown };

/** Reads the blocks of a response, whole or assembled from a stream. */
export function readBlocks(
  blocks: readonly Block[],
  stopReason: unknown,
): Omit<Completion, 'usage'> {
  for (const block of blocks) checkBlock(block);
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(readCall);
  const expected = calls.length > 0 ? ['tool_use'] : ['end_turn', 'max_tokens', 'stop_sequence'];
  assertRule(
    expected.includes(String(stopReason)),
    'messages/stop-reason',
    `stop_reason is ${String(stopReason)}`,
  );
  const join = (type: string, member: string) =>
    blocks
      .filter((block) => block.type === type)
      .map((block) => block[member])
      .join('');
  return {
    text: join('text', 'text'),
    thinking: join('thinking', 'thinking'),
    calls,
    turn: blocks,
  };
}

/** Checks that a block has content: text, or thinking with words or a signature. */
function checkBlock(block: Block): void {
  const { type, text, thinking, signature } = block;
  const shown = JSON.stringify(block);
  if (type === 'text')
    assertRule(typeof text === 'string' && text !== '', 'messages/nothing-empty', shown);
  if (type === 'thinking') {
    assertRule(
      typeof thinking === 'string' && typeof signature === 'string',
      'messages/signature-delta',
      shown,
    );
    assertRule(thinking !== '' || signature !== '', 'messages/nothing-empty', shown);
  }
}

function readCall(block: Block): ToolCall {
  const { id, name, input } = block;
  const isWhole = typeof id === 'string' && typeof name === 'string';
  assertRule(
    isWhole && typeof input === 'object' && input !== null,
    'messages/input-object',
    JSON.stringify(block),
  );
  assertRule(/^[a-zA-Z0-9_-]+$/.test(id), 'messages/tool-id-alphabet', id);
  return { id, name, args: input };
}

/** Reads the usage: cached tokens are counted separately from the input. */
export function readMessagesUsage(usage: unknown): Completion['usage'] {
  const reported = (usage ?? {}) as Record<string, unknown>;
  const { input_tokens: input, output_tokens: output } = reported;
  const isWhole = Number.isInteger(input) && Number.isInteger(output);
  assertRule(isWhole, 'messages/usage-numbers', JSON.stringify(usage));
  const cached = ['cache_read_input_tokens', 'cache_creation_input_tokens'].map((name) =>
    Number(reported[name] ?? 0),
  );
  return {
    input: cached.reduce((sum, count) => sum + count, Number(input)),
    output: Number(output),
  };
}
