import { expect, it } from 'vitest';
import { passThrough } from '../testing/pass-through.ts';

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const system = (content: unknown) => ({ role: 'system', content });
const block = (text: string) => ({ type: 'text', text });

it('system messages become part of the system prompt for models that refuse them', () => {
  const members = {
    system: 'First.',
    messages: [
      system('Second.'),
      user('x'),
      system([{ ...block('Third.'), cache_control: { type: 'ephemeral' } }]),
      system(''),
      assistant('The "system"'),
      user('y'),
    ],
  };
  expect(passThrough('anthropic-messages', 'claude-sonnet-4-6', members)).toEqual({
    sent: {
      system: [block('First.'), block('Second.'), block('Third.')],
      messages: [user('x'), assistant('The "system"'), user('y')],
    },
    reported: ['system_position;approximated'],
  });
});

it('only their texts become part of it, and no changes of tools', () => {
  const change = { type: 'tool_addition', tool: { type: 'tool_reference', name: 'f' } };
  const messages = [user('y'), system([block('Third.'), change]), system([change])];
  expect(passThrough('anthropic-messages', 'claude-sonnet-4-6', { messages }).sent).toEqual({
    system: [block('Third.')],
    messages: [user('y')],
  });
});

it('the conversation may also end with a prefill', () => {
  const messages = [user('x'), system('Be brief.'), user('y'), assistant('So')];
  expect(passThrough('anthropic-messages', 'claude-opus-4-7', { messages })).toEqual({
    sent: {
      system: [block('Be brief.')],
      messages: [user('x'), user('y'), assistant('So'), user('Continue.')],
    },
    reported: ['system_position;approximated', 'prefill;approximated'],
  });
});

it.each(['claude-sonnet-4-5', 'claude-opus-4-7'])(
  'the model responds to a system message at the end, instead of continuing its response: %s',
  (model) => {
    const messages = [user('x'), assistant('y'), system('In French.'), system('Briefly.')];
    expect(passThrough('anthropic-messages', model, { messages })).toEqual({
      sent: {
        system: [block('In French.'), block('Briefly.')],
        messages: [user('x'), assistant('y'), user('Continue.')],
      },
      reported: ['prefill;approximated', 'system_position;approximated'],
    });
  },
);

it.each(['claude-opus-4-8', 'claude-sonnet-5', 'claude-haiku-5-5', 'claude-fable-5-1'])(
  'they stay in their place for %s',
  (model) => {
    const messages = [user('x'), system('Be brief.')];
    expect(passThrough('anthropic-messages', model, { messages })).toEqual({
      sent: { messages },
      reported: [],
    });
  },
);
