import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoggedCall } from '../../../test-support/relay-scene.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

/** What the greedy upstream writes if nothing limits it. */
const UNBOUNDED = 4000;
const MODEL = 'gpt-4o-mini';
/** A high-detail image at GPT-4o mini: 2,833 tokens and 5,667 for each of 8 tiles. */
const IMAGE_TOKENS = 48_169;
/** The operator's name for it, resembling a family whose images are cheap. */
const ALIAS = 'claude-vision';
/** One unit per prompt token, four per completion token. */
const RATIOS = { ratio: 1, completion: 4 };

const REASONER = 'o4-mini';

type Sent = Record<string, unknown>;

interface Upstream {
  url: string;
  /** Received bodies, in order. */
  bodies: Sent[];
  /** If set, responses wait for it. */
  hold: Promise<void> | undefined;
  close(): Promise<void>;
}

/** Starts an upstream that writes as many tokens as it is allowed, for each completion. */
async function startGreedyUpstream(): Promise<Upstream> {
  const bodies: Sent[] = [];
  const upstream: Upstream = {
    url: '',
    bodies,
    hold: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server: Server = createServer((request, response) => {
    void readAll(request).then(async (text) => {
      const body = JSON.parse(text) as Sent;
      bodies.push(body);
      await upstream.hold;
      const { completion } = mostOf(request.url ?? '', body);
      const images = text.split('"type":"image_url"').length - 1;
      const prompt = 1 + images * IMAGE_TOKENS;
      const usage = {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: completion + prompt,
      };
      response.setHeader('content-type', body['stream'] ? 'text/event-stream' : 'application/json');
      if (body['stream']) {
        const chunk = { id: 'c', object: 'chat.completion.chunk', model: MODEL, created: 1 };
        const delta = { index: 0, delta: { content: 'x' }, finish_reason: null };
        const last = { index: 0, delta: {}, finish_reason: 'length' };
        response.write(`data: ${JSON.stringify({ ...chunk, choices: [delta] })}\n\n`);
        response.write(`data: ${JSON.stringify({ ...chunk, choices: [last] })}\n\n`);
        response.end(
          `data: ${JSON.stringify({ ...chunk, choices: [], usage })}\n\ndata: [DONE]\n\n`,
        );
        return;
      }
      const message = { role: 'assistant', content: 'x' };
      const choice = { index: 0, message, text: 'x', finish_reason: 'length' };
      response.end(
        JSON.stringify({ id: 'c', object: 'chat.completion', choices: [choice], usage }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return upstream;
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function mostOf(path: string, body: Sent): { completion: number } {
  const number = (name: string) => (typeof body[name] === 'number' ? body[name] : 0);
  const limit = Math.max(number('max_tokens'), number('max_completion_tokens')) || UNBOUNDED;
  const choices = Math.max(1, number('n'), number('best_of'));
  const { prompt } = body;
  const isList = Array.isArray(prompt) && typeof prompt[0] !== 'number';
  const prompts = path.includes('/completions') && isList ? Math.max(1, prompt.length) : 1;
  return { completion: limit * choices * prompts };
}

let upstream: Upstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startGreedyUpstream();
  gateway = await startTestGateway();
  await gateway.setOption(
    'ModelRatio',
    JSON.stringify({ [MODEL]: RATIOS.ratio, [ALIAS]: RATIOS.ratio, [REASONER]: RATIOS.ratio }),
  );
  await gateway.setOption(
    'CompletionRatio',
    JSON.stringify({ [MODEL]: RATIOS.completion, [ALIAS]: RATIOS.completion }),
  );
  await gateway.channel({ base_url: upstream.url, models: `${MODEL},${REASONER}` });
  const model_mapping = JSON.stringify({ [ALIAS]: MODEL });
  await gateway.channel({ base_url: upstream.url, models: ALIAS, model_mapping });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

interface CallResult {
  status: number;
  text: string;
  headers: Headers;
}

async function openAccount(quota: number) {
  const owner = await gateway.user({ quota });
  const { secret } = await gateway.token(owner);
  const send = async (path: string, body: unknown): Promise<CallResult> => {
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const lastCall = async (): Promise<LoggedCall> => {
    const { body } = await owner.call('GET', '/api/log/self/?page_size=1');
    const [row] = body.data.items as (Omit<LoggedCall, 'other'> & { other: string })[];
    if (!row) throw new Error('the log is empty');
    return { ...row, other: JSON.parse(row.other) as LoggedCall['other'] };
  };
  return { owner, ask: send, lastCall };
}

const hello = { model: MODEL, messages: [{ role: 'user', content: 'hi' }] };
const images = (count: number) => [
  {
    role: 'user',
    content: Array.from({ length: count }, (_, index) => ({
      type: 'image_url',
      image_url: { url: `https://example.com/${index}.png` },
    })),
  },
];
const prompts = Array.from({ length: 20 }, (_, index) => `prompt ${index}`);

describe('a call whose upstream writes as much as it may', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['20 prompts', '/v1/completions', { prompt: prompts, max_tokens: 1000 }],
    ['20 prompts without a limit', '/v1/completions', { prompt: prompts }],
    ['lists of token ids', '/v1/completions', { prompt: [[1, 2], [3], [4, 5]], max_tokens: 1000 }],
    ['one list of token ids', '/v1/completions', { prompt: [1, 2, 3], max_tokens: 1000 }],
    [
      'prompts, n and best_of',
      '/v1/completions',
      { prompt: ['a', 'b'], n: 2, best_of: 5, max_tokens: 100 },
    ],
    ['n', '/v1/chat/completions', { ...hello, n: 7, max_tokens: 100 }],
    [
      'two limits',
      '/v1/chat/completions',
      { ...hello, max_completion_tokens: 1, max_tokens: 4000 },
    ],
    ['no limit', '/v1/chat/completions', hello],
    ['no limit, streamed', '/v1/chat/completions', { ...hello, stream: true }],
    ['images', '/v1/chat/completions', { messages: images(3), max_tokens: 9 }],
    [
      'images of a model under another name',
      '/v1/chat/completions',
      { model: ALIAS, messages: images(2), max_tokens: 9 },
    ],
    ['no limit and n', '/v1/chat/completions', { ...hello, n: 3 }],
  ])('costs no more than was reserved: %s', async (_, path, body) => {
    const { ask: send, lastCall } = await openAccount(50_000_000);
    expect((await send(path, { model: MODEL, ...body })).status).toBe(200);
    const { quota, other } = await lastCall();
    expect(quota).toBeGreaterThan(0);
    expect(Number(other['reserved'])).toBeGreaterThanOrEqual(quota);
  });

  test('is refused if its prompts together cost more than the balance', async () => {
    const { ask: send } = await openAccount(5000);
    const before = upstream.bodies.length;
    const response = await send('/v1/completions', {
      model: MODEL,
      prompt: prompts,
      max_tokens: 1000,
    });
    expect(response.status).toBe(402);
    expect(upstream.bodies).toHaveLength(before);
  });
});

test('a limit is sent to an unknown server under the name that every server reads', async () => {
  const { ask: send, lastCall } = await openAccount(50_000_000);
  await send('/v1/chat/completions', { ...hello, max_completion_tokens: 50 });
  expect(upstream.bodies.at(-1)).toEqual({ ...hello, max_tokens: 50 });
  const { quota, other } = await lastCall();
  expect(quota).toBeLessThanOrEqual(Number(other['reserved']));
});

test('a limit keeps its name for models that reject the old one', async () => {
  const { ask: send } = await openAccount(500_000_000);
  const body = { ...hello, model: REASONER, max_completion_tokens: 50 };
  await send('/v1/chat/completions', body);
  expect(upstream.bodies.at(-1)).toEqual(body);
});

describe('a call without a limit', () => {
  test('passes byte for byte if the balance covers the model’s longest completion', async () => {
    const { ask: send } = await openAccount(50_000_000);
    const body = `{ "model" : "${MODEL}",  "messages":[{"role":"user","content":"hi"}] }`;
    const response = await send('/v1/chat/completions', body);
    expect(response.headers.get('x-tollgate-output-limit')).toBeNull();
    expect(upstream.bodies.at(-1)).toEqual(JSON.parse(body));
  });

  test('is sent with a limit that its share of a small balance covers, and reports it', async () => {
    const { ask: send, lastCall } = await openAccount(64_000);
    const response = await send('/v1/chat/completions', hello);
    expect(response.status).toBe(200);
    const limit = Number(upstream.bodies.at(-1)?.['max_tokens']);
    expect(response.headers.get('x-tollgate-output-limit')).toBe(String(limit));
    expect(limit).toBeGreaterThan(700);
    expect(limit).toBeLessThanOrEqual(800);
    expect(response.text).toContain('"finish_reason":"length"');
    const { quota, other } = await lastCall();
    expect(quota).toBeLessThanOrEqual(Number(other['reserved']));
    expect(Number(other['reserved'])).toBe(3200);
  });

  test('is refused if the balance does not cover a useful completion', async () => {
    const { ask: send } = await openAccount(1000);
    expect((await send('/v1/chat/completions', hello)).status).toBe(402);
  });

  test('can run 50 times concurrently on a balance for 50 useful completions', async () => {
    // The cost of a completion of 655 tokens, 50 times: 8 times what such a call used to reserve.
    const { owner, ask: send } = await openAccount(50 * 655 * RATIOS.completion);
    let release: () => void = () => {};
    upstream.hold = new Promise((resolve) => {
      release = resolve;
    });
    const before = upstream.bodies.length;
    const calls = Array.from({ length: 120 }, () => send('/v1/chat/completions', hello));
    // Refused calls end immediately; the others wait for the upstream.
    const refused = await countSettled(calls, () => upstream.bodies.length - before);
    release();
    upstream.hold = undefined;
    const responses = await Promise.all(calls);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(refused);
    expect(120 - refused).toBeGreaterThanOrEqual(50);
    const { body } = await owner.call('GET', '/api/user/self');
    expect(body.data.quota).toBeGreaterThanOrEqual(0);
  });
});

/** Returns how many calls have ended once all others have reached the upstream. */
async function countSettled(calls: readonly Promise<unknown>[], running: () => number) {
  let settled = 0;
  for (const call of calls) void call.then(() => (settled += 1));
  await expect.poll(() => settled + running()).toBe(calls.length);
  return settled;
}
