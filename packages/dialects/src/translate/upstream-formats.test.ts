import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import {
  warningsOf,
  receiveResponse,
  sendUpstream,
  translationOf,
  type CallOptions,
  type Json,
} from '../testing/translate-call.ts';

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };
const BODY = {
  model: 'm',
  max_tokens: 100,
  top_p: 0.5,
  stop: ['x'],
  seed: 7,
  reasoning_effort: 'low',
  messages: [
    { role: 'system', content: 'Be kind.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'get', arguments: '{"city":"Paris"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'rain' },
  ],
  tools: [{ type: 'function', function: { name: 'get', parameters: SCHEMA } }],
  tool_choice: 'required',
};
const to = (format: 'cohere-chat' | 'ollama-chat', body: object = BODY): CallOptions => ({
  from: 'openai-chat',
  to: format,
  body,
});

/** Returns all chunks that an OpenAI client receives, for any cut of the upstream's bytes. */
function receive(format: 'cohere-chat' | 'ollama-chat', text: string) {
  const bytes = encodeText(text);
  const body = { ...BODY, stream: true, stream_options: { include_usage: true } };
  const runs = [bytes.length, 1, 13].map((size) => {
    const stream = translationOf({ ...to(format, body), stream: true }).openStream();
    let sent = '';
    for (let at = 0; at < bytes.length; at += size)
      sent += stream
        .push(bytes.slice(at, at + size))
        .map(decodeText)
        .join('');
    const end = stream.end();
    return { sent: sent + decodeText(end.tail), end };
  });
  const [first] = runs;
  if (!first) throw new Error('no run');
  for (const { sent } of runs) expect(sent).toBe(first.sent);
  const chunks = [...first.sent.matchAll(/^data: (\{.*)$/gm)].map(
    ([, json]) => JSON.parse(json ?? '') as Json,
  );
  const deltas = chunks.flatMap((chunk) => [...(chunk.choices ?? [])]).map(({ delta }) => delta);
  return {
    chunks,
    end: first.end,
    textOf: (name: string) => deltas.map((delta) => delta?.[name] ?? '').join(''),
    calls: deltas.flatMap((delta) => [...(delta?.tool_calls ?? [])]),
  };
}

describe('Cohere v2 chat', () => {
  it("receives the request in its own format, with warnings for what it can't carry", () => {
    expect(sendUpstream(to('cohere-chat'))).toMatchObject({
      p: 0.5,
      max_tokens: 100,
      stop_sequences: ['x'],
      seed: 7,
      tool_choice: 'REQUIRED',
      thinking: { type: 'enabled', token_budget: 2048 },
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text' }, { type: 'image_url' }] },
        { role: 'assistant', tool_calls: [{ id: 'c1' }] },
        { role: 'tool', tool_call_id: 'c1', content: 'rain' },
      ],
    });
    expect(sendUpstream(to('cohere-chat')).messages?.[2]).not.toHaveProperty('content');
    expect(warningsOf(to('cohere-chat', { ...BODY, user: 'u', logit_bias: { a: 1 } }))).toEqual([
      'logit_bias;dropped',
      'user;dropped',
    ]);
  });

  it('is read whole and streamed, including calls and usage', () => {
    const usage = {
      billed_units: { input_tokens: 3 },
      tokens: { input_tokens: 50, output_tokens: 9 },
    };
    const call = {
      id: 'k1',
      type: 'function',
      function: { name: 'get', arguments: '{"city":"Rome"}' },
    };
    const message = {
      role: 'assistant',
      tool_plan: 'Plan.',
      tool_calls: [call],
      content: [{ type: 'text', text: 'Hi' }],
    };
    expect(
      receiveResponse(to('cohere-chat'), { id: 'x', finish_reason: 'TOOL_CALL', message, usage }),
    ).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { content: 'Hi', reasoning_content: 'Plan.', tool_calls: [call] },
        },
      ],
      usage: { prompt_tokens: 50, completion_tokens: 9 },
    });
    const events = [
      { type: 'message-start', id: 'x', delta: { message: { role: 'assistant' } } },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: 'Plan.' } } },
      {
        type: 'content-start',
        index: 0,
        delta: { message: { content: { type: 'text', text: '' } } },
      },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Hi' } } } },
      { type: 'content-end', index: 0 },
      {
        type: 'tool-call-start',
        index: 0,
        delta: {
          message: {
            tool_calls: { id: 'k1', type: 'function', function: { name: 'get', arguments: '' } },
          },
        },
      },
      {
        type: 'tool-call-delta',
        index: 0,
        delta: { message: { tool_calls: { function: { arguments: '{"city":"Rome"}' } } } },
      },
      { type: 'tool-call-end', index: 0 },
      { type: 'message-end', delta: { finish_reason: 'TOOL_CALL', usage } },
    ];
    const { chunks, textOf, calls, end } = receive(
      'cohere-chat',
      events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
    );
    expect([textOf('reasoning_content'), textOf('content')]).toEqual(['Plan.', 'Hi']);
    expect(calls.map(({ function: inner }) => inner?.arguments).join('')).toBe('{"city":"Rome"}');
    expect(end).toMatchObject({ complete: true, usage: { promptTokens: 50, completionTokens: 9 } });
    expect(chunks.at(-2)?.choices?.[0]?.finish_reason).toBe('tool_calls');
  });

  it('reports an error at the end of a stream as a fault', () => {
    const end = { type: 'message-end', delta: { finish_reason: 'ERROR', error: 'internal' } };
    expect(receive('cohere-chat', `data: ${JSON.stringify(end)}\n\n`).end).toMatchObject({
      complete: false,
      fault: { kind: 'server' },
    });
  });
});

