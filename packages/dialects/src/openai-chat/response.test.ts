import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { detectErrorBody, estimateCompletionTokens, readUsage } from './response.ts';

const bytesOf = (value: unknown) => encodeText(JSON.stringify(value));
const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
const chat = {
  id: 'c',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' } }],
  usage,
};
const large = { ...chat, padding: 'x'.repeat(20_000) };

describe('readUsage', () => {
  it.each([
    ['a small answer', chat],
    ['a large answer', large],
    ['an answer with usage first', { usage, choices: chat.choices }],
    [
      'usage in the first choice',
      { choices: [{ message: {}, usage }], padding: 'x'.repeat(9_000) },
    ],
    [
      'embeddings',
      {
        data: Array.from({ length: 100 }, () => ({
          embedding: Array.from({ length: 64 }, (_, index) => index / 7),
        })),
        usage,
      },
    ],
  ])('reads it from %s', (_name, response) => {
    expect(readUsage(bytesOf(response))).toMatchObject({ promptTokens: 5 });
  });

  it('is undefined if usage is missing, null or empty, or the body is not a response', () => {
    for (const response of [
      { ...chat, usage: undefined },
      { ...chat, usage: null },
      { ...chat, usage: {} },
      [],
      'x',
      null,
    ]) {
      expect(readUsage(bytesOf(response))).toBeUndefined();
      expect(readUsage(bytesOf({ ...large, usage: undefined }))).toBeUndefined();
    }
  });

  it('takes an explicit zero as zero', () => {
    expect(
      readUsage(bytesOf({ ...chat, usage: { prompt_tokens: 0, completion_tokens: 0 } })),
    ).toMatchObject({
      promptTokens: 0,
    });
  });

  it('ignores usage that is written inside a text', () => {
    expect(
      readUsage(
        bytesOf({
          choices: [{ message: { content: '"usage":{"prompt_tokens":9}' } }],
          x: 'y'.repeat(9_000),
        }),
      ),
    ).toBeUndefined();
  });
});

describe('detectErrorBody', () => {
  it.each([
    ['OpenAI', { error: { message: 'no', type: 'server_error', code: null } }, 'server'],
    ['OpenRouter', { error: { message: 'slow down', code: 429 } }, 'rate-limit'],
    ['a text', { error: 'model not found' }, 'not-found'],
    [
      'MiniMax',
      { base_resp: { status_code: 1008, status_msg: 'insufficient balance' }, choices: null },
      'quota',
    ],
    ['Baidu', { error_code: 18, error_msg: 'qps limit reached, too many requests' }, 'rate-limit'],
    [
      'Tencent',
      { Response: { Error: { Code: 'LimitExceeded', Message: 'rate limit' } } },
      'rate-limit',
    ],
    ['SiliconFlow', { code: 20_012, message: 'Model does not exist', data: null }, 'not-found'],
    ['an error with empty choices', { error: { message: 'no' }, choices: [] }, 'server'],
  ])('finds the error of %s', (_name, body, kind) => {
    expect(detectErrorBody(bytesOf(body))).toMatchObject({ kind });
  });

  it('accepts real responses, with and without an error member', () => {
    for (const response of [
      chat,
      large,
      { ...chat, error: null },
      { ...chat, error: { message: 'a warning beside a real answer' } },
      { ...chat, base_resp: { status_code: 0 } },
      { results: [{}] },
      { object: 'list', data: [], usage },
    ]) {
      expect(detectErrorBody(bytesOf(response))).toBeUndefined();
    }
  });

  it('treats a body that is not a JSON object as a bad response', () => {
    for (const body of ['', '<html>', 'null', '[]', '"text"', '{"choices":[{"mess']) {
      expect(detectErrorBody(encodeText(body)), body).toMatchObject({
        kind: 'bad-response',
        retryable: true,
      });
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array(), fc.jsonValue().map(bytesOf)),
        (bytes) => void detectErrorBody(bytes),
      ),
    );
  });
});

describe('estimateCompletionTokens', () => {
  it('counts text, reasoning and tool calls of all choices', () => {
    const message = { role: 'assistant', content: 'Hello there', reasoning_content: 'Think first' };
    expect(estimateCompletionTokens(bytesOf({ choices: [{ message }] }))).toBeGreaterThanOrEqual(4);
    expect(
      estimateCompletionTokens(
        bytesOf({ choices: [{ text: 'one two three' }, { text: 'one two three' }] }),
      ),
    ).toBeGreaterThanOrEqual(6);
    const calls = [
      { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"city":"Paris"}' } },
    ];
    expect(
      estimateCompletionTokens(
        bytesOf({ choices: [{ message: { content: null, tool_calls: calls } }] }),
      ),
    ).toBeGreaterThanOrEqual(4);
  });

  it('is zero for embeddings, errors and bodies that are not JSON', () => {
    for (const body of [{ data: [1, 2] }, { error: 'x' }, [], 5])
      expect(estimateCompletionTokens(bytesOf(body))).toBe(0);
    expect(estimateCompletionTokens(encodeText('{'))).toBe(0);
  });
});
