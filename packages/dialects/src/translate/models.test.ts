import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import {
  warningsOf,
  receiveResponse,
  sendUpstream,
  type CallOptions,
} from '../testing/translate-call.ts';

const chat = (body: object, to: Dialect, model: string): CallOptions => ({
  from: 'openai-chat',
  to,
  model,
  body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...body },
});

describe('reasoning', () => {
  const sent = (body: object, to: Dialect, model: string) =>
    sendUpstream(chat({ messages: [{ role: 'user', content: 'Hi' }], ...body }, to, model));

  it.each([
    [
      'anthropic-messages',
      'claude-sonnet-4-5',
      { thinking: { type: 'enabled', budget_tokens: 16_384 } },
    ],
    [
      'anthropic-messages',
      'claude-opus-5-5',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
    ],
    [
      'gemini-generate',
      'gemini-2.5-pro',
      { generationConfig: { thinkingConfig: { thinkingBudget: 16_384, includeThoughts: true } } },
    ],
    [
      'gemini-generate',
      'gemini-3.1-pro',
      { generationConfig: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } } },
    ],
    [
      'openai-responses',
      'gpt-6-sol',
      { reasoning: { effort: 'high' }, include: ['reasoning.encrypted_content'], store: false },
    ],
  ] as const)('by effort becomes what %s %s supports', (to, model, expected) => {
    expect(sent({ reasoning_effort: 'high' }, to, model)).toMatchObject(expected);
  });

  it('leaves tokens for the response in addition to the thoughts, and drops sampling', () => {
    const body = { reasoning_effort: 'high', max_tokens: 500, temperature: 0.2 };
    const rendered = sent(body, 'anthropic-messages', 'claude-sonnet-4-5');
    expect(rendered.max_tokens).toBe(16_884);
    expect(rendered).not.toHaveProperty('temperature');
  });

  it('requests no summary from OpenAI unless the client did: it may be refused', () => {
    expect(sent({ reasoning_effort: 'low' }, 'openai-responses', 'gpt-6-sol').reasoning).toEqual({
      effort: 'low',
    });
    const shown = sent({ reasoning: { effort: 'low' } }, 'openai-responses', 'gpt-6-sol');
    expect(shown.reasoning).toEqual({ effort: 'low', summary: 'auto' });
  });

  it('with a budget is omitted from a tool loop whose thoughts are missing, as it would be refused', () => {
    const call = { id: 'a', type: 'function', function: { name: 'now', arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'noon' },
    ];
    const body = { reasoning_effort: 'high', messages };
    expect(sent(body, 'anthropic-messages', 'claude-sonnet-4-5')).not.toHaveProperty('thinking');
    expect(warningsOf(chat(body, 'anthropic-messages', 'claude-sonnet-4-5'))).toEqual([
      'reasoning;approximated',
    ]);
  });

  it('with a budget is omitted from a tool loop that a response without content seems to end', () => {
    const call = { id: 'a', type: 'function', function: { name: 'now', arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'noon' },
      { role: 'assistant', content: '', reasoning_content: 'Hm' },
      { role: 'user', content: 'Go on' },
    ];
    const body = { reasoning_effort: 'high', messages };
    expect(sent(body, 'anthropic-messages', 'claude-sonnet-4-5')).not.toHaveProperty('thinking');
  });
});

describe('what only one dialect requires', () => {
  it('a refusal with text is a complete response, one without is incomplete', () => {
    const options: CallOptions = {
      from: 'openai-responses',
      to: 'openai-chat',
      body: { model: 'm', input: 'Hi' },
    };
    const respond = (message: object, reason: string) =>
      receiveResponse(options, { choices: [{ message, finish_reason: reason }] });
    expect(respond({ refusal: 'No.' }, 'stop')).toMatchObject({
      status: 'completed',
      incomplete_details: null,
    });
    expect(respond({ content: 'x' }, 'content_filter')).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
    });
  });

  it('Gemini 3 gets the placeholder for unsigned calls only on the first of parallel calls', () => {
    const call = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'now', arguments: '{}' },
    });
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
    ];
    const parts = (model: string) =>
      sendUpstream(chat({ messages }, 'gemini-generate', model)).contents?.[1]?.parts;
    expect(parts('gemini-3.1-pro')?.map(({ thoughtSignature: signature }) => signature)).toEqual([
      'skip_thought_signature_validator',
      undefined,
    ]);
    expect(JSON.stringify(parts('gemini-2.5-pro'))).not.toContain('Signature');
  });

  it('thoughts are returned unsigned to servers that require them, but never foreign ones, and never to OpenAI', () => {
    const thoughts = (signature: string) => [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature },
          { type: 'text', text: 'Yes' },
        ],
      },
      { role: 'user', content: 'Go on' },
    ];
    const send = (signature: string, model: string) =>
      sendUpstream({
        from: 'anthropic-messages',
        to: 'openai-chat',
        model,
        body: { model: 'm', max_tokens: 9, messages: thoughts(signature) },
      }).messages?.[1];
    expect(send('tg1.0..', 'deepseek-v4-pro')).toMatchObject({ reasoning_content: 'Hm' });
    expect(send('c2ln', 'deepseek-v4-pro')).not.toHaveProperty('reasoning_content');
    expect(send('tg1.0..', 'gpt-6-sol')).not.toHaveProperty('reasoning_content');
  });
});
