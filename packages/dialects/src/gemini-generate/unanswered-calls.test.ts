import { expect, test } from 'vitest';
import { sendUpstream } from '../testing/translate-call.ts';
import { createPartParser } from './parse-parts.ts';
import { UnansweredCalls } from './unanswered-calls.ts';

const CALLS = 50_000;

test('results without an id are matched to the oldest calls, however many there are', () => {
  const parse = createPartParser([]);
  const ids = Array.from({ length: CALLS }, () =>
    parse({ functionCall: { name: 'f', args: {} } }, 'p').map((part) => 'id' in part && part.id),
  );
  const responses = Array.from({ length: CALLS }, () =>
    parse({ functionResponse: { name: 'f', response: {} } }, 'p').map(
      (part) => 'callId' in part && part.callId,
    ),
  );
  expect(responses).toEqual(ids);
});

test('a call answered by its id is no longer pending, until it is made again', () => {
  const calls = new UnansweredCalls();
  for (const id of ['a', 'b', 'b', 'c']) calls.add(id);
  calls.resolve('a');
  expect(calls.oldest).toBe('b');
  calls.resolve('b');
  expect(calls.oldest).toBe('c');
  calls.add('b');
  expect(calls.oldest).toBe('c');
  calls.resolve('c');
  expect(calls.oldest).toBe('b');
  calls.resolve('b');
  expect(calls.oldest).toBeUndefined();
});

test('results without an id answer the last response, not a call that was never answered', () => {
  const call = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] };
  const result = (output: string) => ({ functionResponse: { name: 'f', response: { output } } });
  const { messages } = sendUpstream({
    from: 'gemini-generate',
    to: 'openai-chat',
    body: {
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        call,
        { role: 'user', parts: [{ text: 'Stop, try again.' }] },
        call,
        { role: 'model', parts: [{ text: '' }] },
        { role: 'user', parts: [result('one')] },
        call,
        { role: 'user', parts: [result('two')] },
      ],
    },
  });
  const results = [...(messages ?? [])].filter(({ role }) => String(role) === 'tool');
  expect(results.slice(1).map(({ content }) => content)).toEqual(['one', 'two']);
});
