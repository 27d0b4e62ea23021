import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText, parseJson } from '../json/parse-json.ts';
import { type EmbeddingFormat, openEmbeddings } from './open-embeddings.ts';

function exchange(to: EmbeddingFormat, body: object, response: object) {
  const bytes = encodeText(JSON.stringify({ model: 'm', ...body }));
  const opened = openEmbeddings({ from: 'openai', to, bytes, model: 'm', upstreamModel: 'real' });
  if (!opened.ok) throw new Error(opened.fault.message);
  const read = opened.readResponse(encodeText(JSON.stringify(response)));
  return { sent: parseJson(opened.body), read };
}
const vectorsOf = (read: ReturnType<typeof exchange>['read']) =>
  read.ok
    ? (JSON.parse(decodeText(read.body)) as { data: { embedding: number[] }[] }).data.map(
        ({ embedding }) => embedding,
      )
    : read.fault.kind;
const prediction = (values: number[], count?: number) => ({
  embeddings: { values, ...(count === undefined ? {} : { statistics: { token_count: count } }) },
});

describe('embeddings on Vertex AI', () => {
  const body = { input: ['a', 'b'], dimensions: 2 };

  it('are requested as predictions, whose tokens are summed', () => {
    const predictions = [prediction([1, 2], 4), prediction([3, 4], 5)];
    const { sent, read } = exchange('vertex-embeddings', body, { predictions });
    expect(sent).toEqual({
      instances: [{ content: 'a' }, { content: 'b' }],
      parameters: { outputDimensionality: 2 },
    });
    expect(vectorsOf(read)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(read).toMatchObject({ promptTokens: 9 });
  });

  it('are estimated if a vector has no token count, and are a fault if there are no vectors', () => {
    const predictions = [prediction([1], 4), prediction([3])];
    expect(exchange('vertex-embeddings', body, { predictions }).read).toMatchObject({
      ok: true,
      promptTokens: undefined,
    });
    expect(vectorsOf(exchange('vertex-embeddings', body, { predictions: [{}] }).read)).toBe(
      'bad-response',
    );
  });
});

describe('embeddings of Hunyuan', () => {
  it('are returned in input order, whatever the order of the response', () => {
    const Data = [
      { Index: 1, Embedding: [3] },
      { Index: 0, Embedding: [1] },
    ];
    const response = { Response: { Data, Usage: { PromptTokens: 6, TotalTokens: 6 } } };
    const { sent, read } = exchange('hunyuan-embeddings', { input: ['a', 'b'] }, response);
    expect(sent).toEqual({ InputList: ['a', 'b'] });
    expect(vectorsOf(read)).toEqual([[1], [3]]);
    expect(read).toMatchObject({ promptTokens: 6 });
  });

  it('are a fault if a success contains an error', () => {
    const Error = { Code: 'RequestLimitExceeded', Message: 'slow down' };
    const { read } = exchange('hunyuan-embeddings', { input: 'a' }, { Response: { Error } });
    expect(vectorsOf(read)).toBe('rate-limit');
  });
});
