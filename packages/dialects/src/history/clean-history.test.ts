import { describe, expect, it } from 'vitest';
import { refusesHistory } from '../faults/refused-history.ts';
import type { Dialect } from '../ir/dialect.ts';
import { encodeSignature } from '../ir/seal.ts';
import { warningsOf, type Json, sendUpstream } from '../testing/translate-call.ts';
import { mayNeedCleaning } from './clean-history.ts';

const foreign = (client: Dialect, by: Dialect) => encodeSignature({ by, value: 'c2ln' }, client);

/** Returns what an upstream of the client's own dialect receives. */
function clean(dialect: Dialect, body: object, model = 'm', refused: readonly string[] = []): Json {
  return sendUpstream({
    from: dialect,
    to: dialect,
    body,
    model,
    isForeignSignature: (signature) => refused.includes(signature),
  });
}

describe("a history that stays in Anthropic's dialect", () => {
  const thought = (signature: string) => ({ type: 'thinking', thinking: 'Hm', signature });
  const tool = { type: 'tool_use', id: 'a', name: 'now', input: {} };
  const request = (content: readonly object[], rest: object = {}) => ({
    model: 'asked-model',
    max_tokens: 100,
    ...rest,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
    ],
  });
  const sentBlocks = (body: object, model?: string, refused?: readonly string[]) =>
    clean('anthropic-messages', body, model, refused)['messages']?.[1]?.['content'];

  it('keeps thinking signed by Anthropic and drops thinking signed by others or unsigned', () => {
    const redacted = {
      type: 'redacted_thinking',
      data: foreign('anthropic-messages', 'openai-responses'),
    };
    const content = [
      thought('EqQB'),
      thought(foreign('anthropic-messages', 'openai-chat')),
      thought(''),
      redacted,
      tool,
    ];
    expect(sentBlocks(request(content))).toEqual([thought('EqQB'), tool]);
  });

  it('drops thinking that the channel is known to refuse', () => {
    expect(sentBlocks(request([thought('EqQB'), thought('ErUC'), tool]), 'm', ['EqQB'])).toEqual([
      thought('ErUC'),
      tool,
    ]);
  });

  it.each([
    ['claude-sonnet-4-5', undefined],
    ['claude-opus-5-5', { type: 'adaptive' }],
  ])(
    'requests thinking from %s only if an open tool loop may begin without it',
    (model, thinking) => {
      const body = request([thought(foreign('anthropic-messages', 'gemini-generate')), tool], {
        thinking: { type: 'enabled', budget_tokens: 1024 },
      });
      expect(clean('anthropic-messages', body, model)['thinking']).toEqual(thinking);
    },
  );

  it.each([
    ['claude-sonnet-4-5', undefined],
    ['claude-sonnet-4-6', undefined],
    ['claude-opus-5-5', { type: 'adaptive' }],
  ])(
    'requests none from %s with a budget in a loop of a model that did not think',
    (model, sent) => {
      const budget = { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 4000 };
      expect(clean('anthropic-messages', request([tool], budget), model)['thinking']).toEqual(sent);
      const thoughtful = request([thought('EqQB'), tool], budget);
      expect(clean('anthropic-messages', thoughtful, 'claude-sonnet-4-5')['thinking']).toEqual(
        budget.thinking,
      );
    },
  );

  it('keeps searches that Anthropic ran and drops those of others, with their citations', () => {
    const search = (id: string, sealed: string) => [
      { type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: id,
        content: [{ type: 'web_search_result', url: 'u', title: 't', encrypted_content: sealed }],
      },
    ];
    const text = { type: 'text', text: 'So it is.' };
    const cited = (...indexes: string[]) => ({
      ...text,
      citations: indexes.map((encrypted_index) => ({
        type: 'web_search_result_location',
        encrypted_index,
      })),
    });
    const anthropicSearch = search('srvtoolu_1', 'seal');
    expect(
      sentBlocks(
        request([...anthropicSearch, cited('a', ''), ...search('srvtoolu_2', ''), cited(''), tool]),
      ),
    ).toEqual([...anthropicSearch, cited('a'), text, tool]);
    expect(sentBlocks(request([...anthropicSearch, cited('a'), tool]))).toEqual([
      ...anthropicSearch,
      cited('a'),
      tool,
    ]);
  });

  it('warns the client of what was dropped', () => {
    const options = {
      from: 'anthropic-messages',
      to: 'anthropic-messages',
      body: request([thought(''), tool]),
      isForeignSignature: () => false,
    } as const;
    expect(warningsOf(options)).toEqual(['thinking;dropped']);
  });
});

