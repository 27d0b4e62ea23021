import { describe, expect, it, vi } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import {
  type CallOptions,
  type Json,
  receiveResponse,
  receiveStream,
  translationOf,
} from '../testing/translate-call.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const toChat: CallOptions = {
  from: 'openai-responses',
  to: 'openai-chat',
  body: { model: 'm', input: 'Hi' },
};
const toResponses: CallOptions = {
  from: 'openai-chat',
  to: 'openai-responses',
  body: { model: 'm', messages },
};
const chunk = (choice: object) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  model: 'm',
  service_tier: 'flex',
  choices: [{ index: 0, ...choice }],
});
const completed = { id: 'resp_1', model: 'm', status: 'completed', service_tier: 'flex' };
const logprobs = { content: [{ token: 'Hi', logprob: -0.5, bytes: [72, 105], top_logprobs: [] }] };

describe('a stream ends with the service tier that a whole response states', () => {
  it('of chat completions', () => {
    const message = { role: 'assistant', content: 'Hi' };
    const whole = { id: 'c', service_tier: 'flex', choices: [{ message, finish_reason: 'stop' }] };
    expect(receiveResponse(toChat, whole).service_tier).toBe('flex');
    const events = receiveStream(toChat, [
      chunk({ delta: { content: 'Hi' } }),
      chunk({ delta: {}, finish_reason: 'stop' }),
    ]);
    expect(events.at(-1)?.response?.service_tier).toBe('flex');
  });

  it('of responses', () => {
    expect(receiveResponse(toResponses, { ...completed, output: [] }).service_tier).toBe('flex');
    const events = receiveStream(toResponses, [
      { type: 'response.created', response: { ...completed, status: 'in_progress' } },
      { type: 'response.completed', response: { ...completed, output: [] } },
    ]);
    expect(events.at(-1)?.service_tier).toBe('flex');
  });
});

describe('tier and log probabilities stay where the upstream streams and the client does not, or the reverse', () => {
  const call: CallOptions = {
    from: 'openai-chat',
    to: 'openai-chat',
    body: { model: 'm', messages, logprobs: true },
  };

  it('in a response made of a stream', () => {
    const events = [
      chunk({ delta: { content: 'Hi' }, logprobs }),
      chunk({ delta: {}, finish_reason: 'stop' }),
    ];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    const read = translationOf(call).readStreamAsResponse(encodeText(`${text}data: [DONE]\n\n`));
    const response = JSON.parse(decodeText(read.ok ? read.body : encodeText('{}'))) as Json;
    expect(response.choices?.[0]?.logprobs?.content).toEqual(logprobs.content);
    expect(response.service_tier).toBe('flex');
  });

  it('in a stream made of a response', () => {
    const message = { role: 'assistant', content: 'Hi' };
    const whole = {
      id: 'c',
      service_tier: 'flex',
      choices: [{ message, logprobs, finish_reason: 'stop' }],
    };
    const read = translationOf(call).readResponseAsStream(encodeText(JSON.stringify(whole)));
    const text = read.ok ? decodeText(read.body) : '';
    expect(text).toContain(JSON.stringify(logprobs.content[0]));
    expect(text).toContain('"service_tier":"flex"');
  });
});

describe('arguments of a streamed tool call for clients of Anthropic', () => {
  /** Puts the fragments together, as the client does. */
  const inputOf = (fragments: readonly string[]): unknown => {
    const called = { id: 'a', type: 'function', function: { name: 'f', arguments: '' } };
    const events = receiveStream(
      {
        from: 'anthropic-messages',
        to: 'openai-chat',
        body: { model: 'm', max_tokens: 9, messages },
      },
      [
        chunk({ delta: { tool_calls: [{ index: 0, ...called }] } }),
        ...fragments.map((text) =>
          chunk({ delta: { tool_calls: [{ index: 0, function: { arguments: text } }] } }),
        ),
        chunk({ delta: {}, finish_reason: 'tool_calls' }),
      ],
    );
    const json = events.map((event) => event.delta?.partial_json ?? '').join('');
    return json === '' ? undefined : JSON.parse(json);
  };

  it.each([
    [['[1', ',2]'], { arguments: [1, 2] }],
    [['nu', 'll'], { arguments: null }],
    [['5'], { arguments: 5 }],
    [['"s"'], { arguments: 's' }],
    [['Paris'], { arguments: 'Paris' }],
    [['{}', '{"a":1}'], { arguments: '{}{"a":1}' }],
    [['{', '}'], {}],
    [[' ', '{', ' "a"', ':1}'], { a: 1 }],
    [['\n', '', ' {  ', '', '\t"a":1}'], { a: 1 }],
    [['{', '  ', '', '}', '{"a":1}'], { arguments: '{  }{"a":1}' }],
    [[' '], undefined],
    [[], undefined],
  ])('%j are an object, as in a whole response', (fragments, expected) => {
    expect(inputOf(fragments)).toEqual(expected);
  });

  it.each([
    ['white space', '', '        '],
    ['white space in an object', '{', '        '],
    ['a list', '[', '1,      '],
    ['a second object', '{}', '        '],
  ])('of %s cost linear time, however many pieces they come in', (_name, first, piece) => {
    const searched = (pieces: number) => {
      let characters = 0;
      const { exec } = RegExp.prototype;
      const search = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (
        this: RegExp,
        text: string,
      ) {
        characters += text.length;
        return exec.call(this, text);
      });
      inputOf([first, ...Array.from({ length: pieces }, () => piece)]);
      search.mockRestore();
      return characters;
    };
    searched(50);
    expect(searched(400)).toBeLessThan(3 * searched(200));
  });
});
