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

test('a completion answers text and usage, by the wishes in the prompt', async () => {
  const answer = await client.completions.create({
    model: 'm',
    prompt: '{"sim":{"text":"Oui","completion_tokens":2}}',
  });
  expect(answer.choices[0]?.text).toBe('Oui');
  expect(answer.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 });
});

test('a streamed completion joins to the same text and reports usage only when asked', async () => {
  const read = async (options: object) => {
    const chunks: OpenAI.Completion[] = [];
    for await (const chunk of await client.completions.create({
      model: 'm',
      prompt: 'hi',
      stream: true,
      ...options,
    }))
      chunks.push(chunk);
    return {
      text: chunks.map(({ choices }) => choices[0]?.text ?? '').join(''),
      usage: chunks.at(-1)?.usage?.total_tokens,
    };
  };
  expect(await read({})).toEqual({ text: 'Hello from the simulator.', usage: undefined });
  expect(await read({ stream_options: { include_usage: true } })).toEqual({
    text: 'Hello from the simulator.',
    usage: 16,
  });
});

test('a completion without prompt is refused with 400', async () => {
  const answer = await fetch(`${simulator.url}/v1/completions`, {
    method: 'POST',
    body: '{"model":"m"}',
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'prompt' } }]);
});
