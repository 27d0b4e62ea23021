import { type Simulator, startAnthropicSimulator } from '@tollgate/simulators';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptText } from '../../../test-support/dialect-scene.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

/** Its thinking is bound to the system prompt and all earlier messages. */
const MODEL = 'claude-opus-5-5';

let gateway: TestGateway;
let simulator: Simulator;
let client: OpenAI;
beforeAll(async () => {
  simulator = await startAnthropicSimulator({ apiKeys: ['sk-anthropic'], strict: true });
  gateway = await startTestGateway();
  await gateway.channel({
    type: 14,
    base_url: simulator.url,
    key: 'sk-anthropic',
    models: MODEL,
  });
  const owner = await gateway.user({ quota: 500_000_000 });
  const { secret } = await gateway.token(owner);
  client = new OpenAI({ apiKey: secret, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await gateway.close();
  await simulator.close();
});

test('instructions that are added to a conversation leave its thinking valid at Claude', async () => {
  const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: 'Be kind.' }];
  for (const [turn, instruction] of ['In French.', 'Briefly.', 'In German.'].entries()) {
    messages.push({ role: 'user', content: scriptText({ thinking: `Thought ${turn}.` }) });
    if (turn !== 1) messages.push({ role: 'developer', content: instruction });
    const before = simulator.requests.length;
    const { choices } = await client.chat.completions.create({
      model: MODEL,
      messages,
      reasoning_effort: 'medium',
    });
    expect(simulator.requests.length - before).toBe(1);
    const { message } = choices[0] ?? {};
    if (message) messages.push(message);
    if (turn === 1) messages.push({ role: 'developer', content: instruction });
  }
  const { body = '' } = simulator.requests.at(-1) ?? {};
  expect(body).toMatch(/Thought 0.*In French.*Thought 1.*Briefly.*In German/s);
  expect(body.match(/"signature":/g)).toHaveLength(2);
});
