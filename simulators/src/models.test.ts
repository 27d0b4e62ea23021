import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIMULATED_MODELS } from './models.ts';
import { type Simulator, startOpenAiSimulator } from './openai-simulator.ts';

let simulator: Simulator;
let client: OpenAI;

beforeAll(async () => {
  simulator = await startOpenAiSimulator();
  client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
});
afterAll(() => simulator.close());

test('models are listed and read one by one', async () => {
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(SIMULATED_MODELS);
  expect((await client.models.retrieve('gpt-4o')).id).toBe('gpt-4o');
});

test('an unknown model gets 404 model_not_found', async () => {
  await expect(client.models.retrieve('gpt-0')).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
    param: 'model',
  });
});

test('the old billing calls report a limit of 120 USD of which 20 are used', async () => {
  const read = async (name: string) =>
    (await fetch(`${simulator.url}/v1/dashboard/billing/${name}`)).json();
  expect(await read('subscription')).toMatchObject({ hard_limit_usd: 120 });
  expect(await read('usage?start_date=2026-01-01&end_date=2026-02-01')).toMatchObject({
    total_usage: 2000,
  });
});
