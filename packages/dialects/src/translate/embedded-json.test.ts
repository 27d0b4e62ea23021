import { afterEach, describe, expect, it, vi } from 'vitest';
import { receiveResponse, receiveStream, sendUpstream } from '../testing/translate-call.ts';

/** More values than the strings of a body may hold altogether. */
const LISTS = 400_000;
const listsOf = (count: number) => `{"a":[${'[],'.repeat(count - 1)}[]]}`;
const USER = { role: 'user', content: 'Hi' };
const called = (args: string, at = 0) => ({
  index: at,
  id: `c${at}`,
  type: 'function',
  function: { name: 'f', arguments: args },
});

/** One call with all the lists, and a thousand that share them. */
const CALLS: readonly (readonly [name: string, calls: () => readonly object[]])[] = [
  ['one call', () => [called(listsOf(LISTS))]],
  [
    'a thousand calls',
    () => Array.from({ length: 1000 }, (_, at) => called(listsOf(LISTS / 1000), at)),
  ],
];

afterEach(() => vi.restoreAllMocks());

/** Returns how many lists inside strings are parsed. */
function listsParsed(run: () => void): number {
  let lists = 0;
  const parse = JSON.parse.bind(JSON);
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
    if (text.startsWith('{"a":[')) lists += text.split('[]').length - 1;
    return parse(text, reviver) as unknown;
  });
  run();
  vi.restoreAllMocks();
  return lists;
}

describe.each(CALLS)('of the arguments of %s', (_name, calls) => {
  it.each(['anthropic-messages', 'gemini-generate', 'ollama-chat'] as const)(
    'a request to %s parses no more values than a body may have',
    (to) => {
      const messages = [
        USER,
        { role: 'assistant', content: null, tool_calls: calls() },
        ...calls().map((_call, at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'x' })),
      ];
      const parsed = listsParsed(() => {
        sendUpstream({ from: 'openai-chat', to, body: { model: 'm', messages } });
      });
      expect(parsed).toBeLessThan(LISTS / 4);
    },
  );

  const custom = { tools: [{ type: 'custom', name: 'f' }] };
  const clients = [
    ['anthropic-messages', { model: 'm', max_tokens: 9, messages: [USER] }],
    ['gemini-generate', { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }],
    ['openai-responses', { model: 'm', input: 'Hi', ...custom }],
  ] as const;
  const finish = { index: 0, delta: {}, finish_reason: 'tool_calls' };

  it.each(clients)(
    'a response to a client of %s parses no more values than a body may have',
    (from, body) => {
      const message = { role: 'assistant', content: null, tool_calls: calls() };
      const whole = { id: 'c', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] };
      const parsed = listsParsed(() => {
        receiveResponse({ from, to: 'openai-chat', body }, whole);
      });
      expect(parsed).toBeLessThan(LISTS / 4);
    },
  );

  it.each(clients)(
    'a stream to a client of %s parses no more values than a body may have',
    (from, body) => {
      const events = calls().map((call) => ({
        id: 'c',
        choices: [{ index: 0, delta: { tool_calls: [call] } }],
      }));
      const parsed = listsParsed(() => {
        receiveStream({ from, to: 'openai-chat', body }, [
          ...events,
          { id: 'c', choices: [finish] },
        ]);
      });
      expect(parsed).toBeLessThan(LISTS / 4);
    },
  );
});

describe('arguments with too many values', () => {
  const args = listsOf(LISTS);

  it('reach the upstream as a text', () => {
    const sent = sendUpstream({
      from: 'openai-chat',
      to: 'anthropic-messages',
      body: {
        model: 'm',
        messages: [
          USER,
          { role: 'assistant', content: null, tool_calls: [called(args)] },
          { role: 'tool', tool_call_id: 'c0', content: 'x' },
        ],
      },
    });
    expect(sent.messages?.[1]?.content?.[0]?.input).toEqual({ arguments: args });
  });

  it('reach the client as a text', () => {
    const message = { role: 'assistant', content: null, tool_calls: [called(args)] };
    const received = receiveResponse(
      {
        from: 'anthropic-messages',
        to: 'openai-chat',
        body: { model: 'm', max_tokens: 9, messages: [USER] },
      },
      { id: 'c', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] },
    );
    expect(received.content?.[0]?.input).toEqual({ arguments: args });
  });
});
