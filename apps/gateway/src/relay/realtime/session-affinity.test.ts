import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const MODEL = 'gpt-realtime';
const KEYS = ['a', 'b', 'c', 'd'];

let scene: RelayScene;
let draws = 0;
beforeAll(async () => {
  // Sessions without affinity alternate between channels.
  scene = await startRelayScene(() => ((draws += 1) % KEYS.length) / KEYS.length);
  for (const key of KEYS) await scene.channel(key, { models: MODEL });
});
afterAll(() => scene.close());

/** Opens a session and closes it; returns the upstream key that it used. */
async function runSession(headers: Record<string, string> = {}): Promise<string | undefined> {
  const url = `${scene.gateway.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`;
  const socket = new WebSocket(url, {
    headers: { ...headers, authorization: `Bearer ${scene.secret}` },
  });
  await once(socket, 'message');
  socket.terminate();
  return scene.keysTried()[0];
}

async function places(count: number, headers?: Record<string, string>) {
  const channels = new Set<string | undefined>();
  for (let time = 0; time < count; time += 1) channels.add(await runSession(headers));
  return channels;
}

test('a client that identifies its session returns to the channel that served it, even after that had failed', async () => {
  const headers = { 'x-session-id': 'one' };
  const [home = ''] = await places(6, headers);
  expect(await places(6, headers)).toEqual(new Set([home]));
  await scene.gateway.setOption('RetryTimes', '1');
  scene.faults.set(home, 'status-500');
  await runSession(headers);
  scene.faults.clear();
  const [refuge] = await places(1, headers);
  expect(refuge).not.toBe(home);
  expect(await places(4, headers)).toEqual(new Set([refuge]));
});

test('connections without a session, or with the option off, are spread', async () => {
  expect((await places(8)).size).toBe(KEYS.length);
  await scene.gateway.setOption('ChannelAffinitySeconds', '0');
  expect((await places(8, { 'x-session-id': 'two' })).size).toBe(KEYS.length);
});
