import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const MEGABYTE = 1024 * 1024;
const MODELS = 'gpt-4o-mini,gpt-image-1,dall-e-2,text-embedding-3-small';

/**
 * Responses that never fit into memory: they are charged to the caller that requested them, or never
 * requested.
 */
describe('responses larger than can ever be held', () => {
  let scene: RelayScene;
  let upstream: Server;
  let requested: string[] = [];
  let length = 0;

  beforeAll(async () => {
    scene = await startRelayScene(undefined, undefined, { BODIES_MAX_MB: '16' });
    upstream = createServer((request, response) => {
      request.resume();
      requested.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.on('error', () => {});
      response.end(`{"data":[{"b64_json":"${'A'.repeat(length)}"}]}`);
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const { port } = upstream.address() as AddressInfo;
    const base_url = `http://127.0.0.1:${port}`;
    await scene.channel('first', { base_url, models: MODELS });
    await scene.channel('second', { base_url, models: MODELS, priority: -1 });
    await scene.gateway.setOption('LogConsumeEnabled', 'true');
  });
  afterAll(async () => {
    await scene.close();
    upstream.closeAllConnections();
    upstream.close();
  });
  afterEach(() => {
    requested = [];
  });

  const post = async (path: string, body: object) => {
    const response = await fetch(`${scene.gateway.url}/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.secret}`,
        'content-type': 'application/json',
        'accept-language': 'en',
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { error?: { code: string; message: string } };
    return { status: response.status, ...answer.error };
  };
  const lastCall = async () => (await scene.logs())[0];

  test('images that might not fit are refused before they are generated', async () => {
    const order = { model: 'gpt-image-1', prompt: 'a cat', n: 2, size: '2048x2048' };
    const refused = await post('images/generations', order);
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('2048x2048') });
    const dalle = { ...order, model: 'dall-e-2', response_format: 'b64_json' };
    expect((await post('images/generations', dalle)).status).toBe(400);
    expect(requested).toEqual([]);
  });

  test('images that fit, or are returned as URLs, are requested', async () => {
    length = 10;
    const order = { prompt: 'a cat', n: 2, size: '2048x2048' };
    expect((await post('images/generations', { ...order, model: 'dall-e-2' })).status).toBe(200);
    const small = { ...order, model: 'gpt-image-1', size: '1024x1024' };
    expect((await post('images/generations', small)).status).toBe(200);
    expect(requested).toHaveLength(2);
  });

  test.each([
    [
      'pictures of a size that the model chooses',
      'images/generations',
      { model: 'gpt-image-1', prompt: 'a cat', n: 10 },
    ],
    [
      'embeddings',
      'embeddings',
      { model: 'text-embedding-3-small', input: ['word '.repeat(200), 'b'] },
    ],
    [
      'words with their probabilities',
      'chat/completions',
      {
        model: 'gpt-4o-mini',
        logprobs: true,
        top_logprobs: 20,
        max_tokens: 50,
        messages: [{ role: 'user', content: 'hi' }],
      },
    ],
  ])(
    '%s are charged once to the caller that requested them, with an error that says so',
    async (_what, path, body) => {
      length = 17 * MEGABYTE;
      const refused = await post(path, body);
      expect(refused).toMatchObject({ status: 422, message: expect.stringContaining('charged') });
      expect(requested).toHaveLength(1);
      const row = await lastCall();
      expect(row?.quota).toBeGreaterThan(0);
      expect(row?.quota).toBeLessThanOrEqual(Number(row?.other['reserved']));
      expect(row?.other.end).toBe('too_large');
    },
  );

  test('unrequested excess text costs nothing', async () => {
    length = 17 * MEGABYTE;
    const messages = [{ role: 'user', content: 'hi' }];
    const refused = await post('chat/completions', { model: 'gpt-4o-mini', messages });
    expect(refused).toMatchObject({ status: 502, code: 'answer_too_large' });
    expect((await lastCall())?.quota).toBe(0);
  });
});
