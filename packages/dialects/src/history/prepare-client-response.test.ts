import { describe, expect, it } from 'vitest';
import { type Json, receiveResponse, receiveStream } from '../testing/translate-call.ts';

const LONG_ID = `functions.get_weather:0:${'x'.repeat(60)}`;
const claudeCode = {
  from: 'anthropic-messages',
  body: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] },
} as const;
const fromChat = { ...claudeCode, to: 'openai-chat' } as const;
const fromGemini = { ...claudeCode, to: 'gemini-generate' } as const;
const candidate = (parts: readonly object[]) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
});

describe('the response for a client of another dialect', () => {
  it('has call ids that every vendor accepts back, complete and streamed', () => {
    const fn = { name: 'now', arguments: '{}' };
    const toolCall = { id: LONG_ID, type: 'function', function: fn };
    const message = { role: 'assistant', content: null, tool_calls: [toolCall] };
    const response = receiveResponse(fromChat, {
      choices: [{ message, finish_reason: 'tool_calls' }],
    });
    const events = receiveStream(fromChat, [
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...toolCall }] } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    ]);
    const streamed = events.find((event) => String(event['type']) === 'content_block_start');
    const ids = [response['content']?.[0]?.['id'], streamed?.['content_block']?.['id']].map(String);
    expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('has no empty part if Gemini signed its last text', () => {
    const parts = [{ text: '42.' }, { text: '', thoughtSignature: 'Cv8B' }];
    expect(receiveResponse(fromGemini, candidate(parts))['content']).toEqual([
      { type: 'text', text: '42.', citations: null },
    ]);
    const events = receiveStream(
      fromGemini,
      parts.map((part) => candidate([part])),
    );
    const starts = events.filter((event) => String(event['type']) === 'content_block_start');
    expect(starts.map((event) => event['content_block']?.['type'])).toEqual(['text']);
  });

  describe.each([
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
    'OTHER',
    'A_NEW_REASON',
  ])('that Gemini broke off (%s)', (finishReason) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
    const clients = [
      fromGemini,
      { from: 'openai-chat', to: 'gemini-generate', body },
      { from: 'openai-responses', to: 'gemini-generate', body: { model: 'm', input: 'Hi' } },
    ] as const;
    const ends = (parts: readonly object[]) => {
      const response = { candidates: [{ content: { role: 'model', parts }, finishReason }] };
      return clients.flatMap((client) => [
        endOf(receiveResponse(client, response)),
        receiveStream(client, [response])
          .map(endOf)
          .findLast((end) => end !== undefined),
      ]);
    };
    const endOf = (json: Json): unknown =>
      json.stop_reason ??
      json.delta?.stop_reason ??
      json.choices?.[0]?.finish_reason ??
      json.status ??
      json.response?.status;

    it('does not pass for complete if it is empty, whole or streamed', () => {
      const expected = ['refusal', 'content_filter', 'incomplete'].flatMap((end) => [end, end]);
      expect(ends([])).toEqual(expected);
      expect(ends([{ text: 'Hm.', thought: true }])).toEqual(expected);
    });

    it('ends after its text', () => {
      const expected = ['end_turn', 'stop', 'completed'].flatMap((end) => [end, end]);
      expect(ends([{ text: 'x' }])).toEqual(expected);
    });
  });

  it('does not pass for complete if it is empty, from Google in the dialect of OpenAI either', () => {
    const finish_reason = 'function_call_filter: MALFORMED_FUNCTION_CALL';
    const choice = { index: 0, message: { role: 'assistant' }, finish_reason };
    expect(receiveResponse(fromChat, { choices: [choice] }).stop_reason).toBe('refusal');
    const events = receiveStream(fromChat, [{ choices: [{ index: 0, delta: {}, finish_reason }] }]);
    expect(events.at(-2)?.delta?.stop_reason).toBe('refusal');
  });

  it.each(['call', 'text'] as const)('passes the signature of a %s on for storage', (kind) => {
    const parts = {
      call: [{ functionCall: { id: 'c1', name: 'now', args: {} }, thoughtSignature: 'Cv8B' }],
      text: [{ text: 'It is ' }, { text: '42.', thoughtSignature: 'Cv8B' }],
    }[kind];
    const stored = { whole: new Map<string, string>(), streamed: new Map<string, string>() };
    const storeIn = (map: Map<string, string>) => ({
      ...fromGemini,
      keepSignature: (key: string, { value }: { value: string }) => void map.set(key, value),
    });
    receiveResponse(storeIn(stored.whole), candidate(parts));
    receiveStream(
      storeIn(stored.streamed),
      parts.map((part) => candidate([part])),
    );
    expect([...stored.whole.values()]).toEqual(['Cv8B']);
    expect(stored.streamed).toEqual(stored.whole);
  });
});
