import { describe, expect, it } from 'vitest';
import { passThrough } from '../testing/pass-through.ts';
import { type Json, sendUpstream } from '../testing/translate-call.ts';

describe('a conversation that ends with the model', () => {
  const prefill = [
    { role: 'user', content: 'Count.' },
    { role: 'assistant', content: 'One,' },
  ];

  it('gets a user turn if the model refuses it', () => {
    const { sent, reported } = passThrough('anthropic-messages', 'claude-sonnet-5', {
      messages: prefill,
    });
    expect(sent['messages']).toEqual([...prefill, { role: 'user', content: 'Continue.' }]);
    expect(reported).toEqual(['prefill;approximated']);
  });

  it('stays unchanged if the model continues it', () => {
    const { reported } = passThrough('anthropic-messages', 'claude-haiku-4-5', {
      messages: prefill,
    });
    expect(reported).toEqual([]);
  });

  it('is not confused with one that ends with the user, whatever tools and texts contain', () => {
    const messages = [
      { role: 'assistant', content: 'A' },
      { content: 'say "role": "assistant"', role: 'user' },
    ];
    const tools = [
      { name: 'f', input_schema: { type: 'object', properties: { role: { type: 'string' } } } },
    ];
    const { sent, reported } = passThrough('anthropic-messages', 'claude-sonnet-5', {
      messages,
      tools,
    });
    expect([sent['messages'], reported]).toEqual([messages, []]);
  });

  it.each([
    [
      'a tool’s example',
      { tools: [{ name: 'f', input_schema: { examples: [{ role: 'user' }] } }] },
    ],
    ['a tool’s default', { tools: [{ name: 'f', input_schema: { default: { role: 'user' } } }] }],
    ['a member after them', { metadata: { role: 'user' } }],
    ['an object after them', { metadata: { a: [[{ b: '}', role: 'user' }]] } }],
  ])('gets a user turn although a role of the user follows in %s', (_name, others) => {
    const { sent } = passThrough('anthropic-messages', 'claude-sonnet-5', {
      messages: prefill,
      ...others,
    });
    expect(sent['messages']).toEqual([...prefill, { role: 'user', content: 'Continue.' }]);
  });

  it('gets a user turn at Gemini 3.6 and later', () => {
    const contents = [{ role: 'model', parts: [{ text: 'One,' }] }];
    const { sent } = passThrough('gemini-generate', 'gemini-3.8-flash', { contents });
    expect(sent['contents']).toEqual([
      ...contents,
      { role: 'user', parts: [{ text: 'Continue.' }] },
    ]);
    const earlier = passThrough('gemini-generate', 'gemini-3.5-flash', { contents });
    expect(earlier.sent['contents']).toEqual(contents);
  });
});

describe('tool calls in a history', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
  const history = (assistant: object) => [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: null, tool_calls: [call], ...assistant },
    { role: 'tool', tool_call_id: 'c1', content: 'y' },
  ];
  const thoughtsSent = (model: string, assistant: object, members: object = {}) => {
    const body = { messages: history(assistant), ...members };
    const { sent, reported } = passThrough('openai-chat', model, body);
    const messages = (sent['messages'] ?? body.messages) as unknown as Json[];
    return [messages[1]?.['reasoning_content'], reported];
  };

  it.each([
    ['deepseek-v4-pro', {}, '.', ['thinking;dropped']],
    ['Pro/moonshotai/Kimi-K2.5', {}, '.', ['thinking;dropped']],
    ['kimi-k2.6', { reasoning_content: '' }, '.', ['thinking;dropped']],
    ['kimi-k2.6', { reasoning_content: 'T' }, 'T', []],
    ['deepseek-v4-pro', { reasoning: 'R' }, 'R', []],
    ['deepseek-v4-pro', { reasoning_details: [{ type: 'reasoning.text', text: 'D' }] }, 'D', []],
    ['deepseek-chat', {}, undefined, []],
    ['gpt-4o', {}, undefined, []],
  ] as const)('to %s with %j get the thoughts %j', (model, assistant, thoughts, reported) => {
    expect(thoughtsSent(model, assistant)).toEqual([thoughts, reported]);
  });

  it('need no thoughts if thinking is disabled', () => {
    const off = { thinking: { type: 'disabled' } };
    expect(thoughtsSent('deepseek-v4-pro', {}, off)).toEqual([undefined, []]);
  });

  it('of another dialect get a placeholder, too', () => {
    const body = {
      model: 'asked',
      max_tokens: 99,
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'y' }] },
      ],
    };
    const sent = sendUpstream({
      from: 'anthropic-messages',
      to: 'openai-chat',
      model: 'deepseek-v4-pro',
      body,
    });
    expect(sent['messages']?.[1]?.['reasoning_content']).toBe('.');
  });

  it("without thoughts disable thinking on DeepSeek's endpoint of Anthropic's dialect", () => {
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'y' }] },
    ];
    const { sent } = passThrough('anthropic-messages', 'deepseek-v4-pro', { messages });
    expect(sent['thinking']).toEqual({ type: 'disabled' });
  });
});
