import { describe, expect, it } from 'vitest';
import { warningsOf, sendUpstream } from '../testing/translate-call.ts';

const USER = { role: 'user', content: 'Count.' };
const ASSISTANT_MESSAGE = { role: 'assistant', content: 'One, two, \n' };
const translationInput = (model: string, messages: readonly object[]) => ({
  from: 'openai-chat' as const,
  to: 'anthropic-messages' as const,
  model,
  body: { model: 'm', messages },
});
const textOf = (text: string) => [{ type: 'text', text }];

describe('a conversation that ends with the assistant', () => {
  it('is continued by models that support it, without the trailing whitespace that they refuse', () => {
    const { messages } = sendUpstream(
      translationInput('claude-sonnet-4-5', [USER, ASSISTANT_MESSAGE]),
    );
    expect(messages?.[1]).toEqual({ role: 'assistant', content: textOf('One, two,') });
    expect(warningsOf(translationInput('claude-sonnet-4-5', [USER, ASSISTANT_MESSAGE]))).toEqual(
      [],
    );
    const blank = translationInput('claude-sonnet-4-5', [
      USER,
      { role: 'assistant', content: ' \n' },
    ]);
    expect(sendUpstream(blank).messages).toEqual([{ role: 'user', content: textOf('Count.') }]);
  });

  it('is followed by a user turn for models that refuse it, with a warning', () => {
    const { messages } = sendUpstream(
      translationInput('claude-sonnet-4-6', [USER, ASSISTANT_MESSAGE]),
    );
    expect(messages?.[2]).toEqual({ role: 'user', content: textOf('Continue.') });
    expect(warningsOf(translationInput('claude-sonnet-4-6', [USER, ASSISTANT_MESSAGE]))).toEqual([
      'prefill;approximated',
    ]);
  });
});

it('a conversation that begins with the assistant gets an opening turn, with a warning', () => {
  const { messages } = sendUpstream(
    translationInput('claude-sonnet-4-5', [ASSISTANT_MESSAGE, USER]),
  );
  expect(messages?.[0]).toEqual({ role: 'user', content: textOf('(conversation continues)') });
  expect(warningsOf(translationInput('claude-sonnet-4-5', [ASSISTANT_MESSAGE, USER]))).toEqual([
    'opening;approximated',
  ]);
});

describe('thoughts after which the response was cut off', () => {
  const thought = (text: string) => ({
    role: 'assistant',
    content: '',
    reasoning_details: [{ type: 'reasoning.text', text, signature: `tg1.2..${text}` }],
  });
  const block = (text: string) => ({ type: 'thinking', thinking: text, signature: text });

  it('are left out with their message, as Anthropic refuses messages that end with them', () => {
    for (const messages of [
      [USER, thought('a'), thought('b'), USER],
      [USER, USER, thought('a')],
    ]) {
      const input = translationInput('claude-sonnet-4-5', messages);
      expect(sendUpstream(input).messages).toEqual([
        { role: 'user', content: [...textOf('Count.'), ...textOf('Count.')] },
      ]);
      expect(warningsOf(input)).toEqual(['thinking;dropped']);
    }
  });

  it('stay before text of the same turn', () => {
    const input = translationInput('claude-sonnet-4-5', [
      USER,
      thought('a'),
      { role: 'assistant', content: 'One' },
      USER,
    ]);
    expect(sendUpstream(input).messages?.[1]).toEqual({
      role: 'assistant',
      content: [block('a'), ...textOf('One')],
    });
    expect(warningsOf(input)).toEqual([]);
  });
});

it('system prompts of nothing but white space are left out, as Anthropic refuses them', () => {
  const input = translationInput('claude-sonnet-4-5', [{ role: 'system', content: ' \n' }, USER]);
  expect(sendUpstream(input)).not.toHaveProperty('system');
});
