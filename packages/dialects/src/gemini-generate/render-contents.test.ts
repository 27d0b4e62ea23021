import { expect, it } from 'vitest';
import { sendUpstream, warningsOf } from '../testing/translate-call.ts';

const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });

it('a conversation that begins with a call gets a turn of the user before it, as Google requires', () => {
  const input = {
    from: 'openai-chat' as const,
    to: 'gemini-generate' as const,
    model: 'gemini-2.5-pro',
    body: {
      model: 'm',
      messages: [
        { role: 'assistant', content: 'Let me see.' },
        { role: 'assistant', content: null, tool_calls: [call('c')] },
        { role: 'tool', tool_call_id: 'c', content: 'ok' },
      ],
      tools: [{ type: 'function', function: { name: 'f' } }],
    },
  };
  const { contents } = sendUpstream(input);
  expect([...(contents ?? [])].map(({ role }) => role)).toEqual(['user', 'model', 'user']);
  expect(contents?.[0]?.parts).toEqual([{ text: '(conversation continues)' }]);
  expect(warningsOf(input)).toEqual(['opening;approximated']);
});
