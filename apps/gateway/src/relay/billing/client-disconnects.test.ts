import { createManualClock, type ManualClock } from '@tollgate/simulators';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  MODEL,
  type RelayScene,
  startRelayScene,
  simulatorScript,
} from '../../../test-support/relay-scene.ts';
import { startScriptedUpstream } from '../../../test-support/scripted-upstream.ts';

describe('clients that disconnect', () => {
  let scene: RelayScene;
  /** The upstream's clock: it waits until it is advanced. */
  let upstream: ManualClock;

  beforeEach(async () => {
    upstream = createManualClock();
    scene = await startRelayScene(undefined, upstream);
  });
  afterEach(() => scene.close());

  const drain = (bounds: Record<string, number> = {}) =>
    scene.channel('a', { setting: JSON.stringify({ on_client_gone: 'drain', ...bounds }) });

  /** Makes a call, reads the first chunk (or waits until the call is upstream), and disconnects. */
  async function leave(sim: Record<string, unknown>, stream = true): Promise<void> {
    const controller = new AbortController();
    const call = fetch(`${scene.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.secret}` },
      body: JSON.stringify({ model: MODEL, stream, ...simulatorScript(sim) }),
      signal: controller.signal,
    });
    // The role, then the first token.
    for (let chunks = 0; sim['gap_ms'] !== undefined && chunks < 2; chunks += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await upstream.untilWaiting();
      upstream.advance(1000);
    }
    if (stream) await (await call).body?.getReader().read();
    else await scene.simulator.until(({ open }) => open === 1);
    controller.abort();
    await call.catch(() => 'left');
    // Everything runs in one process: after a few turns both ends have noticed.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  }
  /** Lets the upstream continue until the call has ended. */
  const row = async () => {
    let rows = await scene.logs();
    for (; rows.length === 0; rows = await scene.logs()) upstream.advance(1000);
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const openCalls = () => scene.gateway.app.relay.openCalls();

  test('clients that disconnect mid-stream end the upstream call immediately, and pay for what was delivered, marked as an estimate', async () => {
    await scene.channel('a');
    await leave({ fault: 'stall-mid-stream', tokens: 40 });
    const logged = await row();
    expect(logged?.other).toMatchObject({ end: 'client_gone', estimated: true });
    expect(logged?.other).not.toHaveProperty('drained');
    expect(logged?.completion_tokens).toBeGreaterThan(0);
    await scene.simulator.until(({ abandoned }) => abandoned === 1);
    await expect.poll(openCalls).toBe(0);
  });

  test('clients that disconnect while their quota is leased pay nothing, and no channel is called', async () => {
    await scene.channel('a');
    const { wallet } = scene.gateway.app.domain;
    const reserve = wallet.reserve.bind(wallet);
    const [requested, disconnected] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    vi.spyOn(wallet, 'reserve').mockImplementation(async (input) => {
      requested.resolve();
      await disconnected.promise;
      return reserve(input);
    });
    const controller = new AbortController();
    const call = fetch(`${scene.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.secret}` },
      body: JSON.stringify({ model: MODEL, ...simulatorScript({}) }),
      signal: controller.signal,
    });
    await requested.promise;
    controller.abort();
    await call.catch(() => 'left');
    // The gateway notices that before it serves later requests.
    for (let turn = 0; turn < 3; turn += 1) await fetch(`${scene.gateway.url}/healthz`);
    disconnected.resolve();
    expect(await row()).toMatchObject({
      quota: 0,
      other: { error_code: 'client_gone', on_client_gone: 'not-sent' },
    });
    expect(scene.simulator.requests).toEqual([]);
  });

  test('disconnected clients are billed what the provider reports if the channel drains', async () => {
    await drain();
    await leave({ tokens: 40, gap_ms: 2, completion_tokens: 777 });
    const logged = await row();
    expect(logged).toMatchObject({ prompt_tokens: 10, completion_tokens: 777 });
    expect(logged?.other).toMatchObject({ end: 'client_gone', drained: 'whole' });
    expect(logged?.other).not.toHaveProperty('estimated');
    expect(scene.simulator.stats().abandoned).toBe(0);
  });

  test('disconnected clients pay for what was delivered if the provider reports zero tokens', async () => {
    await drain();
    await leave({ tokens: 40, gap_ms: 2, fault: 'zero-usage' });
    const logged = await row();
    expect(logged?.completion_tokens).toBeGreaterThan(30);
    expect(logged?.other).toMatchObject({ estimated: true, drained: 'whole' });
  });

  test.each([
    ['seconds', { drain_seconds: 0.02 }, { fault: 'stall-mid-stream', tokens: 40 }],
    ['bytes', { drain_bytes: 500 }, { tokens: 4000, gap_ms: 1 }],
  ])(
    'a drain ends at its limit of %s, and what was read is charged as an estimate',
    async (_name, bounds, sim) => {
      await drain(bounds);
      await leave(sim);
      expect((await row())?.other).toMatchObject({
        end: 'client_gone',
        drained: 'cut',
        estimated: true,
      });
      await scene.simulator.until(({ abandoned }) => abandoned === 1);
      await expect.poll(openCalls).toBe(0);
    },
  );

  test('clients whose whole response is pending are billed for it if the channel drains', async () => {
    await drain();
    await leave({ delay_ms: 30, completion_tokens: 50 }, false);
    expect(await row()).toMatchObject({
      completion_tokens: 50,
      other: { end: 'client_gone', drained: 'whole' },
    });
  });

  test('clients whose whole response is pending pay nothing if the channel aborts, and the log records it', async () => {
    await scene.channel('a', { setting: '{"on_client_gone":"abort"}' });
    await leave({ fault: 'hang-before-headers' }, false);
    await scene.simulator.until(({ abandoned }) => abandoned === 1);
    await expect.poll(openCalls).toBe(0);
    expect(await row()).toMatchObject({
      type: 5,
      quota: 0,
      other: {
        error_code: 'client_gone',
        on_client_gone: 'abort',
        admin_info: { use_channel: [expect.any(String)] },
      },
    });
    const { data } = (await scene.owner.call('GET', '/api/user/self')).body;
    expect(data).toMatchObject({ quota: 100_000_000, used_quota: 0 });
  });

  test('clients whose drained call fails pay nothing; it is logged and not retried elsewhere', async () => {
    await drain();
    await scene.channel('b', { priority: -1 });
    await scene.gateway.setOption('RetryTimes', '3');
    await leave({ delay_ms: 30, fault: 'status-500' }, false);
    expect(await row()).toMatchObject({
      type: 5,
      quota: 0,
      other: { error_code: 'client_gone', on_client_gone: 'failed' },
    });
    expect(scene.keysTried()).toEqual(['a']);
  });

  test('disconnects do not count against the channel', async () => {
    await scene.channel('a', { setting: '{"on_client_gone":"charge"}' });
    for (let call = 0; call < 4; call += 1) {
      await leave({ fault: 'hang-before-headers' }, false);
      await expect.poll(openCalls).toBe(0);
    }
    expect(scene.gateway.app.domain.channelHealth.describe()).toMatchObject([
      { state: 'closed', failures_in_a_row: 0, last_minute: { fault: 0 } },
    ]);
  });

  test('a client that stops reading is disconnected after its timeout, and the upstream is released', async () => {
    await scene.gateway.setOption('StalledClientSeconds', '0.05');
    await scene.channel('a');
    const { port } = new URL(scene.gateway.url);
    const body = JSON.stringify({
      model: MODEL,
      stream: true,
      // As long as is allowed.
      max_tokens: 10_000_000,
      ...simulatorScript({ fault: 'huge', megabytes: 40 }),
    });
    const socket = connect(Number(port), '127.0.0.1');
    socket.pause();
    socket.on('error', () => {});
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${scene.secret}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    expect((await row())?.other).toMatchObject({ end: 'client_stalled', estimated: true });
    await expect.poll(openCalls).toBe(0);
    await scene.simulator.until(({ open }) => open === 0);
    socket.destroy();
  });

  test('a response whose end is read slowly does not cut off the next one on its connection', async () => {
    await scene.gateway.setOption('StalledClientSeconds', '0.05');
    const scripted = await startScriptedUpstream();
    const setting = '{"dialect":"openai-responses"}';
    await scene.channel('a', { base_url: scripted.url, setting });
    const socket = connect(Number(new URL(scene.gateway.url).port), '127.0.0.1').pause();
    const begin = (stream: boolean) => {
      const body = JSON.stringify({ model: MODEL, input: 'hi', stream });
      socket.write(
        `POST /v1/responses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${scene.secret}\r\n` +
          `content-length: ${body.length}\r\n\r\n${body}`,
      );
      return scripted.next();
    };
    const read = async (end: string) => {
      let text = '';
      for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
        text += String(chunk);
        if (text.endsWith(end)) return;
      }
      expect.unreachable('the connection was closed');
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const first = await begin(true);
      first.begin();
      const end = { type: 'response.completed', response: { id: 'a', text: 'x'.repeat(8e6) } };
      first.end(`event: response.completed\ndata: ${JSON.stringify(end)}\n\n`);
      await row();
      await read('\r\n0\r\n\r\n');
      const second = await begin(false);
      vi.advanceTimersByTime(50);
      second.begin('application/json');
      second.end('{"id":"b","object":"response","status":"completed","output":[]}');
      await read('"output":[]}');
    } finally {
      vi.useRealTimers();
      socket.destroy();
      await scripted.close();
    }
  });
});

describe('prompts that are too long', () => {
  let scene: RelayScene;

  beforeEach(async () => {
    scene = await startRelayScene();
  });
  afterEach(() => scene.close());

  const prompt = (words: number) => ({
    messages: [{ role: 'user', content: 'word '.repeat(words) }],
  });

  test('are refused before anything is sent, if no channel can take them', async () => {
    await scene.channel('a', { max_input_tokens: 1000 });
    const reply = await scene.chat(prompt(4000));
    expect([reply.status, reply.text.includes('input_too_long')]).toEqual([400, true]);
    expect(reply.text).toMatch(/limit is 1000/);
    expect(scene.keysTried()).toEqual([]);
  });

  test('go to a channel that can take them', async () => {
    await scene.channel('small', { max_input_tokens: 1000, priority: 10 });
    await scene.channel('large');
    await scene.chat(prompt(4000));
    await scene.chat(prompt(10));
    expect(scene.keysTried()).toEqual(['large', 'small']);
  });

  test('are left to the upstream if the estimate is near the limit', async () => {
    await scene.channel('a', { max_input_tokens: 1000 });
    expect((await scene.chat(prompt(1000))).status).toBe(200);
  });
});