describe("a history that stays in the dialect of OpenAI's responses", () => {
  const reasoning = (id: string, encrypted: string) => ({
    type: 'reasoning',
    id,
    summary: [],
    encrypted_content: encrypted,
  });
  const message = (id: string) => ({ type: 'message', id, role: 'assistant', content: [] });
  const inputOf = (input: readonly object[]) =>
    clean('openai-responses', { model: 'asked-model', input })['input'];

  it('keeps what OpenAI encrypted, with its ids', () => {
    const input = [reasoning('rs_68', 'gAAAA'), message('msg_68')];
    expect(inputOf(input)).toEqual(input);
  });

  it('drops reasoning of others, and the ids that would refer to it', () => {
    const input = [
      reasoning('rs_req1_0', foreign('openai-responses', 'anthropic-messages')),
      message('msg_req1_1'),
      { type: 'reasoning', id: 'rs_req2_0', summary: [] },
    ];
    expect(inputOf(input)).toEqual([{ type: 'message', role: 'assistant', content: [] }]);
  });

  it('keeps reasoning that is only an id until the upstream is known not to have stored it', () => {
    const input = [{ type: 'reasoning', id: 'rs_68', summary: [] }, message('msg_68')];
    const body = { model: 'asked-model', input };
    expect(clean('openai-responses', body)['input']).toEqual(input);
    expect(clean('openai-responses', body, 'm', [''])['input']).toEqual([
      { type: 'message', role: 'assistant', content: [] },
    ]);
  });

  it('keeps an id only on the first item that has it, as pi restarts the numbering of its own messages', () => {
    const input = [reasoning('rs_68', 'gAAAA'), message('msg_7'), message('msg_7')];
    expect(inputOf(input)).toEqual([
      ...input.slice(0, 2),
      { type: 'message', role: 'assistant', content: [] },
    ]);
    const errorMessage =
      'Duplicate item found with id msg_7. Remove duplicate items and try again.';
    expect(
      refusesHistory(400, { message: errorMessage, type: null, code: null, param: null }),
    ).toBe(true);
  });
});

describe('a history that stays in the dialect of chat completions', () => {
  it('drops reasoning details signed by others, but keeps the reasoning text', () => {
    const detail = {
      type: 'reasoning.text',
      text: 'Hm',
      signature: foreign('openai-chat', 'anthropic-messages'),
    };
    const message = { role: 'assistant', content: 'Hello', reasoning_content: 'Hm' };
    const body = {
      model: 'asked-model',
      messages: [
        { role: 'user', content: 'Hi' },
        { ...message, reasoning_details: [detail] },
      ],
    };
    expect(clean('openai-chat', body)['messages']?.[1]).toEqual(message);
  });
});

