import OpenAI from 'openai';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from './clock.ts';
import { type Simulator, startOpenAiSimulator } from './openai-simulator.ts';
import { type RawCall, startRawCall } from './raw-call.ts';
import type { Fault, Script } from './script.ts';

let simulator: Simulator;
let client: OpenAI;
let clock: ManualClock;

beforeAll(async () => {
  clock = createManualClock();
  simulator = await startOpenAiSimulator({ clock });
  client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
});
afterEach(() => simulator.until(({ open }) => open === 0));
afterAll(() => simulator.close());

const bodyFor = (sim: Partial<Script>) => ({
  model: 'm',
  messages: [{ role: 'user' as const, content: JSON.stringify({ sim }) }],
});
const complete = (sim: Partial<Script>) => client.chat.completions.create(bodyFor(sim));
const raw = (sim: Partial<Script>, stream = false): RawCall =>
  startRawCall(simulator.port, {
    ...bodyFor(sim),
    stream,
    stream_options: { include_usage: true },
  });

test.each<[Fault, number, string | null]>([
  ['status-400', 400, 'unsupported_value'],
  ['status-400-context-length', 400, 'context_length_exceeded'],
  ['status-401', 401, 'invalid_api_key'],
  ['status-403', 403, 'permission_denied'],
  ['status-403-quota', 403, 'insufficient_quota'],
  ['status-404-model', 404, 'model_not_found'],
  ['status-429', 429, 'rate_limit_exceeded'],
  ['status-429-quota', 429, 'insufficient_quota'],
  ['status-500', 500, null],
  ['status-503', 503, null],
])('%s responds with that status and its code', async (fault, status, code) => {
  await expect(complete({ fault })).rejects.toMatchObject({ status, code });
});

test('only the 429 with Retry-After has that header, with the scripted seconds', async () => {
  const headerOf = async (sim: Partial<Script>) =>
    (
      (await complete(sim).catch((error: unknown) => error)) as InstanceType<typeof OpenAI.APIError>
    ).headers?.get('retry-after');
  expect(await headerOf({ fault: 'status-429' })).toBeNull();
  expect(await headerOf({ fault: 'status-429-retry-after' })).toBe('7');
  expect(await headerOf({ fault: 'status-429-retry-after', retry_after: 31 })).toBe('31');
});

test("a proxy's error page is HTML with 502", async () => {
  const call = raw({ fault: 'status-502-html' });
  await call.untilReceived('</html>');
  expect(call.received()).toMatch(/^HTTP\/1\.1 502 [^]*content-type: text\/html/i);
  call.socket.destroy();
});

