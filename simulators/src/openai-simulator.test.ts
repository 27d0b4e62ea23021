import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';
import { createManualClock } from './clock.ts';
import { type Simulator, type SimulatorOptions, startOpenAiSimulator } from './openai-simulator.ts';
import { startRawCall } from './raw-call.ts';
import { findRefusedAddress } from './refused-address.ts';
import { failFirst } from './scenario.ts';

const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function start(options: SimulatorOptions = {}, apiKey = 'sk-good-key-0123') {
  const simulator = await startOpenAiSimulator(options);
  open.push(simulator);
  const client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey, maxRetries: 0 });
  return {
    simulator,
    client,
    ask: (content = 'hi') =>
      client.chat.completions.create({
        model: 'gpt-4o-mini',
        messages: [{ role: 'user', content }],
      }),
  };
}

test('a wrong key gets 401 invalid_api_key that shows only the ends of the key', async () => {
  const { ask: post } = await start({ apiKeys: ['sk-good-key-0123'] }, 'sk-wrong-key-9999');
  const error = await post().catch((caught: unknown) => caught);
  expect(error).toMatchObject({ status: 401, code: 'invalid_api_key' });
  expect(String(error)).toContain('sk-wrong*****9999');
});

test('a call with an accepted key succeeds', async () => {
  const { ask: post } = await start({ apiKeys: ['sk-good-key-0123'] });
  expect((await post()).choices.length).toBe(1);
});

test('a body that is not a JSON object gets 400', async () => {
  const { simulator } = await start();
  for (const body of ['{', '[]', 'null', '']) {
    const response = await fetch(`${simulator.url}/v1/chat/completions`, { method: 'POST', body });
    expect([body, response.status]).toEqual([body, 400]);
  }
});

test('a model outside the given list gets 404 model_not_found', async () => {
  const { ask: post, client } = await start({ models: ['only-this'] });
  await expect(post()).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['only-this']);
});

test('a sequence fails the first calls and then succeeds, and GET calls do not use it up', async () => {
  const { simulator, client, ask: post } = await start();
  simulator.script(failFirst(2, 'status-500'));
  await expect(post()).rejects.toMatchObject({ status: 500 });
  await client.models.list();
  await expect(post()).rejects.toMatchObject({ status: 500 });
  expect((await post()).choices.length).toBe(1);
});

test('a script function sees each request with its number and takes precedence over overrides', async () => {
  const { simulator, ask: post } = await start();
  simulator.script(({ path }, callNumber) => ({ text: `${path} ${callNumber}` }));
  await post();
  expect((await post('{"sim":{"text":"mine"}}')).choices[0]?.message.content).toBe(
    '/v1/chat/completions 1',
  );
  simulator.script(undefined);
  expect((await post('{"sim":{"text":"mine"}}')).choices[0]?.message.content).toBe('mine');
});

test('the fault of a key affects only its calls', async () => {
  const { simulator, ask: post } = await start({
    faults: new Map([['sk-bad', 'status-403-quota']]),
  });
  const bad = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'sk-bad', maxRetries: 0 });
  await expect(bad.models.list()).rejects.toMatchObject({
    status: 403,
    code: 'insufficient_quota',
  });
  expect((await post()).choices.length).toBe(1);
});

test('a misspelled fault is refused, so that no test passes by mistake', async () => {
  const { ask: post } = await start();
  await expect(post('{"sim":{"fault":"status-5000"}}')).rejects.toMatchObject({
    status: 400,
    type: 'simulator_error',
  });
});

test('a delay waits on the given clock before the first byte', async () => {
  const clock = createManualClock();
  const { ask: post } = await start({ clock });
  let isDone = false;
  const response = post('{"sim":{"delay_ms":60000}}').then(() => {
    isDone = true;
  });
  await clock.untilWaiting();
  clock.advance(59_999);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDone).toBe(false);
  clock.advance(1);
  await response;
});

test('requests are recorded with headers and body, up to the newest thousand', async () => {
  const { simulator } = await start();
  for (let call = 0; call < 1002; call += 1) await fetch(`${simulator.url}/v1/models?call=${call}`);
  expect(simulator.requests.length).toBe(1000);
  expect(simulator.requests[0]?.path).toBe('/v1/models?call=2');
  await fetch(`${simulator.url}/v1/embeddings`, {
    method: 'POST',
    headers: { 'x-mark': 'a' },
    body: '{"model":"m","input":"é"}',
  });
  expect(simulator.requests.at(-1)).toMatchObject({
    method: 'POST',
    headers: { 'x-mark': 'a' },
    body: '{"model":"m","input":"é"}',
  });
});

test('a client disconnect is counted as abandoned, a finished call is not', async () => {
  const { simulator, ask: post } = await start();
  await post();
  const call = startRawCall(simulator.port, {
    model: 'm',
    stream: true,
    messages: [{ role: 'user', content: '{"sim":{"fault":"stall-mid-stream"}}' }],
  });
  await call.untilReceived('data: ');
  expect(simulator.stats()).toMatchObject({ calls: 2, open: 1, abandoned: 0 });
  call.socket.destroy();
  await simulator.until(({ abandoned }) => abandoned === 1);
  expect(simulator.stats()).toMatchObject({ calls: 2, open: 0, abandoned: 1 });
});

test('calls find a closed port until the simulator accepts again', async () => {
  const { simulator } = await start();
  await simulator.refuse();
  await expect(fetch(`${simulator.url}/v1/models`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
  await simulator.accept();
  expect((await fetch(`${simulator.url}/v1/models`)).status).toBe(200);
});

test('connections to a refused address are refused', async () => {
  await expect(fetch(await findRefusedAddress())).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
});

test("an unknown path gets 404 in the API's format", async () => {
  const { simulator } = await start();
  const response = await fetch(`${simulator.url}/v1/nothing`, { method: 'POST', body: '{}' });
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { error: { type: 'invalid_request_error', code: null, param: null } },
  ]);
});
