import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import type { EnvelopeKind } from '../ir/call-kind.ts';
import { readRequest } from './request.ts';

const read = (body: unknown, kind: EnvelopeKind = 'chat') =>
  readRequest(kind, encodeText(typeof body === 'string' ? body : JSON.stringify(body)));
const accept = (body: unknown, kind?: EnvelopeKind) => {
  const result = read(body, kind);
  if (!result.ok) throw new Error(`${result.fault.param}: ${result.fault.message}`);
  return result.request;
};
const refuse = (body: unknown, kind?: EnvelopeKind) => {
  const result = read(body, kind);
  if (result.ok) throw new Error('accepted');
  expect(result.fault).toMatchObject({ status: 400, type: 'invalid_request_error' });
  return [result.fault.param, result.fault.code];
};
const chat = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };

describe('readRequest', () => {
  it('reads what the relay needs and keeps the bytes', () => {
    const bytes = encodeText(
      JSON.stringify({
        ...chat,
        stream: true,
        stream_options: { include_usage: true },
        n: 3,
        max_tokens: 7,
      }),
    );
    const result = readRequest('chat', bytes);
    expect(result).toMatchObject({
      ok: true,
      request: {
        kind: 'chat',
        model: 'm',
        stream: true,
        includeUsage: true,
        choices: 3,
        maxOutputTokens: 7,
      },
    });
    expect(result.ok && result.request.bytes).toBe(bytes);
  });

  it('applies defaults to absent and null members', () => {
    const absent = accept(chat);
    expect(absent).toMatchObject({
      stream: false,
      includeUsage: false,
      choices: 1,
      hasStreamOptions: false,
    });
    expect(absent.maxOutputTokens).toBeUndefined();
    expect(accept({ ...chat, stream: null, n: null, max_tokens: null })).toMatchObject({
      stream: false,
      choices: 1,
    });
  });

  it('counts the largest limit, as upstreams differ in which they read', () => {
    expect(accept({ ...chat, max_tokens: 9, max_completion_tokens: 5 }).maxOutputTokens).toBe(9);
    expect(accept({ ...chat, max_tokens: 5, max_completion_tokens: null }).maxOutputTokens).toBe(5);
  });

  it('ignores a limit of another API on its own, but respects it if larger', () => {
    expect(accept({ ...chat, max_new_tokens: 5 }).maxOutputTokens).toBeUndefined();
    expect(accept({ ...chat, max_tokens: 1, max_new_tokens: 500 }).maxOutputTokens).toBe(500);
  });

  it.each([
    ['a text', 1],
    [['one', 'two', 'three'], 3],
    [[1, 2, 3], 1],
    [[[1, 2], [3]], 2],
    [[], 1],
    [['one', [2, 3]], 2],
  ])('counts responses for each prompt of a completion: %j', (prompt, prompts) => {
    expect(accept({ model: 'm', prompt, n: 2 }, 'completions').choices).toBe(2 * prompts);
    const long = [prompt].flat().concat(['x'.repeat(20_000)]);
    const more = accept({ model: 'm', prompt: long }, 'completions').choices;
    const texts = long.filter((item) => typeof item !== 'number').length;
    expect(more).toBe(texts);
  });

  it('bills best_of if it generates more responses than n', () => {
    expect(accept({ model: 'm', prompt: 'x', n: 2, best_of: 5 }, 'completions').choices).toBe(5);
  });

  it('gives moderations a default model, and no other kind', () => {
    expect(accept({ input: 'x' }, 'moderations').model).toBe('omni-moderation-latest');
    expect(refuse({ input: 'x' }, 'embeddings')).toEqual(['model', 'missing_required_parameter']);
  });

  it("ignores stream for calls that can't be streamed", () => {
    expect(accept({ model: 'm', input: 'x', stream: true, n: 'many' }, 'embeddings')).toMatchObject(
      {
        stream: false,
        choices: 1,
      },
    );
  });

  it.each<[unknown, string | null, string]>([
    ['{', null, 'invalid_json'],
    ['', null, 'invalid_json'],
    ['[]', null, 'invalid_type'],
    [{ ...chat, model: undefined }, 'model', 'missing_required_parameter'],
    [{ ...chat, model: 7 }, 'model', 'invalid_type'],
    [{ ...chat, model: '' }, 'model', 'empty_string'],
    [{ ...chat, model: 'm'.repeat(201) }, 'model', 'string_above_max_length'],
    [{ model: 'm' }, 'messages', 'missing_required_parameter'],
    [{ ...chat, messages: 'hi' }, 'messages', 'invalid_type'],
    [{ ...chat, stream: 'true' }, 'stream', 'invalid_type'],
    [{ ...chat, stream_options: true }, 'stream_options', 'invalid_type'],
    [
      { ...chat, stream_options: { include_usage: 1 } },
      'stream_options.include_usage',
      'invalid_type',
    ],
    [{ ...chat, max_tokens: -1 }, 'max_tokens', 'integer_below_min_value'],
    [
      { ...chat, max_tokens: 5, options: { num_predict: -1 } },
      'options.num_predict',
      'integer_below_min_value',
    ],
    [{ ...chat, max_tokens: 1.5 }, 'max_tokens', 'invalid_type'],
    [
      { ...chat, max_completion_tokens: 2 ** 31 },
      'max_completion_tokens',
      'integer_above_max_value',
    ],
    [{ ...chat, n: 0 }, 'n', 'integer_below_min_value'],
    [{ ...chat, n: 129 }, 'n', 'integer_above_max_value'],
  ])('refuses %j with its param and code', (body, param, code) => {
    expect(refuse(body)).toEqual([param, code]);
  });

  it.each<[EnvelopeKind, string]>([
    ['completions', 'prompt'],
    ['embeddings', 'input'],
    ['moderations', 'input'],
  ])('requires the input of %s', (kind, name) => {
    expect(refuse({ model: 'm' }, kind)).toEqual([name, 'missing_required_parameter']);
    expect(refuse({ model: 'm', [name]: 5 }, kind)).toEqual([name, 'invalid_type']);
    expect(accept({ model: 'm', [name]: ['a', 'b'] }, kind).model).toBe('m');
  });

  it('refuses a body that could be priced by one model and served by another', () => {
    const tail = '"messages":[]';
    for (const text of [
      `{"model":"cheap","model":"dear",${tail}}`,
      `{"model":"cheap",${tail},"mod\\u0065l":"dear"}`,
      `{"model":"cheap",${tail},"Model":"dear"}`,
      `{"MODEL":"dear",${tail}}`,
    ]) {
      expect(refuse(text), text).toEqual(['model', 'duplicate_parameter']);
    }
    expect(accept(`{"model":"m","metadata":{"model":"x"},${tail}}`).model).toBe('m');
  });

  it('reads a large body like a small one', () => {
    const rest = {
      stream: true,
      stream_options: { include_usage: true },
      n: 2,
      max_completion_tokens: 7,
      max_tokens: 9,
    };
    const small = accept({ model: 'm', messages: [{ role: 'user', content: 'x' }], ...rest });
    const large = accept({
      model: 'm',
      messages: [{ role: 'user', content: 'x'.repeat(20_000) }],
      ...rest,
    });
    const { bytes, promptTokensEstimate, promptTokensMax } = large;
    expect(large).toEqual({ ...small, bytes, promptTokensEstimate, promptTokensMax });
    const padding = `"messages":[{"role":"user","content":"${'x'.repeat(20_000)}"}]`;
    expect(refuse(`{"model":"m",${padding},"stream":"yes"}`)).toEqual(['stream', 'invalid_type']);
    expect(refuse(`{${padding},"model":"a","Model":"b"}`)).toEqual([
      'model',
      'duplicate_parameter',
    ]);
    expect(refuse(`{"model":"m",${padding}`)).toEqual([null, 'invalid_json']);
    expect(refuse({ model: 'm', messages: 'x'.repeat(20_000) })).toEqual([
      'messages',
      'invalid_type',
    ]);
  });

  it('never throws, whatever the bytes and however deep the nesting', () => {
    const kinds = fc.constantFrom<EnvelopeKind>('chat', 'completions', 'embeddings', 'moderations');
    fc.assert(fc.property(kinds, fc.uint8Array(), (kind, bytes) => void readRequest(kind, bytes)));
    const body = fc.record({
      model: fc.constant('m'),
      messages: fc.array(fc.jsonValue()),
      input: fc.jsonValue(),
      tools: fc.jsonValue(),
    });
    fc.assert(
      fc.property(
        kinds,
        body,
        (kind, value) => void readRequest(kind, encodeText(JSON.stringify(value))),
      ),
    );
    const deep = `{"model":"m","messages":[],"tools":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(read(deep).ok).toBe(true);
  });
});
