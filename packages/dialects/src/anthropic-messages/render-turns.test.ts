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

describe('system messages inside a conversation', () => {
  const system = (content: string) => ({ role: 'developer', content });
  const said = (role: string, ...texts: string[]) => ({ role, content: texts.flatMap(textOf) });
  const answer = { role: 'assistant', content: 'Yes.' };
  const CALL = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
  };

  it.each(['claude-opus-4-8', 'claude-sonnet-5-5', 'claude-fable-5-1'])(
    'stay in their place for %s, so that what was before them stays as it was',
    (model) => {
      const messages = [USER, system('A'), answer, USER, system('B')];
      const input = translationInput(model, messages);
      const sent = sendUpstream(input);
      expect(sent).not.toHaveProperty('system');
      expect(sent.messages).toEqual([
        said('user', 'Count.'),
        said('system', 'A'),
        said('assistant', 'Yes.'),
        said('user', 'Count.'),
        said('system', 'B'),
      ]);
      expect(warningsOf(input)).toEqual([]);
    },
  );

  it.each([
    ['before the user speaks', [answer, system('A'), USER], ['user', 'system']],
    ['amid what the user says', [answer, USER, system('A'), USER], ['user', 'system']],
    ['several of them', [answer, system('A'), USER, system('B')], ['user', 'system']],
    [
      'before a result',
      [CALL, system('A'), { role: 'tool', tool_call_id: 'a', content: 'x' }],
      ['user', 'system'],
    ],
    ['at the end', [answer, system('A')], ['user', 'system']],
    [
      'between responses',
      [answer, system('A'), answer, USER],
      ['user', 'system', 'assistant', 'user'],
    ],
    [
      'after a cut off thought',
      [
        answer,
        USER,
        {
          role: 'assistant',
          content: '',
          reasoning_details: [{ type: 'reasoning.text', text: 'x', signature: 'tg1.2..x' }],
        },
        system('A'),
        answer,
        USER,
      ],
      ['user', 'system', 'assistant', 'user'],
    ],
  ])('follow what the user says, as Claude takes them nowhere else: %s', (_, messages, roles) => {
    const { messages: sent } = sendUpstream(
      translationInput('claude-opus-5-5', [USER, ...messages]),
    );
    expect(sent?.map(({ role }) => role)).toEqual(['user', 'assistant', ...roles]);
  });

  it.each(['claude-sonnet-4-5', 'claude-sonnet-5', 'deepseek-v4-pro'])(
    'become part of the system prompt for %s',
    (model) => {
      const input = translationInput(model, [USER, system('A'), USER]);
      expect(sendUpstream(input)).toMatchObject({
        system: textOf('A'),
        messages: [said('user', 'Count.', 'Count.')],
      });
      expect(warningsOf(input)).toEqual(['system_position;approximated']);
    },
  );

  it('are responded to: the response before them is no prefill', () => {
    const input = translationInput('claude-sonnet-4-5', [USER, answer, system('Now in French.')]);
    expect(sendUpstream(input)).toMatchObject({
      system: textOf('Now in French.'),
      messages: [said('user', 'Count.'), said('assistant', 'Yes.'), said('user', 'Continue.')],
    });
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
