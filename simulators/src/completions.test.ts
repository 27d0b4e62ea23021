import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startOpenAiSimulator } from './openai-simulator.ts';
import { startRawCall } from './raw-call.ts';
import type { Fault } from './script.ts';

let simulator: Simulator;
let client: OpenAI;

beforeAll(async () => {
  simulator = await startOpenAiSimulator();
  client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
});
afterAll(() => simulator.close());

test("a completion has the text and usage of the prompt's overrides", async () => {
  const response = await client.completions.create({
    model: 'm',
    prompt: '{"sim":{"text":"Oui","completion_tokens":2}}',
  });
  expect(response.choices[0]?.text).toBe('Oui');
  expect(response.usage).toMatchObject({
    prompt_tokens: 10,
    completion_tokens: 2,
    total_tokens: 12,
  });
});

test('a streamed completion joins to the same text and reports usage only on request', async () => {
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
  const response = await fetch(`${simulator.url}/v1/completions`, {
    method: 'POST',
    body: '{"model":"m"}',
  });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { param: 'prompt' } },
  ]);
});

const streamBody = (fault: Fault) => ({
  model: 'm',
  prompt: JSON.stringify({ sim: { fault } }),
  stream: true,
  stream_options: { include_usage: true },
});

async function readFaulty(fault: Fault): Promise<string> {
  const response = await fetch(`${simulator.url}/v1/completions`, {
    method: 'POST',
    body: JSON.stringify(streamBody(fault)),
  });
  return response.text();
}

test('a streamed completion can be cut in the middle without a clean end', async () => {
  await expect(readFaulty('cut-mid-stream')).rejects.toThrow(TypeError);
});

test('a streamed completion can turn into an error at its start or in the middle', async () => {
  expect(await readFaulty('error-first-line')).toMatch(/^data: \{"error".*\}\n\n$/);
  expect(await readFaulty('error-mid-stream')).toMatch(
    /"text":"Hello[^]*\n\ndata: \{"error".*\}\n\n$/,
  );
});

test('a streamed completion can stall in the middle with its connection open', async () => {
  const call = startRawCall(simulator.port, streamBody('stall-mid-stream'), '/v1/completions');
  await call.untilReceived('from t');
  expect(call.received()).not.toContain('simulator.');
  expect(simulator.stats().open).toBe(1);
  call.socket.destroy();
});

test('a streamed completion can omit [DONE] or report usage twice or on every chunk', async () => {
  expect(await readFaulty('no-done')).toMatch(/"choices":\[\],"usage":\{.*\n\n$/);
  const count = async (fault: Fault) => (await readFaulty(fault)).split('"usage":{').length - 1;
  expect(await count('usage-twice')).toBe(2);
  expect(await count('usage-each-chunk')).toBe(6);
});
