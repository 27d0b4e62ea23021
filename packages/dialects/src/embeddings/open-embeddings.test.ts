import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { floatsFromBase64 } from './float-base64.ts';
import { openEmbeddings, type EmbeddingDialect } from './open-embeddings.ts';

const encode = (value: unknown) => encodeText(JSON.stringify(value));
const open = (from: EmbeddingDialect, to: EmbeddingDialect, body: unknown) =>
  openEmbeddings({ from, to, bytes: encode(body), model: 'asked', upstreamModel: 'real' });

function exchange(from: EmbeddingDialect, to: EmbeddingDialect, body: unknown, answer: unknown) {
  const opened = open(from, to, body);
  if (!opened.ok) throw new Error(opened.fault.message);
  const result = opened.readAnswer(encode(answer));
  if (!result.ok) throw new Error(result.fault.excerpt);
  return {
    sent: JSON.parse(decodeText(opened.body)) as unknown,
    received: JSON.parse(decodeText(result.body)) as { data: { embedding: string }[] },
    promptTokens: result.promptTokens,
  };
}

describe('embeddings', () => {
  const google = {
    embeddings: [{ values: [0.5, -1] }, { values: [0.25, 2] }],
    usageMetadata: { promptTokenCount: 6 },
  };

  it('loss 24: of an OpenAI client send every input to Google and bill what Google counted', () => {
    const body = { model: 'm', input: ['a', 'b'], dimensions: 2 };
    const { sent, received, promptTokens } = exchange('openai', 'gemini', body, google);
    const request = (text: string) => ({
      model: 'models/real',
      content: { parts: [{ text }] },
      outputDimensionality: 2,
    });
    expect(sent).toEqual({ requests: [request('a'), request('b')] });
    expect(received).toMatchObject({
      object: 'list',
      model: 'asked',
      data: [
        { index: 0, embedding: [0.5, -1] },
        { index: 1, embedding: [0.25, 2] },
      ],
      usage: { prompt_tokens: 6, total_tokens: 6 },
    });
    expect(promptTokens).toBe(6);
  });

  it('come as base64 where the client asks for it, as its official library does', () => {
    const body = { model: 'm', input: ['a', 'b'], encoding_format: 'base64' };
    const { received } = exchange('openai', 'gemini', body, google);
    expect(floatsFromBase64(received.data[1]?.embedding ?? '')).toEqual([0.25, 2]);
  });

  it('of a Gemini client go to an OpenAI upstream, one text or many', () => {
    const content = (text: string) => ({ content: { parts: [{ text }] } });
    const vectors = (...list: number[][]) => ({
      data: list.map((embedding, index) => ({ index, embedding })).toReversed(),
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
    const one = exchange(
      'gemini',
      'openai',
      { ...content('a'), outputDimensionality: 2 },
      vectors([1, 2]),
    );
    expect(one.sent).toEqual({
      model: 'real',
      input: ['a'],
      dimensions: 2,
      encoding_format: 'float',
    });
    expect(one.received).toMatchObject({ embedding: { values: [1, 2] } });
    const many = exchange(
      'gemini',
      'openai',
      { requests: [content('a'), content('b')] },
      vectors([1], [2]),
    );
    expect(many.received).toMatchObject({ embeddings: [{ values: [1] }, { values: [2] }] });
  });

  it.each([
    ['openai', { input: [[1, 2]] }, 'input'],
    ['openai', { input: ['a', 5] }, 'input[1]'],
    ['openai', { input: 'a', encoding_format: 'x' }, 'encoding_format'],
    ['gemini', { requests: [{ content: 'x' }] }, 'requests[0].content'],
    ['gemini', [], 'body'],
  ] as const)(
    'of a %s client that are malformed are named by their path: %j',
    (from, body, path) => {
      const opened = open(from, from === 'openai' ? 'gemini' : 'openai', body);
      expect(opened).toMatchObject({ ok: false, fault: { param: path } });
    },
  );

  it('with an error inside a success are a fault', () => {
    const opened = open('openai', 'gemini', { input: 'a' });
    const result =
      opened.ok &&
      opened.readAnswer(
        encode({ error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED' } }),
      );
    expect(result).toMatchObject({ ok: false, fault: { kind: 'rate-limit' } });
  });
});
