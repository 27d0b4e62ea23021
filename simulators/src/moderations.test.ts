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

test('each input is classified, with or without a model', async () => {
  const { results, model } = await client.moderations.create({ input: ['a walk', 'violence'] });
  expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
  expect(model).toBe('omni-moderation-latest');
});