test('a hang before headers sends no byte', async () => {
  const call = raw({ fault: 'hang-before-headers' });
  await simulator.until(({ open }) => open === 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(call.received()).toBe('');
  call.socket.destroy();
});

test('a hang after headers sends headers and no body', async () => {
  const call = raw({ fault: 'hang-after-headers' });
  await call.untilReceived('\r\n\r\n');
  expect(call.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(call.received().split('\r\n\r\n')[1]).toBe('');
  call.socket.destroy();
});

test('a stall before the first token sends the headers of a stream and no event', async () => {
  const call = raw({ fault: 'stall-before-first-token' }, true);
  await call.untilReceived('\r\n\r\n');
  expect(call.received()).toContain('text/event-stream');
  expect(call.received()).not.toContain('data:');
  call.socket.destroy();
});

test.each<[Fault, boolean, string, string]>([
  ['cut-before-start', false, '', 'HTTP/'],
  ['cut-after-headers', false, '200 OK', '{'],
  ['cut-mid-json', false, '{"id":"chatcmpl-simulated"', '"usage"'],
  ['wrong-content-length', false, 'content-length: 5000', '"usage"'],
  ['cut-mid-stream', true, '"content":"cut he', '[DONE]'],
])('%s cuts the connection without a clean end', async (fault, stream, has, lacks) => {
  const { abandoned } = simulator.stats();
  const call = raw({ fault }, stream);
  await call.closed;
  expect(call.received()).toContain(has);
  expect(call.received()).not.toContain(lacks);
  expect(call.received()).not.toContain('\r\n0\r\n\r\n');
  await simulator.until(({ open }) => open === 0);
  expect(simulator.stats().abandoned).toBe(abandoned);
});

test('an error can come with status 200', async () => {
  expect(await complete({ fault: 'error-200' })).toMatchObject({ error: { type: 'server_error' } });
});

test('garbage is not JSON', async () => {
  await expect(complete({ fault: 'garbage-json' })).rejects.toThrow(SyntaxError);
});

test.each<[Fault, object | undefined]>([
  ['no-usage', undefined],
  ['zero-usage', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
])('%s reports that usage, streamed or not', async (fault, usage) => {
  expect((await complete({ fault })).usage).toEqual(usage);
  const call = raw({ fault }, true);
  await call.untilReceived('[DONE]');
  expect(/"usage":(\{.*\})\}/.exec(call.received())?.[1]).toEqual(usage && JSON.stringify(usage));
  call.socket.destroy();
});

async function readStream(sim: Partial<Script>): Promise<string> {
  const response = await fetch(`${simulator.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({
      ...bodyFor(sim),
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  return response.text();
}

test('a stream can start with an error', async () => {
  expect(await readStream({ fault: 'error-first-line' })).toMatch(
    /^data: \{"error":\{"message":"The engine is currently overloaded".*\}\}\n\n$/,
  );
});

test('a stream can turn into an error in the middle and ends there', async () => {
  const text = await readStream({ fault: 'error-mid-stream' });
  expect(text).toMatch(/"content":"Hello.*\n\ndata: \{"error".*\}\n\n$/s);
  expect(text).not.toContain('[DONE]');
});

test('a stream can stall in the middle with its connection open', async () => {
  const call = raw({ fault: 'stall-mid-stream' }, true);
  await call.untilReceived('from t');
  expect(call.received()).not.toContain('simulator.');
  expect(simulator.stats().open).toBe(1);
  call.socket.destroy();
});

test('a stream without [DONE] is otherwise complete', async () => {
  const text = await readStream({ fault: 'no-done' });
  expect(text).toMatch(/"choices":\[\],"usage":\{"prompt_tokens":10,.*\n\n$/);
});

test('usage can come twice or on every chunk', async () => {
  const count = async (fault: Fault) => (await readStream({ fault })).split('"usage":{').length - 1;
  expect(await count('usage-twice')).toBe(2);
  expect(await count('usage-each-chunk')).toBe(7);
});

test('a stream sent byte by byte reads like the complete one', async () => {
  const call = raw({ fault: 'split-bytes' }, true);
  await call.untilReceived('\r\n0\r\n\r\n');
  const sizes = [...call.received().matchAll(/\r\n([0-9a-f]+)\r\n/g)].map(([, size]) => size);
  expect(new Set(sizes)).toEqual(new Set(['1', '0']));
  call.socket.destroy();
  expect(await readStream({ fault: 'split-bytes', text: 'é😀é😀' })).toBe(
    await readStream({ text: 'é😀é😀' }),
  );
});

test('a gzip response is compressed, streamed or not', async () => {
  const whole = raw({ fault: 'gzip' });
  await whole.untilReceived('\r\n\r\n');
  expect(whole.received()).toContain('content-encoding: gzip');
  whole.socket.destroy();
  expect((await complete({ fault: 'gzip' })).usage?.total_tokens).toBe(16);
  expect(await readStream({ fault: 'gzip' })).toBe(await readStream({}));
});

test('a gzip bomb is small on the wire and megabytes when decompressed', async () => {
  const call = raw({ fault: 'gzip-bomb', megabytes: 3 });
  await call.untilReceived('\r\n\r\n');
  const length = Number(/content-length: (\d+)/.exec(call.received())?.[1]);
  expect(length).toBeLessThan(20_000);
  const [head = ''] = call.received().split('\r\n\r\n', 1);
  while (call.received().length < head.length + 4 + length)
    await new Promise((resolve) => call.socket.once('data', resolve));
  expect(
    gunzipSync(Buffer.from(call.received().slice(head.length + 4), 'latin1')).length,
  ).toBeGreaterThan(3 * 1024 * 1024);
  call.socket.destroy();
});

test('a huge response has the scripted size', async () => {
  expect(
    (await complete({ fault: 'huge', megabytes: 2 })).choices[0]?.message.content?.length,
  ).toBe(2 * 1024 * 1024);
});

test('a slow drip sends a few bytes per tick of the clock', async () => {
  const call = raw({ fault: 'slow-drip', gap_ms: 1000 });
  await call.untilReceived('\r\n\r\n');
  expect(call.received()).not.toContain('{"id"');
  await clock.untilWaiting();
  clock.advance(1000);
  await call.untilReceived('{"id"');
  expect(call.received()).not.toContain('chat.completion');
  while (!call.received().includes('\r\n0\r\n\r\n')) {
    clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(call.received().match(/\r\n10\r\n/g)?.length).toBeGreaterThan(20);
  call.socket.destroy();
});