describe("a history that stays in Gemini's dialect", () => {
  const call = { functionCall: { name: 'now', args: {} } };
  const partsOf = (parts: readonly object[], model: string) =>
    clean('gemini-generate', { contents: [{ role: 'model', parts }] }, model)['contents']?.[0]?.[
      'parts'
    ];

  it('drops thoughts and signatures of others', () => {
    const thoughtSignature = foreign('gemini-generate', 'anthropic-messages');
    const parts = [
      { text: 'Hm', thought: true, thoughtSignature },
      { text: 'Hello', thoughtSignature },
    ];
    expect(partsOf(parts, 'gemini-2.5-pro')).toEqual([{ text: 'Hello' }]);
  });

  it.each([
    ['gemini-3.1-pro', { ...call, thoughtSignature: 'skip_thought_signature_validator' }],
    ['gemini-2.5-pro', call],
  ])('gives unsigned calls the signature that %s requires', (model, first) => {
    expect(partsOf([call, call], model)).toEqual([first, call]);
  });

  it('loses the empty text with which a stream ended, and contents of nothing else', () => {
    const contents = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'Hello' }, { text: '' }] },
      { role: 'model', parts: [{ text: '' }] },
      { role: 'user', parts: [{ text: '' }, { text: 'Go on' }] },
    ];
    expect(clean('gemini-generate', { contents })['contents']).toEqual([
      contents[0],
      { role: 'model', parts: [{ text: 'Hello' }] },
      contents[3],
    ]);
  });

  it('has one content for a streamed response with calls, whose chunks clients store one by one', () => {
    const chunk = (part: object) => ({ role: 'model', parts: [part] });
    const thoughts = [
      { text: 'I', thought: true },
      { text: ' see', thought: true },
    ];
    const results = {
      role: 'user',
      parts: ['1', '2'].map((output) => ({
        functionResponse: { name: 'now', response: { output } },
      })),
    };
    const texts = [chunk({ text: 'It is' }), chunk({ text: ' noon' })];
    const chunks = [...thoughts, call, call, { text: '' }].map(chunk);
    const after = { role: 'user', parts: [{ text: 'Thanks' }] };
    const contents = [...chunks, results, ...texts, after];
    const sent = clean('gemini-generate', { contents }, 'gemini-2.5-pro');
    expect(sent['contents']).toEqual([
      { role: 'model', parts: [...thoughts, call, call] },
      results,
      ...texts,
      after,
    ]);
  });
});

describe('function responses in a history for Gemini', () => {
  const response = (id: string | undefined, output: string) => ({
    functionResponse: { ...(id === undefined ? {} : { id }), name: 'now', response: { output } },
  });
  const answersOf = (parts: readonly object[]) => {
    const call = { functionCall: { name: 'now', args: {} } };
    const contents = [
      { role: 'model', parts: [call] },
      { role: 'user', parts },
    ];
    return clean('gemini-generate', { contents })['contents']?.[1]?.['parts'];
  };

  it('keep only the first for each call, as Gemini CLI repeats them when it resumes', () => {
    const parts = [response('a', '1'), response('b', '2'), response('a', '1'), { text: 'Go on' }];
    expect(answersOf(parts)).toEqual([parts[0], parts[1], parts[3]]);
  });

  it('are one content if the client sends one each, as LangChain does', () => {
    const call = { functionCall: { name: 'now', args: {} } };
    const part = (output: string) => response(undefined, output);
    const contents = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [call, call] },
      { role: 'user', parts: [part('1')] },
      { role: 'user', parts: [part('2')] },
      { role: 'user', parts: [{ text: 'Go on' }] },
    ];
    expect(clean('gemini-generate', { contents }, 'gemini-2.5-pro')['contents']).toEqual([
      ...contents.slice(0, 2),
      { role: 'user', parts: [part('1'), part('2')] },
      contents[4],
    ]);
  });

  it('are all kept if they do not name their call', () => {
    const parts = [response(undefined, '1'), response('', '2'), response('', '2')];
    expect(answersOf(parts)).toEqual(parts);
  });
});

describe('a history without anything foreign', () => {
  it.each([
    ['openai-chat', '{"messages":[{"role":"user","content":"tg1. is a word"}]}', false],
    ['anthropic-messages', '{"signature":"EqQB"}', false],
    ['anthropic-messages', '{"signature":"tg1.0..c2ln"}', true],
    ['anthropic-messages', '{"signature":""}', true],
    ['openai-responses', '{"encrypted_content":"tg1.2..c2ln"}', true],
    ['gemini-generate', '{"thoughtSignature":"dGcxLjI="}', true],
    ['gemini-generate', '{"functionCall":{}}', true],
    ['gemini-generate', '{"parts":[{"text":""}]}', true],
    ['gemini-generate', '{"contents":[]}', false],
  ] as const)('%s %s needs cleaning: %s', (dialect, body, expected) => {
    expect(mayNeedCleaning(dialect, (part) => body.includes(part))).toBe(expected);
  });
});
