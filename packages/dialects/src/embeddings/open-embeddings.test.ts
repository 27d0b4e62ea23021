import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { floatsFromBase64 } from './float-base64.ts';
import { openEmbeddings, type EmbeddingDialect, type EmbeddingFormat } from './open-embeddings.ts';

const encode = (value: unknown) => encodeText(JSON.stringify(value));
const open = (from: EmbeddingDialect, to: EmbeddingFormat, body: unknown) =>
  openEmbeddings({ from, to, bytes: encode(body), model: 'asked', upstreamModel: 'real' });

function exchange(from: EmbeddingDialect, to: EmbeddingFormat, body: unknown, response: unknown) {
  const opened = open(from, to, body);
  if (!opened.ok) throw new Error(opened.fault.message);
  const result = opened.readResponse(encode(response));
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

  it('of an OpenAI client send every input to Google and bill what Google counted (loss 24)', () => {
    const body = { model: 'm', input: ['a', 'b'], dimensions: 2 };
    const { sent, received, promptTokens } = exchange('openai', 'gemini-embeddings', body, google);
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

  it("are returned as base64 if the client requests it, as OpenAI's official library does", () => {
    const body = { model: 'm', input: ['a', 'b'], encoding_format: 'base64' };
    const { received } = exchange('openai', 'gemini-embeddings', body, google);
    expect(floatsFromBase64(received.data[1]?.embedding ?? '')).toEqual([0.25, 2]);
  });

  it('of a Gemini client are sent to an OpenAI upstream, one text or many', () => {
    const content = (text: string) => ({ content: { parts: [{ text }] } });
    const vectors = (...list: number[][]) => ({
      data: list.map((embedding, index) => ({ index, embedding })).toReversed(),
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
    const one = exchange(
      'gemini',
      'openai-chat',
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
      'openai-chat',
      { requests: [content('a'), content('b')] },
      vectors([1], [2]),
    );
    expect(many.received).toMatchObject({ embeddings: [{ values: [1] }, { values: [2] }] });
  });

  it.each([
    [
      'cohere-embeddings',
      {
        texts: ['T\na'],
        input_type: 'search_query',
        embedding_types: ['float'],
        output_dimension: 2,
      },
      { embeddings: { float: [[0.5, -1]] }, meta: { billed_units: { input_tokens: 6 } } },
    ],
    [
      'ollama-embeddings',
      { input: ['T\na'], dimensions: 2 },
      { embeddings: [[0.5, -1]], prompt_eval_count: 6 },
    ],
    [
      'jina-embeddings',
      { input: ['T\na'], task: 'retrieval.query', dimensions: 2, embedding_type: 'float' },
      { data: [{ index: 0, embedding: [0.5, -1] }], usage: { total_tokens: 6, prompt_tokens: 6 } },
    ],
  ] as const)('of a Gemini client reach %s in its own terms', (to, sent, response) => {
    const body = {
      content: { parts: [{ text: 'a' }] },
      taskType: 'RETRIEVAL_QUERY',
      title: 'T',
      outputDimensionality: 2,
    };
    expect(exchange('gemini', to, body, response)).toEqual({
      sent: { model: 'real', ...sent },
      received: {
        embedding: { values: [0.5, -1] },
        usageMetadata: { promptTokenCount: 6, totalTokenCount: 6 },
      },
      promptTokens: 6,
    });
  });

  it('of an OpenAI client tell Cohere their purpose, and are returned in the requested format', () => {
    const body = { model: 'm', input: ['a'], input_type: 'clustering', encoding_format: 'base64' };
    const response = { embeddings: { float: [[0.25, 2]] } };
    const { sent, received, promptTokens } = exchange(
      'openai',
      'cohere-embeddings',
      body,
      response,
    );
    expect(sent).toMatchObject({ texts: ['a'], input_type: 'clustering' });
    expect(floatsFromBase64(received.data[0]?.embedding ?? '')).toEqual([0.25, 2]);
    expect(promptTokens).toBeUndefined();
  });

  it('of an OpenAI client keep members that only Jina knows, and its response the token count that it reads', () => {
    const body = {
      model: 'm',
      input: [{ image: 'https://example.com/a.png' }],
      late_chunking: true,
      encoding_format: 'base64',
    };
    const response = {
      model: 'real',
      object: 'list',
      data: [{ index: 0, embedding: 'AAAAPw==' }],
      usage: { total_tokens: 6 },
    };
    const { sent, received, promptTokens } = exchange('openai', 'jina-embeddings', body, response);
    const { encoding_format: _format, ...rest } = body;
    expect(sent).toEqual({ ...rest, model: 'real', embedding_type: 'base64' });
    expect(received).toEqual({ ...response, usage: { prompt_tokens: 6, total_tokens: 6 } });
    expect(promptTokens).toBe(6);
  });

  it('of a Gemini client keep members that only Google knows, one or many', () => {
    const image = { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] };
    const one = exchange(
      'gemini',
      'gemini-embeddings',
      { content: image, autoTruncate: true },
      google,
    );
    const named = { content: image, model: 'models/real' };
    expect(one.sent).toEqual({ requests: [{ ...named, autoTruncate: true }] });
    expect(one.received).toEqual({
      embedding: { values: [0.5, -1] },
      usageMetadata: { promptTokenCount: 6 },
    });
    const requests = [{ content: image, model: 'models/m' }, { content: image }];
    const many = exchange('gemini', 'gemini-embeddings', { requests }, google);
    expect(many.sent).toEqual({ requests: [named, named] });
    expect(many.received).toEqual(google);
  });

  it('of images are refused where only text is supported, so that another upstream may serve them', () => {
    const content = { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] };
    expect(open('gemini', 'openai-chat', { content })).toMatchObject({
      ok: false,
      fault: { code: 'unsupported_by_upstream', param: 'content.parts[0]' },
    });
  });

  it.each([
    ['openai', { input: [[1, 2]] }, 'input'],
    ['openai', { input: ['a', 5] }, 'input[1]'],
    ['openai', { input: 'a', encoding_format: 'x' }, 'encoding_format'],
    ['gemini', { requests: [{ content: 'x' }] }, 'requests[0].content'],
    ['gemini', [], 'body'],
  ] as const)(
    'of a %s client that are malformed are refused with the path of the fault: %j',
    (from, body, path) => {
      const opened = open(from, from === 'openai' ? 'gemini-embeddings' : 'openai-chat', body);
      expect(opened).toMatchObject({ ok: false, fault: { param: path } });
    },
  );

  it('are a fault if a success contains an error', () => {
    const opened = open('openai', 'gemini-embeddings', { input: 'a' });
    const result =
      opened.ok &&
      opened.readResponse(
        encode({ error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED' } }),
      );
    expect(result).toMatchObject({ ok: false, fault: { kind: 'rate-limit' } });
  });

  it.each([
    ['a vector that holds something else than numbers', [{ embedding: [0.5, { toString: 1 }] }]],
    ['an index beyond the list', [{ index: 1_000_000_000, embedding: [0.5] }]],
    ['an index before the list', [{ index: -1, embedding: [0.5] }]],
    ['an index that is there twice', [{ embedding: [1] }, { index: 0, embedding: [2] }]],
  ])('are a fault if the response has %s', (_what, data) => {
    const body = { input: ['a', 'b'], encoding_format: 'base64' };
    const opened = open('openai', 'openai-chat', body);
    const result = opened.ok && opened.readResponse(encode({ data }));
    expect(result).toMatchObject({ ok: false, fault: { kind: 'bad-response' } });
  });

  it('pass through unchanged if Google returns one vector instead of a list', () => {
    const opened = open('gemini', 'gemini-embeddings', { content: { parts: [{ text: 'a' }] } });
    const response = encode({ embedding: { values: [0.5] } });
    expect(opened.ok && opened.readResponse(response)).toMatchObject({ ok: true, body: response });
  });
});
