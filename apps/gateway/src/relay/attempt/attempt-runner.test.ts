import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

/** Matches no redaction pattern: only the channel knows that it is a key. */
const KEY = 'upstream canary key 4711';
const REALTIME_MODEL = 'gpt-realtime';

let scene: RelayScene;
let upstream: Server;
let status = 500;
const channels: Record<string, number> = {};

/** An error that quotes the key in the request, as careless providers do. */
const body = () =>
  JSON.stringify({ error: { message: `no with ${KEY}`, type: 'x', code: `code_${status}` } });

beforeAll(async () => {
  upstream = createServer((request, response) => {
    request.resume();
    request.on('end', () =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body()),
    );
  });
  upstream.on('upgrade', (_request, socket) => {
    const text = body();
    socket.end(
      `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`,
    );
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  scene = await startRelayScene();
  const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const open = async (kind: string, fields: Record<string, unknown>) => {
    const created = await scene.channel(KEY, {
      name: kind,
      base_url: base,
      auto_ban: 0,
      ...fields,
    });
    channels[kind] = created.id;
  };
  await open('call', { models: `${MODEL},gpt-4o` });
  await open('task', { type: 2, models: 'mj_imagine' });
  await open('session', { models: REALTIME_MODEL });
  await scene.gateway.setOption('RetryTimes', '0');
});
afterAll(async () => {
  await scene.close();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
});

async function post(path: string, body: unknown): Promise<string> {
  const response = await fetch(`${scene.gateway.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.text();
}

const messages = [{ role: 'user', content: 'hi' }];
/** Makes each kind of request; resolves with what the caller received. */
const KINDS = {
  call: () => post('/v1/chat/completions', { model: MODEL, messages }),
  task: () => post('/mj/submit/imagine', { prompt: 'a cat' }),
  async session() {
    const url = `${scene.gateway.url.replace('http', 'ws')}/v1/realtime?model=${REALTIME_MODEL}`;
    const headers = { authorization: `Bearer ${scene.secret}` };
    const [, response] = (await once(
      new WebSocket(url, { headers }).on('error', () => {}),
      'unexpected-response',
    )) as [unknown, AsyncIterable<Buffer>];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return text;
  },
};

const healthOf = (kind: string) =>
  scene.gateway.app.domain.channelHealth.stateOfChannel(channels[kind] ?? 0);

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('an attempt of a %s', (kind) => {
  test.each([
    [401, 'auth', 'upstream_auth'],
    [429, 'rate-limit', 'code_429'],
    [500, 'server', 'code_500'],
  ])(
    'an attempt that its upstream rejects with %i is judged, traced and reported like any other kind',
    async (refusedWith, faultKind, code) => {
      status = refusedWith;
      scene.clock.advance(2 * 3_600_000);
      const read = await KINDS[kind]();
      expect(read).not.toContain(KEY);
      const [row] = await scene.logs();
      expect(row?.other.admin_info).toMatchObject({
        why: 'only',
        attempts: [
          {
            channel: channels[kind],
            status: refusedWith,
            fault: code,
            kind: faultKind,
          },
        ],
      });
      const what = `${refusedWith} ${faultKind} (${code})`;
      expect(healthOf(kind)?.lastFault?.what).toBe(what);
    },
  );
});

test("a token count whose upstream fails is estimated and does not affect the channel's health", async () => {
  status = 500;
  scene.clock.advance(2 * 3_600_000);
  const rows = (await scene.logs()).length;
  const before = healthOf('call')?.lastFault;
  const body = { model: 'gpt-4o', input: 'hi' };
  expect(JSON.parse(await post('/v1/responses/input_tokens', body))).toMatchObject({
    object: 'response.input_tokens',
  });
  expect(await scene.logs()).toHaveLength(rows);
  expect(healthOf('call')?.lastFault).toBe(before);
});