describe("Ollama's own chat API", () => {
  it('receives the request in its own format, with image URLs where the bytes will go', () => {
    expect(sendUpstream(to('ollama-chat'))).toMatchObject({
      stream: false,
      think: 'low',
      options: { num_predict: 100, top_p: 0.5, stop: ['x'], seed: 7 },
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Look', images: ['AAAA'] },
        {
          role: 'assistant',
          tool_calls: [{ function: { name: 'get', arguments: { city: 'Paris' } } }],
        },
        { role: 'tool', tool_name: 'get', content: 'rain' },
      ],
    });
    expect(warningsOf(to('ollama-chat'))).toEqual(['tool_choice;dropped']);
    const messages = [
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
      },
    ];
    expect(sendUpstream(to('ollama-chat', { model: 'm', messages })).messages).toEqual([
      { role: 'user', content: '', images: ['https://example.com/a.png'] },
    ]);
  });

  const last = {
    model: 'o',
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 26,
    eval_count: 9,
  };

  it('is read whole and line by line, wherever the bytes are cut', () => {
    const call = { function: { name: 'get', arguments: { city: 'Rome' } } };
    expect(
      receiveResponse(to('ollama-chat'), {
        ...last,
        message: { role: 'assistant', thinking: 'Hm', content: 'Hi', tool_calls: [call] },
      }),
    ).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { content: 'Hi', reasoning_content: 'Hm', tool_calls: [{ id: 'call_req1_0' }] },
        },
      ],
      usage: { prompt_tokens: 26, completion_tokens: 9 },
    });
    const line = (message: object) => ({
      model: 'o',
      message: { role: 'assistant', ...message },
      done: false,
    });
    const lines = [
      line({ thinking: 'Hm', content: '' }),
      line({ content: 'Grüße ' }),
      line({ content: '北京' }),
      line({ content: '', tool_calls: [call, call] }),
      last,
    ];
    const { textOf, calls, end } = receive(
      'ollama-chat',
      lines.map((each) => `${JSON.stringify(each)}\n`).join(''),
    );
    expect([textOf('reasoning_content'), textOf('content')]).toEqual(['Hm', 'Grüße 北京']);
    expect(calls.map(({ id }) => id).filter(Boolean)).toEqual(['call_req1_0', 'call_req1_1']);
    expect(end).toMatchObject({ complete: true, usage: { promptTokens: 26, completionTokens: 9 } });
  });

  it('is a fault if it ends early with an error, or is not a response', () => {
    const { end } = receive('ollama-chat', '{"error":"model runner has stopped"}\n');
    expect(end).toMatchObject({ complete: false, fault: { retryable: true } });
    const result = translationOf(to('ollama-chat')).readResponse(
      encodeText('{"error":"model \'x\' not found"}'),
    );
    expect(result).toMatchObject({ ok: false, fault: { kind: 'not-found' } });
  });
});
