import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createManualClock } from '@tollgate/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startScriptedUpstream } from '../../../test-support/scripted-upstream.ts';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

describe('an upstream that hangs', () => {
  let scene: RelayScene;
  let healthy: number;
  beforeAll(async () => {
    // With a manual clock, the simulator's slow drips stop.
    scene = await startRelayScene(undefined, createManualClock());
    const models = `${MODEL},gpt-image-1`;
    await scene.channel('hung', { priority: 10, models });
    healthy = (await scene.channel('healthy', { models })).id;
    await scene.gateway.setOption('RetryTimes', '2');
    // Each call starts at the first channel.
    await scene.gateway.setOption('ChannelAffinitySeconds', '0');
  });
  afterAll(() => scene.close());
  beforeEach(() => {
    scene.faults.clear();
    scene.keysTried();
  });

  /** Makes a call while time is frozen, and lets `seconds` pass once the first channel has it. */
  const callFor = (seconds: number, body: Record<string, unknown>) =>
    passDuring(seconds, () => scene.chat(body));

  async function passDuring<Reply>(
    seconds: number,
    call: () => Promise<Reply>,
    requestCount = () => scene.simulator.requests.length,
  ): Promise<Reply> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const reply = call();
      await expect.poll(() => requestCount()).toBe(1);
      await turns();
      pass(seconds * 1000 - 500);
      await turns();
      expect(requestCount()).toBe(1);
      pass(600);
      return await reply;
    } finally {
      vi.useRealTimers();
    }
  }
  const pass = (milliseconds: number) => {
    scene.clock.advance(milliseconds);
    vi.advanceTimersByTime(milliseconds);
  };
  const post = (path: string, body: object) =>
    fetch(`${scene.gateway.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  };
  const attempts = async () => (await scene.logs())[0]?.other.admin_info?.attempts;
  const forgive = async () => {
    const { data } = (await scene.gateway.root.call('GET', '/api/channel/')).body;
    for (const { id } of data.items as { id: number }[])
      scene.gateway.app.domain.channelHealth.reset(id);
  };

  test.each(['hang-before-headers', 'hang-after-headers', 'stall-before-first-token'] as const)(
    'loses a stream (%s) to a healthy channel after 60 s by default',
    async (fault) => {
      scene.faults.set('hung', fault);
      // After the headers of a whole response, the limit of whole responses applies.
      const isWhole = fault === 'hang-after-headers';
      const reply = await callFor(isWhole ? 300 : 60, { stream: true });
      expect([reply.status, reply.text.includes('[DONE]')]).toEqual([200, true]);
      expect(scene.keysTried()).toEqual(['hung', 'healthy']);
      expect(await attempts()).toMatchObject([
        { fault: isWhole ? 'answer_timeout' : 'first_token_timeout' },
        { status: 200 },
      ]);
      await forgive();
    },
  );

  test('loses a stream on which it only sends keep-alives', async () => {
    const alive = await startScriptedUpstream();
    const { id } = await scene.channel('alive', { priority: 20, base_url: alive.url });
    const choices = [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }];
    const beat = `: PROCESSING\n\ndata: ${JSON.stringify({ id: 'c', choices })}\n\n`;
    const keepAlive = alive.next().then(async (call) => {
      call.begin();
      await call.write(beat);
      await call.write(beat);
      return call;
    });
    const requestCount = () => alive.arrived + scene.simulator.requests.length;
    const reply = await passDuring(60, () => scene.chat({ stream: true }), requestCount);
    expect([reply.status, reply.text.includes('[DONE]')]).toEqual([200, true]);
    expect(reply.text).not.toContain('PROCESSING');
    expect(await attempts()).toMatchObject([{ fault: 'first_token_timeout' }, { status: 200 }]);
    await (
      await keepAlive
    ).hungUp;
    await scene.gateway.root.call('DELETE', `/api/channel/${id}`);
    await alive.close();
    await forgive();
  });

  test.each(['hang-before-headers', 'hang-after-headers'] as const)(
    'loses a whole response (%s) to a healthy channel after 300 s by default',
    async (fault) => {
      scene.faults.set('hung', fault);
      const reply = await callFor(300, {});
      expect(reply.status).toBe(200);
      expect(scene.keysTried()).toEqual(['hung', 'healthy']);
      expect(await attempts()).toMatchObject([
        { fault: 'answer_timeout', kind: 'timeout' },
        { status: 200 },
      ]);
      await forgive();
    },
  );

  test('is subject to the limit of a whole response if it trickles, however much arrives', async () => {
    scene.faults.set('hung', 'slow-drip');
    const reply = await callFor(300, {});
    expect(reply.status).toBe(200);
    expect(scene.keysTried()).toEqual(['hung', 'healthy']);
    await forgive();
  });

  test('loses a stream of images to a healthy channel at the limit of a whole response', async () => {
    scene.faults.set('hung', 'hang-before-headers');
    await scene.gateway.setOption('FirstTokenTimeoutSeconds', '1');
    const reply = await passDuring(300, () =>
      post('/v1/images/generations', { model: 'gpt-image-1', prompt: 'a', stream: true }),
    );
    expect(reply.status).toBe(200);
    await reply.text();
    expect(scene.keysTried()).toEqual(['hung', 'healthy']);
    await scene.gateway.setOption('FirstTokenTimeoutSeconds', '60');
    await forgive();
  });

  test('is given 15 s to count tokens; then they are estimated', async () => {
    let requestCount = 0;
    const silent = createServer((socket) => void socket.on('data', () => (requestCount += 1)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const base_url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await scene.channel('counter', { type: 14, models: 'claude-sonnet-4-5', base_url });
    const messages = [{ role: 'user', content: 'hi' }];
    const reply = await passDuring(
      15,
      () => post('/v1/messages/count_tokens', { model: 'claude-sonnet-4-5', messages }),
      () => requestCount,
    );
    expect([reply.status, reply.headers.get('x-tollgate-estimated')]).toEqual([200, 'true']);
    silent.close();
  });

  test("is given as long as the channel's setting says", async () => {
    scene.faults.set('hung', 'hang-before-headers');
    const { data } = (await scene.gateway.root.call('GET', '/api/channel/')).body;
    const hung = (data.items as { id: number; name: string }[]).find(({ name }) => name === 'hung');
    const set = (setting: object) =>
      scene.gateway.root.call('PUT', '/api/channel/', {
        id: hung?.id,
        setting: JSON.stringify(setting),
      });
    await set({ answer_timeout_seconds: 900 });
    expect((await callFor(900, {})).status).toBe(200);
    expect(scene.keysTried()).toEqual(['hung', 'healthy']);
    await set({});
    await forgive();
  });

  test('fails over once, even if failed calls are not retried', async () => {
    await scene.gateway.setOption('RetryTimes', '0');
    scene.faults.set('hung', 'hang-before-headers');
    expect((await callFor(60, { stream: true })).status).toBe(200);
    expect(scene.keysTried()).toEqual(['hung', 'healthy']);
    await forgive();
    scene.faults.set('hung', 'status-500');
    expect((await scene.chat({ stream: true })).status).not.toBe(200);
    expect(scene.keysTried()).toEqual(['hung']);
    await scene.gateway.setOption('RetryTimes', '2');
    await forgive();
  });

  test('is reported as a timeout if there is no other channel, and costs nothing', async () => {
    scene.faults.set('hung', 'hang-before-headers');
    await scene.gateway.root.call('PUT', '/api/channel/', { id: healthy, status: 2 });
    const reply = await callFor(300, {});
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([
      504,
      { error: { code: 'upstream_timeout' } },
    ]);
    expect((await scene.logs())[0]).toMatchObject({ quota: 0 });
    await scene.gateway.root.call('PUT', '/api/channel/', { id: healthy, status: 1 });
    await forgive();
  });
});
