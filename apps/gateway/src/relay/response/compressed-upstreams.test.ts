import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
const COMPLETION = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: MODEL,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Tür 门' }, finish_reason: 'stop' }],
  usage: USAGE,
};
const EVENTS = [
  { ...COMPLETION, choices: [{ index: 0, delta: { role: 'assistant', content: 'Tür 门' } }] },
  { ...COMPLETION, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { ...COMPLETION, choices: [] },
]
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .concat('data: [DONE]\n\n');

describe('an upstream that compresses in spite of the request’s header', () => {
  let scene: RelayScene;
  let upstream: Server;
  let upstreamResponse: { coding: string; type: string; status: number; body: Buffer };
  const accepted: unknown[] = [];
  beforeAll(async () => {
    scene = await startRelayScene();
    upstream = createServer((request, response) => {
      accepted.push(request.headers['accept-encoding']);
      const { coding, type, status, body } = upstreamResponse;
      request
        .resume()
        .on('end', () =>
          response
            .writeHead(status, { 'content-type': type, 'content-encoding': coding })
            .end(body),
        );
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    await scene.channel('compressing', { base_url, priority: 10 });
    await scene.channel('plain');
    for (const [key, value] of [
      ['RetryTimes', '2'],
      ['ChannelAffinitySeconds', '0'],
      ['ChannelCooldownEnabled', 'false'],
    ] as const)
      await scene.gateway.setOption(key, value);
  });
  afterAll(async () => {
    upstream.closeAllConnections();
    upstream.close();
    await scene.close();
  });
  beforeEach(() => {
    accepted.length = 0;
    scene.keysTried();
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as [string, (text: string) => Buffer][])(
    'a response in %s is read, streamed or not, and charged for the usage it reports',
    async (coding, compress) => {
      upstreamResponse = {
        coding,
        type: 'application/json',
        status: 200,
        body: compress(JSON.stringify(COMPLETION)),
      };
      const whole = await scene.chat();
      expect(whole.headers.get('content-encoding')).toBeNull();
      expect(JSON.parse(whole.text)).toMatchObject({ choices: COMPLETION.choices, usage: USAGE });
      upstreamResponse = {
        coding,
        type: 'text/event-stream',
        status: 200,
        body: compress(EVENTS.join('')),
      };
      const streamed = await scene.chat({ stream: true, stream_options: { include_usage: true } });
      expect(streamed.text).toContain('Tür 门');
      expect(streamed.text).toContain('data: [DONE]');
      for (const row of (await scene.logs()).slice(0, 2))
        expect(row).toMatchObject({ prompt_tokens: 10, completion_tokens: 2 });
      expect(accepted).toEqual(['identity', 'identity']);
      expect(scene.keysTried()).toEqual([]);
    },
  );

  test('has its errors forwarded as text', async () => {
    const error = { message: "Unsupported value: 'n'", type: 'invalid_request_error', param: 'n' };
    const body = gzipSync(JSON.stringify({ error }));
    upstreamResponse = { coding: 'gzip', type: 'application/json', status: 400, body };
    const { status, text } = await scene.chat();
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: { message: error.message } }]);
  });

  test.each([
    ['with an unknown coding', 'exi', gzipSync(JSON.stringify(COMPLETION))],
    ['with two codings', 'gzip, gzip', gzipSync(gzipSync('{}'))],
    ['and is cut', 'gzip', gzipSync(JSON.stringify(COMPLETION)).subarray(0, -9)],
    ['a bomb', 'gzip', gzipSync(Buffer.alloc(32 * 1024 * 1024), { level: 1 })],
  ])('%s loses the call to the next channel and costs nothing', async (_, coding, body) => {
    upstreamResponse = { coding, type: 'application/json', status: 200, body };
    expect((await scene.chat()).status).toBe(200);
    expect(scene.keysTried()).toEqual(['plain']);
    const [row] = await scene.logs();
    expect(row?.other.admin_info?.attempts).toMatchObject([
      { fault: 'upstream_malformed', kind: 'bad-response' },
      { status: 200 },
    ]);
  });
});
