import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import { watchJsonWork } from '../../../test-support/watch-json-work.ts';
import { STEPS_A_SLICE, UNBOUNDED_BYTES_MAX } from '../request/check-json-limits.ts';

const MEGABYTE = 1024 * 1024;
let scene: RelayScene;
/** The upstream's behavior for the next request. */
let respond: (response: ServerResponse) => void = (response) => response.end();
const upstream = createServer((request, response) => {
  request.resume();
  request.on('end', () => respond(response));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  scene = await startRelayScene();
  const { port } = upstream.address() as AddressInfo;
  await scene.channel('hostile', {
    base_url: `http://127.0.0.1:${port}`,
    models: `${MODEL},text-embedding-3-small`,
  });
  await scene.gateway.setOption('RetryTimes', '0');
});
afterAll(async () => {
  await scene.close();
  upstream.closeAllConnections();
  upstream.close();
});

const work = watchJsonWork();

async function call(path: string, body: object) {
  const response = await fetch(scene.gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, ...body }),
  });
  return { status: response.status, text: await response.text() };
}

const CHAT = { max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] };
const delta = (content: string) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', model: MODEL, choices: [{ index: 0, delta: { content } }] })}\n\n`;

/** Writes chunks for as long as they are read; resolves when the connection ends. */
function writeForever(response: ServerResponse, chunk: Buffer): Promise<number> {
  return new Promise((resolve) => {
    let written = 0;
    const write = () => {
      while (!response.destroyed && written < 512 * MEGABYTE) {
        written += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on('drain', write);
    response.on('close', () => resolve(written));
    write();
  });
}

describe('an upstream whose stream does not end', () => {
  test.each([
    ['/v1/chat/completions', 'a line', 'data: {"choices":[{"delta":{"content":"'],
    ['/v1/messages', 'a line', 'data: {"choices":[{"delta":{"content":"'],
    ['/v1/chat/completions', 'an event of lines', 'data: a\n'.repeat(1000)],
    ['/v1/messages', 'an event of lines', 'data: a\n'.repeat(1000)],
  ])(
    'an endless stream at %s, in %s, is cut off with an error event, and what it delivered is charged',
    async (path, _name, start) => {
      let sent: Promise<number> | undefined;
      respond = (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(delta('what was delivered'));
        response.write(start);
        sent = writeForever(
          response,
          Buffer.from(start.startsWith('data: a') ? start : 'a'.repeat(65_536)),
        );
      };
      const { status, text } = await call(path, { ...CHAT, stream: true });
      expect(status).toBe(200);
      expect(text).toContain('what was delivered');
      expect(text).toContain('error');
      expect(text).not.toMatch(/\[DONE\]|message_stop/);
      expect(await sent).toBeLessThan(40 * MEGABYTE);
      await expect.poll(async () => (await scene.logs())[0]?.other.end).toBe('interrupted');
      expect((await scene.logs())[0]?.quota).toBeGreaterThan(0);
    },
  );

  test('an endless stream that trickles byte by byte is read as it arrives', async () => {
    const bytes = Buffer.from(`${delta('one').repeat(20)}data: [DONE]\n\n`);
    respond = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    };
    const { text } = await call('/v1/chat/completions', { ...CHAT, stream: true });
    expect(text.match(/one/g)).toHaveLength(20);
  });
});

describe('an upstream whose whole response', () => {
  const whole = (content: string) =>
    `{"id":"a","object":"chat.completion","model":"${MODEL}","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":${content}}}],"usage":{"prompt_tokens":5,"completion_tokens":5,"total_tokens":10}}`;

  test.each([
    ['/v1/chat/completions', 'holds objects without end', `[${'{},'.repeat(2_100_000)}{}]`],
    [
      '/v1/chat/completions',
      'is nested without end',
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
    ],
    ['/v1/messages', 'holds objects without end', `[${'{},'.repeat(300_000)}{}]`],
    ['/v1/messages', 'is nested without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['/v1/messages', 'is larger than what is translated', `"${'a'.repeat(33 * MEGABYTE)}"`],
  ])(
    'a whole response at %s that %s is an upstream fault, reported in the caller’s dialect, unparsed',
    async (path, _name, content) => {
      respond = (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(whole(content));
      };
      const { status, text } = await call(path, CHAT);
      expect(status).toBe(502);
      expect(text).toContain('"error"');
      expect(work.parsed).toBeLessThanOrEqual(UNBOUNDED_BYTES_MAX);
      expect(Math.max(0, ...work.slices)).toBeLessThanOrEqual(STEPS_A_SLICE * 1.1);
    },
  );

  test('a large but ordinary response is served', async () => {
    const text = 'word '.repeat(400_000);
    respond = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(whole(JSON.stringify(text)));
    };
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      // oxlint-disable-next-line no-await-in-loop -- one response after the other
      const result = await call(path, CHAT);
      expect(result.status).toBe(200);
      expect(result.text).toContain(text.trim());
    }
  });

  test('a response of a million embedding numbers passes', async () => {
    const embedding = `[${'0.1234,'.repeat(999_999)}1]`;
    respond = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        `{"object":"list","data":[{"object":"embedding","index":0,"embedding":${embedding}}],"model":"x","usage":{"prompt_tokens":5,"total_tokens":5}}`,
      );
    };
    const { status } = await call('/v1/embeddings', {
      model: 'text-embedding-3-small',
      input: 'x',
    });
    expect(status).toBe(200);
  });
});
