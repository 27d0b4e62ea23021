import { describe, expect, it } from 'vitest';
import { warningsOf, sendUpstream } from '../testing/translate-call.ts';

const USER = { role: 'user', content: 'Count.' };
const SAID = { role: 'assistant', content: 'One, two, \n' };
const way = (model: string, messages: readonly object[]) => ({
  from: 'openai-chat' as const,
  to: 'anthropic-messages' as const,
  model,
  body: { model: 'm', messages },
});
const textOf = (text: string) => [{ type: 'text', text }];

describe('a conversation that ends with the assistant', () => {
  it('is continued by models that support it, without the trailing whitespace that they refuse', () => {
    const { messages } = sendUpstream(way('claude-sonnet-4-5', [USER, SAID]));
    expect(messages?.[1]).toEqual({ role: 'assistant', content: textOf('One, two,') });
    expect(warningsOf(way('claude-sonnet-4-5', [USER, SAID]))).toEqual([]);
    const blank = way('claude-sonnet-4-5', [USER, { role: 'assistant', content: ' \n' }]);
    expect(sendUpstream(blank).messages).toEqual([{ role: 'user', content: textOf('Count.') }]);
  });

  it('is followed by a user turn for models that refuse it, with a warning', () => {
    const { messages } = sendUpstream(way('claude-sonnet-4-6', [USER, SAID]));
    expect(messages?.[2]).toEqual({ role: 'user', content: textOf('Continue.') });
    expect(warningsOf(way('claude-sonnet-4-6', [USER, SAID]))).toEqual(['prefill;approximated']);
  });
});

it('a conversation that begins with the assistant gets an opening turn, with a warning', () => {
  const { messages } = sendUpstream(way('claude-sonnet-4-5', [SAID, USER]));
  expect(messages?.[0]).toEqual({ role: 'user', content: textOf('(conversation continues)') });
  expect(warningsOf(way('claude-sonnet-4-5', [SAID, USER]))).toEqual(['opening;approximated']);
});
