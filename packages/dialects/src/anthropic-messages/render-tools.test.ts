import { expect, it } from 'vitest';
import { sendUpstream } from '../testing/translate-call.ts';

it('a history with calls in a request without tools declares them, as Anthropic requires, and forbids their use', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'a.b', arguments: '{}' } };
  const history = [
    { role: 'user', content: 'Count.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
  ];

  const sent = sendUpstream({
    from: 'openai-chat',
    to: 'anthropic-messages',
    model: 'claude-sonnet-4-5',
    body: { model: 'm', messages: history },
  });
  const name = String(sent.tools?.[0]?.name);
  expect(name).toMatch(/^a_b_\w+$/);
  expect(sent.tools).toEqual([{ name, input_schema: { type: 'object', properties: {} } }]);
  expect(sent.tool_choice).toEqual({ type: 'none' });
  expect(sent.messages?.[1]?.content?.[0]?.name).toBe(name);
});
