import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startOpenAiSimulator } from './openai-simulator.ts';

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startOpenAiSimulator();
});
afterAll(() => simulator.close());

const read = async (path: string) => {
  const response = await fetch(`${simulator.url}/v1/dashboard/billing/${path}`);
  return [response.status, await response.json()];
};

test('a balance query finds 100 USD left: a limit in USD and a usage in cents', async () => {
  expect(await read('subscription')).toMatchObject([200, { hard_limit_usd: 120 }]);
  expect(await read('usage?start_date=2026-01-01&end_date=2026-02-01')).toMatchObject([
    200,
    { total_usage: 2000 },
  ]);
});

test('another billing path gets 404', async () => {
  expect(await read('credit_grants')).toMatchObject([404, { error: { param: null } }]);
});
