import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { findProvider } from '../providers/index.ts';
import { readCall } from '../translate/client-call.ts';
import { openTranslation } from '../translate/open-translation.ts';

const [QWEN, SILICON_FLOW, VOLC_ENGINE, DEEP_SEEK] = [17, 40, 45, 43];

function outputOf(type: number, model: string, members: object): number | undefined {
  const body = { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5, ...members };
  const read = readCall({ dialect: 'openai-chat', bytes: encodeText(JSON.stringify(body)) });
  if (!read.ok) throw new Error(read.fault.message);
  const opened = openTranslation({
    call: read.call,
    to: 'openai-chat',
    upstreamModel: model,
    id: 'r',
    createdSeconds: 0,
    injectUsage: false,
    rules: findProvider(type)?.bodyRules,
  });
  if (!opened.ok) throw new Error(opened.fault.message);
  return opened.translation.sentLimits.outputTokens;
}

describe('a model whose thoughts do not count towards the limit', () => {
  it.each([
    [QWEN, 'qwen3.5-plus', 81_925],
    [QWEN, 'qwen3.8-max-0902', 81_925],
    [QWEN, 'qwq-plus', 81_925],
    [QWEN, 'qwen3-8b', 81_925],
    [QWEN, 'qwen3-vl-235b-a22b-thinking', 81_925],
    [QWEN, 'deepseek-r1', 81_925],
    [SILICON_FLOW, 'Qwen/Qwen3-8B', 32_773],
    [SILICON_FLOW, 'deepseek-ai/DeepSeek-V4-Pro', 32_773],
    [VOLC_ENGINE, 'doubao-seed-2-1-pro-260915', 65_541],
    [VOLC_ENGINE, 'ep-20261101-abcd', 65_541],
  ])('has them reserved without being asked to think: %s %s', (type, model, tokens) => {
    expect(outputOf(type, model, {})).toBe(tokens);
    expect(outputOf(type, model, { thinking_budget: 700 })).toBe(705);
    expect(outputOf(type, model, { enable_thinking: false })).toBe(5);
    expect(outputOf(type, model, { thinking: { type: 'disabled' } })).toBe(5);
  });

  it.each([
    [QWEN, 'qwen-plus', 81_925],
    [QWEN, 'qwen3-max', 81_925],
    [QWEN, 'qwen3-235b-a22b-instruct-2507', 81_925],
    [SILICON_FLOW, 'Qwen/Qwen2.5-72B-Instruct', 32_773],
    [VOLC_ENGINE, 'doubao-1-5-pro-32k-250115', 65_541],
  ])(
    'has them reserved only when asked to think, if it thinks only then: %s %s',
    (type, model, most) => {
      expect(outputOf(type, model, {})).toBe(5);
      expect(outputOf(type, model, { enable_thinking: true })).toBe(most);
      expect(outputOf(type, model, { thinking: { type: 'enabled' } })).toBe(most);
    },
  );

  it('does not include DeepSeek’s own, whose limit also covers thoughts', () => {
    expect(outputOf(DEEP_SEEK, 'deepseek-v4-pro', {})).toBe(5);
  });
});
