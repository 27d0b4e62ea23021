import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startOpenAiSimulator } from './openai-simulator.ts';

let simulator: Simulator;
let client: OpenAI;

beforeAll(async () => {
  simulator = await startOpenAiSimulator();
  client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
});
afterAll(() => simulator.close());

const model = 'text-embedding-3-small';

test('floats and base64 carry the same numbers', async () => {
  const numbers = async (encoding_format: 'float' | 'base64' | undefined) =>
    (
      await client.embeddings.create({
        model,
        input: 'hi',
        ...(encoding_format ? { encoding_format } : {}),
      })
    ).data[0]?.embedding as unknown;
  expect(await numbers('float')).toEqual([0.25, -0.5, 0.125]);
  // The client requests base64 by default and decodes it.
  expect(await numbers(undefined)).toEqual([0.25, -0.5, 0.125]);
  expect(simulator.requests.at(-1)?.body).toContain('"encoding_format":"base64"');
  expect(await numbers('base64')).toBe(
    Buffer.from(new Float32Array([0.25, -0.5, 0.125]).buffer).toString('base64'),
  );
});

test('each input has an embedding of the requested dimensions', async () => {
  const { data } = await client.embeddings.create({
    model,
    input: ['a', 'b'],
    dimensions: 5,
    encoding_format: 'float',
  });
  expect(data.map(({ index, embedding }) => [index, embedding.length])).toEqual([
    [0, 5],
    [1, 5],
  ]);
});

test('a list of token ids is one input', async () => {
  expect((await client.embeddings.create({ model, input: [1, 2, 3] })).data.length).toBe(1);
  expect((await client.embeddings.create({ model, input: [[1, 2], [3]] })).data.length).toBe(2);
});

test('usage has prompt tokens only', async () => {
  const { usage } = await client.embeddings.create({
    model,
    input: '{"sim":{"prompt_tokens":42}}',
  });
  expect(usage).toEqual({ prompt_tokens: 42, total_tokens: 42 });
});
