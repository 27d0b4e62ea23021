import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { warningsOf, sendUpstream } from '../testing/translate-call.ts';

const SEARCH = { type: 'web_search_20250305', name: 'web_search' };
const READ = { name: 'Read', input_schema: { type: 'object' } };
const translationInput = (to: Dialect, name: string) => ({
  from: 'anthropic-messages' as const,
  to,
  model: 'gemini-2.5-pro',
  body: {
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'x' }],
    tools: [SEARCH, READ],
    tool_choice: { type: 'tool', name },
  },
});

it.each<[Dialect, string, unknown]>([
  ['openai-chat', 'tool_choice', { type: 'function', function: { name: 'Read' } }],
  ['openai-responses', 'tool_choice', { type: 'function', name: 'Read' }],
  [
    'gemini-generate',
    'toolConfig',
    { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['Read'] } },
  ],
])('%s is not required to use a tool that it did not receive', (to, member, forced) => {
  expect(sendUpstream(translationInput(to, 'Read'))[member]).toEqual(forced);
  expect(warningsOf(translationInput(to, 'Read')).join()).toMatch(/builtin_tool/);
});

describe('a choice among some of the tools', () => {
  const tool = (name: string) => ({ type: 'function', name, parameters: { type: 'object' } });
  const choose = (mode: string, to: Dialect, model: string, names = ['read', 'list']) =>
    sendUpstream({
      from: 'openai-responses',
      to,
      model,
      body: {
        model: 'm',
        input: 'x',
        tools: [tool('read'), tool('list'), tool('delete')],
        tool_choice: {
          type: 'allowed_tools',
          mode,
          tools: [...names.map((name) => ({ type: 'function', name })), { type: 'mcp' }],
        },
      },
    });

  it.each([
    ['auto', 'auto'],
    ['required', 'required'],
  ])('is told to OpenAI’s models, who keep all tools: %s', (mode) => {
    const sent = choose(mode, 'openai-chat', 'gpt-5.1');
    const tools = ['read', 'list'].map((name) => ({ type: 'function', function: { name } }));
    expect(sent.tool_choice).toEqual({ type: 'allowed_tools', allowed_tools: { mode, tools } });
    expect(sent.tools).toHaveLength(3);
  });

  it.each<[string, Dialect, string, unknown]>([
    ['auto', 'openai-chat', 'deepseek-chat', 'auto'],
    ['required', 'openai-chat', 'deepseek-chat', 'required'],
    ['auto', 'anthropic-messages', 'claude-sonnet-4-5', { type: 'auto' }],
    ['required', 'anthropic-messages', 'claude-sonnet-4-5', { type: 'any' }],
  ])('limits what others are offered: %s for %s', (mode, to, model, choice) => {
    const sent = choose(mode, to, model);
    expect(sent.tool_choice).toEqual(choice);
    expect(JSON.stringify(sent.tools)).toMatch(/read.*list/);
    expect(JSON.stringify(sent.tools)).not.toContain('delete');
  });

  it('keeps a forbidden tool from Gemini, too', () => {
    const sent = choose('auto', 'gemini-generate', 'gemini-3-pro');
    expect(sent.toolConfig).toEqual({ functionCallingConfig: { mode: 'AUTO' } });
    expect(JSON.stringify(sent.tools)).not.toContain('delete');
  });

  it('without any of the functions offers none of them', () => {
    expect(choose('auto', 'anthropic-messages', 'claude-sonnet-4-5', [])).not.toHaveProperty(
      'tools',
    );
  });

  it('of Gemini’s clients is kept', () => {
    const sent = sendUpstream({
      from: 'gemini-generate',
      to: 'openai-responses',
      model: 'gpt-5.1',
      body: {
        contents: [{ role: 'user', parts: [{ text: 'x' }] }],
        tools: [{ functionDeclarations: [{ name: 'read' }, { name: 'delete' }] }],
        toolConfig: {
          functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['read'] },
        },
      },
    });
    const tools = [{ type: 'function', name: 'read' }];
    expect(sent.tool_choice).toEqual({ type: 'allowed_tools', mode: 'auto', tools });
  });
});

it('a forced tool with free text is named as one for chat completions, which refuse it otherwise', () => {
  const sent = sendUpstream({
    from: 'openai-responses',
    to: 'openai-chat',
    model: 'gpt-5.1',
    body: {
      model: 'm',
      input: 'x',
      tools: [{ type: 'custom', name: 'apply' }],
      tool_choice: { type: 'custom', name: 'apply' },
    },
  });
  expect(sent.tool_choice).toEqual({ type: 'custom', custom: { name: 'apply' } });
});
