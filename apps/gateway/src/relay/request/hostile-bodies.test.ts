import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import { watchJsonWork } from '../../../test-support/watch-json-work.ts';
import { REWRITTEN_BYTES_MAX } from '../attempt/rewritten-bytes.ts';
import { REQUEST_LIMITS, STEPS_A_SLICE, UNBOUNDED_BYTES_MAX } from './check-json-limits.ts';

const MODELS = [MODEL, 'text-embedding-3-small', 'gpt-image-1', 'tts-1', 'jina-reranker-v3'];
let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('up', { models: MODELS.join(',') });
  await scene.gateway.setOption('DrawingEnabled', 'true');
  await scene.gateway.setOption('TaskEnabled', 'true');
});
afterAll(() => scene.close());

const work = watchJsonWork();

const ROUTES: readonly [path: string, model: string, member: string][] = [
  ['/v1/chat/completions', MODEL, 'messages'],
  ['/v1/messages', MODEL, 'messages'],
  ['/v1/messages/count_tokens', MODEL, 'messages'],
  ['/v1/responses', MODEL, 'input'],
  ['/v1/responses/input_tokens', MODEL, 'input'],
  [`/v1beta/models/${MODEL}:generateContent`, '', 'contents'],
  [`/v1beta/models/${MODEL}:countTokens`, '', 'contents'],
  ['/v1/completions', MODEL, 'prompt'],
  ['/v1/embeddings', 'text-embedding-3-small', 'input'],
  ['/v1/moderations', MODEL, 'input'],
  ['/v1/rerank', 'jina-reranker-v3', 'documents'],
  ['/v1/ocr', MODEL, 'document'],
  ['/v1/images/generations', 'gpt-image-1', 'prompt'],
  ['/v1/images/edits', 'gpt-image-1', 'images'],
  ['/v1/audio/speech', 'tts-1', 'input'],
  ['/mj/submit/imagine', '', 'base64Array'],
  ['/suno/submit/music', '', 'prompt'],
];

const SHAPES: readonly [name: string, make: (member: string) => string][] = [
  ['members without end', () => `"x":[],${'"a":1,'.repeat(REQUEST_LIMITS.topLevel)}"b":1`],
  ['deep nesting', (member) => `"${member}":${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ['objects without end', (member) => `"${member}":[${'{},'.repeat(REQUEST_LIMITS.nodes)}{}]`],
  ['numbers without end', (member) => `"${member}":[${'1,'.repeat(REQUEST_LIMITS.values)}1]`],
  ['a number without end', (member) => `"${member}":${'1'.repeat(1_000_000)}`],
  ['white space without end', (member) => `"${member}":[]${' '.repeat(1_000_000)}`],
  ['names without end', (member) => `"${member}":{${'"a":1,'.repeat(300_000)}"b":1}`],
];

async function send(path: string, body: string, secret = scene.secret) {
  const response = await fetch(scene.gateway.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'accept-language': 'en',
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** The first route with every shape, and each further one with two: all measure with the same function. */
const CASES = ROUTES.flatMap((route, at) =>
  SHAPES.filter((_shape, index) => at === 0 || (index + at) % SHAPES.length < 2).map(
    ([name, make]) => [name, ...route, make] as const,
  ),
);

test.each(CASES)(
  'a body with %s for %s is refused with the reason, unparsed, in slices of bounded work',
  async (_name, path, model, member, make) => {
    const named = model === '' ? '' : `"model":"${model}",`;
    const padding = `,"user":"${'x'.repeat(UNBOUNDED_BYTES_MAX)}"`;
    const { status, text } = await send(path, `{${named}${make(member)}${padding}}`);
    expect(text).toContain('too complex');
    expect(status).toBe(400);
    expect(work.slices.length).toBeGreaterThan(0);
    expect(Math.max(...work.slices)).toBeLessThanOrEqual(STEPS_A_SLICE * 1.1);
    expect(work.parsed).toBeLessThanOrEqual(UNBOUNDED_BYTES_MAX);
  },
);

describe('a body longer than what is rewritten', () => {
  const content = 'x'.repeat(REWRITTEN_BYTES_MAX);
  const body = (more: object) =>
    JSON.stringify({ model: MODEL, messages: [{ role: 'user', content }], ...more });

  test('passes unchanged to a channel of its dialect', async () => {
    expect((await send('/v1/chat/completions', body({}))).status).toBe(200);
  });

  test('is refused as too large if it would have to be converted', async () => {
    const { status, text } = await send('/v1/messages', body({ max_tokens: 9 }));
    expect(status).toBe(413);
    expect(text).toContain('translated');
    expect(work.parsed).toBeLessThanOrEqual(UNBOUNDED_BYTES_MAX);
  });
});

describe('a caller without a balance', () => {
  const knock = async (headers: string, secret: string) => {
    const socket = connect(Number(new URL(scene.gateway.url).port), '127.0.0.1');
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\nAuthorization: Bearer ${secret}\r\n${headers}\r\n${/chunked/.test(headers) ? '1\r\n{\r\n' : '{'}`,
    );
    let text = '';
    for await (const chunk of socket.setEncoding('latin1')) {
      text += String(chunk);
      if (/\r\n\r\n.*\}$/s.test(text)) break;
    }
    socket.destroy();
    return text;
  };

  test.each([
    ['of known size', 'Content-Length: 60000000\r\n'],
    ['that Node reads', 'Content-Length: 60000000\r\nX-A: 1\r\nX-A: 2\r\n'],
    ['of unknown size', 'Transfer-Encoding: chunked\r\n'],
  ])('is refused before a large body %s is read', async (_name, headers) => {
    const poor = await scene.gateway.user({ quota: 0 });
    const { secret } = await scene.gateway.token(poor);
    expect(await knock(headers, secret)).toMatch(/^HTTP\/1\.1 402 .*insufficient_user_quota/s);
  });

  test('gets its response with connection: close if most of the body is still to come', async () => {
    const poor = await scene.gateway.user({ quota: 0 });
    const { secret } = await scene.gateway.token(poor);
    expect(await knock('Content-Length: 60000000\r\n', secret)).toContain('connection: close');
    expect(await knock('Content-Length: 100000\r\n', secret)).toContain('connection: keep-alive');
  });

  test('may send large bodies if a model is free', async () => {
    const poor = await scene.gateway.user({ quota: 0 });
    const { secret } = await scene.gateway.token(poor);
    await scene.channel('free', { models: 'gratis' });
    await scene.gateway.setOption('ModelRatio', JSON.stringify({ [MODEL]: 1, gratis: 0 }));
    const content = 'x'.repeat(200_000);
    const body = JSON.stringify({ model: 'gratis', messages: [{ role: 'user', content }] });
    expect((await send('/v1/chat/completions', body, secret)).status).toBe(200);
  });
});
