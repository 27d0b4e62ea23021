import { expect, test } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';
import { maxOutputOf } from './model-outputs.ts';
import { readSentLimits } from './sent-limits.ts';

const MODEL = 'claude-sonnet-4-5';
const WORDS = 'word '.repeat(50_000);

function read(dialect: Dialect, body: object) {
  const base =
    dialect === 'anthropic-messages'
      ? { max_tokens: 9, messages: [{ role: 'user', content: WORDS }] }
      : { max_output_tokens: 9, input: WORDS };
  const bytes = encodeText(JSON.stringify({ model: MODEL, ...base, ...body }));
  const result = readCall({ dialect, bytes });
  if (!result.ok) throw new Error(result.fault.message);
  const { request } = result.call;
  return { request, limits: readSentLimits(dialect, bytes, request) };
}

const edits = (...list: object[]) => ({ context_management: { edits: list } });
const compact = { type: 'compact_20260112' };
const trigger = (value: number) => ({ ...compact, trigger: { type: 'input_tokens', value } });
const responses = (compact_threshold?: number) => ({
  context_management: [{ type: 'compaction', compact_threshold }],
});

test.each<[Dialect, object]>([
  ['anthropic-messages', edits(compact)],
  ['anthropic-messages', edits({ type: 'clear_tool_uses_20250919' }, trigger(60_000))],
  [
    'anthropic-messages',
    { ...edits(trigger(500_000)), tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
  ],
  ['openai-responses', responses()],
  ['openai-responses', responses(200_000)],
])(
  'a call of %s that may be compacted reserves the conversation twice, and the summary: %j',
  (dialect, body) => {
    const { request, limits } = read(dialect, body);
    const plain = read(dialect, { ...body, context_management: undefined });
    expect(request.promptTokensMax).toBeGreaterThanOrEqual(2 * plain.request.promptTokensMax);
    expect(limits.outputTokens).toBe(9 + maxOutputOf(MODEL));
  },
);

test.each<[Dialect, object]>([
  ['anthropic-messages', edits(trigger(500_000))],
  ['anthropic-messages', edits({ type: 'clear_thinking_20251015' })],
  ['openai-responses', responses(500_000)],
])('a call of %s that is too short for that reserves itself only: %j', (dialect, body) => {
  const { request, limits } = read(dialect, body);
  expect(request.promptTokensMax).toBeLessThan(300_000);
  expect(limits.outputTokens).toBe(9);
});
