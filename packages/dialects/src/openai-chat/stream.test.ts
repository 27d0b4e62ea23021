import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { createStreamReader, type StreamReaderOptions } from './stream.ts';

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
const usageChunk = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [], usage })}\n\n`;
const done = 'data: [DONE]\n\n';

function run(chunks: readonly string[], options: Partial<StreamReaderOptions> = {}) {
  const reader = createStreamReader({ hideUsageChunk: false, ...options });
  const forwarded = chunks
    .flatMap((text) => reader.push(encodeText(text)).map(decodeText))
    .join('');
  const end = reader.end();
  const { sawDone, finishReasons } = reader;
  return { ...end, sawDone, finishReasons, tail: decodeText(end.tail), forwarded, reader };
}

describe('createStreamReader', () => {
  it('forwards the chunk itself, untouched', () => {
    const reader = createStreamReader({ hideUsageChunk: true });
    const bytes = encodeText(chunk({ role: 'assistant', content: '' }) + chunk({ content: 'hi' }));
    expect(reader.push(bytes)).toEqual([bytes]);
    expect(reader.push(bytes)[0]).toBe(bytes);
  });

  it('holds [DONE] back until the caller has settled', () => {
    const result = run([chunk({ content: 'hi' }), chunk({}, 'stop'), done]);
    expect(result.forwarded).toBe(chunk({ content: 'hi' }) + chunk({}, 'stop'));
    expect(result).toMatchObject({
      tail: done,
      sawDone: true,
      complete: true,
      finishReasons: ['stop'],
    });
  });

  it('keeps the upstream’s own spelling of [DONE]', () => {
    expect(run([chunk({}, 'stop'), 'data:[DONE]\r\n\r\n']).tail).toBe('data:[DONE]\r\n\r\n');
  });

  it('reads the usage chunk and hides it only on request', () => {
    const chunks = [chunk({ content: 'hi' }), chunk({}, 'stop'), usageChunk, done];
    expect(run(chunks).forwarded).toContain(usageChunk);
    const hidden = run(chunks, { hideUsageChunk: true });
    expect(hidden.forwarded).toBe(chunk({ content: 'hi' }) + chunk({}, 'stop'));
    expect(hidden.usage).toMatchObject({ promptTokens: 5, completionTokens: 3 });
  });

  it('forwards a chunk that has usage and choices, hidden or not', () => {
    const last = chunk({}, 'stop', { usage });
    const result = run([last, done], { hideUsageChunk: true });
    expect(result.forwarded).toBe(last);
    expect(result.usage).toMatchObject({ completionTokens: 3 });
  });

  it('does not take usage:null for usage, and uses the last of several', () => {
    const result = run([
      chunk({ content: 'a' }, null, { usage: null }),
      chunk({ content: 'b' }, null, { usage: { ...usage, completion_tokens: 1 } }),
      chunk({ content: 'c' }, 'stop', { usage }),
      chunk({}, null, { usage: null }),
    ]);
    expect(result.usage).toMatchObject({ completionTokens: 3 });
  });

  it('finds usage in the first choice and in x_groq', () => {
    const moonshot = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop","usage":${JSON.stringify(usage)}}]}\n\n`;
    expect(run([moonshot]).usage).toMatchObject({ promptTokens: 5 });
    expect(run([chunk({}, 'stop', { x_groq: { id: 'r', usage } })]).usage).toMatchObject({
      promptTokens: 5,
    });
  });

  it('is not fooled by the model’s output', () => {
    const result = run([
      chunk({ content: '"usage":{"prompt_tokens":9} "error":{"message":"x"} data: [DONE]\n\n' }),
      chunk({}, 'stop'),
      done,
    ]);
    expect(result.usage).toBeUndefined();
    expect(result.fault).toBeUndefined();
    expect(result.complete).toBe(true);
  });

  it('adds [DONE] to a finished stream that lacks it', () => {
    expect(run([chunk({ content: 'a' }), chunk({}, 'stop')])).toMatchObject({
      sawDone: false,
      complete: true,
      tail: done,
    });
  });

  it('never completes a stream that ended early', () => {
    expect(run([chunk({ content: 'a' })])).toMatchObject({ complete: false, tail: '' });
    expect(run([])).toMatchObject({ complete: false, tail: '', contentDelivered: false });
    expect(run([chunk({ content: 'a' }), 'data: {"choices":[{"finish_reas'])).toMatchObject({
      complete: false,
      tail: '',
    });
  });

  it('accepts a last event without its blank line if it is complete', () => {
    const last = chunk({}, 'stop').trimEnd();
    const result = run([chunk({ content: 'a' }), last]);
    expect(result).toMatchObject({ complete: true, tail: `${last}\n\n${done}` });
    const half = 'data: {"choices":[{"finish_reas';
    expect(run([chunk({}, 'stop'), half])).toMatchObject({ complete: true, tail: done });
    expect(run([chunk({}, 'stop'), 'data: [DONE]'])).toMatchObject({
      complete: true,
      sawDone: true,
      tail: done,
    });
  });

  it('turns an error before any content into a fault and forwards nothing', () => {
    const result = run([
      'data: {"error":{"message":"overloaded","type":"server_error","code":429}}\n\n',
      done,
    ]);
    expect(result).toMatchObject({
      forwarded: '',
      complete: false,
      tail: '',
      contentDelivered: false,
    });
    expect(result.fault).toMatchObject({ kind: 'rate-limit', http: 429, retryable: true });
  });

  it('stops at an error in mid-stream, hides its message from the client and still reads the usage', () => {
    const broken = `data: {"error":{"message":"lost at https://up.example/x","code":502},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}\n\n`;
    const result = run([chunk({ content: 'a' }), broken, usageChunk, done]);
    expect(result.forwarded).toBe(chunk({ content: 'a' }));
    expect(result).toMatchObject({
      complete: false,
      tail: '',
      contentDelivered: true,
      usage: { promptTokens: 5 },
    });
    expect(result.fault?.message).not.toContain('up.example');
  });

  it.each([
    ['an event named error', 'event: error\ndata: {"code":"Throttling","message":"slow down"}\n\n'],
    ['a bare JSON body', '{"error":{"message":"no"}}'],
    ['a bare JSON body over several lines', '{\n "error": {\n  "message": "no"\n }\n}\n'],
    ['an error text', 'data: {"error":"no such model"}\n\n'],
    ['MiniMax', 'data: {"base_resp":{"status_code":1004,"status_msg":"login fail"}}\n\n'],
    ['Baidu', 'data: {"error_code":336501,"error_msg":"limit"}\n\n'],
    ['Mistral', 'data: {"object":"error","message":"bad","type":"x","code":"1"}\n\n'],
  ])('detects the error in %s', (_name, text) => {
    const result = run([text]);
    expect(result.fault).toBeDefined();
    expect(result.forwarded + result.tail).toBe('');
  });

  it('does not take empty error members for errors', () => {
    for (const error of [null, '', {}, false]) {
      expect(
        run([chunk({ content: 'a' }, 'stop', { error, base_resp: { status_code: 0 } })]).fault,
      ).toBeUndefined();
    }
  });

  it('counts what was delivered: text, reasoning and tool calls, but no role, id or model name', () => {
    expect(run([chunk({ role: 'assistant', content: '' })])).toMatchObject({
      contentDelivered: false,
      estimatedCompletionTokens: 0,
    });
    expect(run([chunk({ content: 'héllo' })]).reader.deliveredCharacters).toBe(5);
    expect(run([chunk({ reasoning_content: '好的' })])).toMatchObject({
      contentDelivered: true,
      estimatedCompletionTokens: 2,
    });
    const call = {
      tool_calls: [
        { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
      ],
    };
    expect(run([chunk(call)])).toMatchObject({ contentDelivered: true });
    expect(run([chunk(call)]).reader.deliveredCharacters).toBe(8);
    expect(
      run(['data: {"object":"text_completion","choices":[{"text":"abc","index":0}]}\n\n']).reader
        .deliveredCharacters,
    ).toBe(3);
  });

  it.each([
    ['in a choice of completions and in its delta', { text: 'ab', delta: { content: 'ab' } }],
    [
      'as thoughts and among their details',
      { delta: { reasoning: 'ab', reasoning_details: [{ type: 'reasoning.text', text: 'ab' }] } },
    ],
    ['beside the name of who speaks', { delta: { name: 'MiniMax AI', content: 'ab' } }],
  ])('counts a piece that appears %s only once', (_where, choice) => {
    const text = `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
    expect(run([text, text]).reader.deliveredCharacters).toBe(4);
  });

  it.each([
    ['choices', [{ delta: { content: 'ab' } }, { delta: { content: 'ab' } }]],
    ['choices of completions', [{ text: 'ab' }, { index: 1, text: 'ab' }]],
    [
      'tool calls',
      [
        {
          delta: { tool_calls: [0, 1].map((index) => ({ index, function: { arguments: 'ab' } })) },
        },
      ],
    ],
    ['choices with a brace in between', [{ text: 'ab', id: '}{' }, { text: 'ab' }]],
  ])('counts equal texts of two %s twice', (_what, choices) => {
    const text = `data: ${JSON.stringify({ choices })}\n\n`;
    const { reader } = run([text, text]);
    expect(reader.deliveredCharacters).toBe(8);
    const one = run([chunk({ content: 'ab' })]).estimatedCompletionTokens;
    expect(reader.estimatedCompletionTokens).toBeGreaterThanOrEqual(one * 2);
  });

  it('estimates a stream like its whole text', () => {
    const words = 'The quick brown fox jumps over the lazy dog again and again'.split(/(?= )/);
    const { estimatedCompletionTokens } = run(words.map((word) => chunk({ content: word })));
    expect(estimatedCompletionTokens).toBeGreaterThanOrEqual(11);
    expect(estimatedCompletionTokens).toBeLessThanOrEqual(18);
  });

  it('reads the same facts when the chunks’ header changes in mid-stream', () => {
    const chunks = [0, 1, 2, 3, 4, 5, 6].map(
      (time) =>
        `data: {"id":"c${'x'.repeat(time)}","created":${time},"choices":[{"delta":{"content":"ab"}}]}\n\n`,
    );
    expect(run(chunks).reader.deliveredCharacters).toBe(14);
    const early = `data: {"id":"c","usage":${JSON.stringify(usage)},"choices":[]}\n\n`;
    expect(run([early, early], { hideUsageChunk: true })).toMatchObject({
      usage: { promptTokens: 5 },
      forwarded: '',
    });
  });

  it('ends with a fault when an event grows beyond the limit', () => {
    const result = run(
      [chunk({ content: 'a' }), `data: {"choices":"${'x'.repeat(3000)}`, 'y'.repeat(3000)],
      {
        limits: { maxEventBytes: 4000 },
      },
    );
    expect(result).toMatchObject({
      complete: false,
      contentDelivered: true,
      fault: { kind: 'bad-response' },
    });
  });

  it('passes an event of several megabytes that arrives in small pieces', () => {
    const big = chunk({ content: 'é'.repeat(1_500_000) });
    const bytes = encodeText(big);
    const reader = createStreamReader({ hideUsageChunk: true });
    const views: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += 65_521)
      views.push(...reader.push(bytes.slice(at, at + 65_521)));
    expect(views.map(decodeText).join('')).toBe(big);
  });

  it('never throws and never forwards more than it was given, whatever the bytes', () => {
    const token = fc.constantFrom(
      'data: ',
      '{',
      '}',
      '"usage":',
      '"error":',
      '"choices":',
      '[',
      ']',
      '\n',
      '\r\n',
      '\n\n',
      '"',
      '\\',
      ':',
      ',',
      '[DONE]',
      '5',
      'null',
      'event: error\n',
      '"content":"x"',
      '\uFEFF',
    );
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.array(token, { maxLength: 40 }).map((tokens) => encodeText(tokens.join(''))),
    );
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 6 }), fc.boolean(), (chunks, hideUsageChunk) => {
        const reader = createStreamReader({ hideUsageChunk, limits: { maxEventBytes: 500 } });
        const received = chunks.reduce((sum, bytes) => sum + bytes.length, 0);
        const forwarded = chunks
          .flatMap((bytes) => reader.push(bytes))
          .reduce((sum, view) => sum + view.length, 0);
        expect(forwarded).toBeLessThanOrEqual(received);
        reader.end();
      }),
      { numRuns: 3000 },
    );
  });
});
