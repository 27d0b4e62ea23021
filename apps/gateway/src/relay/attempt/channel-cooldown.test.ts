import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type RelayScene,
  startRelayScene,
  simulatorScript,
} from '../../../test-support/relay-scene.ts';

const ANTHROPIC_REFUSAL = {
  type: 'invalid_request_error',
  message: 'model_not_found: Extra inputs are not permitted',
};
const TOO_LARGE = {
  message:
    'Request too large for gpt-4o-mini on tokens per min (TPM): Limit 30000, Requested 90000.',
  type: 'tokens',
  code: 'rate_limit_exceeded',
};
const TOO_EXPENSIVE = {
  code: 402,
  message: 'This request requires more credits, or fewer max_tokens. You can only afford 4342.',
};
const TOOL_SERVER_FAILED = {
  type: 'external_connector_error',
  code: 'http_error',
  message: "Error retrieving tool list from MCP server: 'x'. Http status code: 401",
};
const NO_STORE = {
  type: 'invalid_request_error',
  message: "Vector store with id ['vs_1'] not found.",
};
const NOT_ITS_FILE = {
  code: 403,
  status: 'PERMISSION_DENIED',
  message: 'You do not have permission to access the File 1 or it may not exist.',
};

describe('failing channels', () => {
  let scene: RelayScene;

  beforeEach(async () => {
    scene = await startRelayScene();
    await scene.gateway.setOption('RetryTimes', '1');
  });
  afterEach(() => scene.close());

  const pair = async () => {
    await scene.channel('first', { priority: 10 });
    await scene.channel('second', { priority: 0 });
  };
  const calls = async (count: number) => {
    for (let call = 0; call < count; call += 1) expect((await scene.chat()).status).toBe(200);
    return scene.keysTried();
  };

  test('three consecutive faults put a channel in cooldown, and it gets no further calls', async () => {
    await pair();
    scene.faults.set('first', 'status-500');
    expect(await calls(3)).toEqual(['first', 'second', 'first', 'second', 'first', 'second']);
    expect(await calls(2)).toEqual(['second', 'second']);
  });

  test('after its cooldown a channel gets one call, and a longer cooldown if that fails too', async () => {
    await pair();
    scene.faults.set('first', 'status-500');
    await calls(3);
    scene.keysTried();
    scene.clock.advance(5000);
    expect(await calls(2)).toEqual(['first', 'second', 'second']);
    scene.clock.advance(5000);
    expect(await calls(1)).toEqual(['second']);
    scene.clock.advance(5000);
    scene.faults.clear();
    expect(await calls(2)).toEqual(['first', 'first']);
  });

  test.each([
    ['a whole answer', false],
    ['a stream', true],
  ])(
    'a probe that fails inside the gateway (%s could not be charged) is left to the next call',
    async (_what, stream) => {
      await pair();
      scene.faults.set('first', 'status-503');
      await calls(3);
      scene.keysTried();
      scene.clock.advance(5000);
      scene.faults.clear();
      const { wallet, channelHealth } = scene.gateway.app.domain;
      // A stream that starts successfully ends the cooldown; this test is about failures before that.
      if (stream) vi.spyOn(channelHealth, 'onFirstByte').mockReturnValueOnce();
      vi.spyOn(wallet, 'settle').mockRejectedValueOnce(new Error('a full disk'));
      await scene.chat({ stream }).catch(() => 'cut');
      expect(await calls(1)).toEqual(['first', 'first']);
    },
  );

  test('while a probe runs, the channel gets no other call', async () => {
    // If drained, the abandoned response would remain the probe.
    await scene.channel('first', { priority: 10, setting: '{"on_client_gone":"abort"}' });
    await scene.channel('second', { priority: 0 });
    scene.faults.set('first', 'status-503');
    await calls(3);
    scene.keysTried();
    scene.clock.advance(5000);
    scene.faults.set('first', 'hang-before-headers');
    const leave = new AbortController();
    const trial = fetch(`${scene.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.secret}` },
      body: JSON.stringify({ model: 'gpt-4o-mini', ...simulatorScript({}) }),
      signal: leave.signal,
    }).catch(() => 'left');
    await scene.simulator.until(({ open }) => open === 1);
    expect(await calls(2)).toEqual(['first', 'second', 'second']);
    leave.abort();
    expect(await trial).toBe('left');
    await scene.simulator.until(({ open }) => open === 0);
    scene.faults.clear();
    await expect.poll(() => calls(1)).toEqual(['first']);
  });

  test('the only channel of a model is called however often it has failed', async () => {
    await scene.channel('only');
    scene.faults.set('only', 'status-500');
    for (let call = 0; call < 6; call += 1) expect((await scene.chat()).status).toBe(500);
    expect(scene.keysTried()).toHaveLength(6);
    scene.faults.clear();
    expect((await scene.chat()).status).toBe(200);
  });

  test('a 429 keeps a channel in cooldown for exactly its Retry-After', async () => {
    await pair();
    scene.faults.set('first', 'status-429-retry-after');
    expect(await calls(2)).toEqual(['first', 'second', 'second']);
    scene.faults.clear();
    scene.clock.advance(6999);
    expect(await calls(1)).toEqual(['second']);
    scene.clock.advance(1);
    expect(await calls(1)).toEqual(['first']);
  });

  test('a model missing on a channel is in cooldown there, while its other models continue', async () => {
    const models = 'gpt-4o-mini,gpt-4o';
    await scene.channel('first', { priority: 10, models });
    await scene.channel('second', { models });
    scene.faults.set('first', 'status-404-model');
    expect(await calls(2)).toEqual(['first', 'second', 'second']);
    scene.faults.clear();
    expect((await scene.chat({ model: 'gpt-4o' })).status).toBe(200);
    expect(scene.keysTried()).toEqual(['first']);
  });

  test('client errors never count against a channel', async () => {
    await pair();
    scene.faults.set('first', 'status-400');
    for (let call = 0; call < 6; call += 1) expect((await scene.chat()).status).toBe(400);
    expect(scene.keysTried()).toEqual(Array.from({ length: 6 }, () => 'first'));
  });

  /** Adds a channel in front of another one; its upstream always responds like this. */
  async function preferRefusing(status: number, type: string, body: string): Promise<Server> {
    const upstream = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': type, 'retry-after': '600' });
      response.end(body);
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    await scene.channel('sk-one', { name: 'first', priority: 10, base_url });
    await scene.channel('second');
    return upstream;
  }

  test('a page of a firewall, which may refuse what one caller wrote, counts like passing trouble', async () => {
    const upstream = await preferRefusing(403, 'text/html', '<html>blocked</html>');
    let asked = 0;
    upstream.on('request', () => (asked += 1));
    try {
      await calls(3);
      expect(asked).toBe(3);
      await calls(2);
      expect(asked).toBe(3);
    } finally {
      await new Promise((resolve) => upstream.close(resolve));
    }
  });

  test.each<[string, number, object]>([
    ['a member is named like a missing model', 400, ANTHROPIC_REFUSAL],
    ['it alone exceeds what its account may send in a minute', 429, TOO_LARGE],
    ['it alone costs more than its account has left', 402, TOO_EXPENSIVE],
    ['its server of tools fails', 424, TOOL_SERVER_FAILED],
    ['it names a vector store of nobody', 404, NO_STORE],
    ['it names a file of another', 403, NOT_ITS_FILE],
  ])(
    'a call that is refused because %s keeps the channel from nobody',
    async (_w, status, error) => {
      const body = JSON.stringify({ error });
      const upstream = await preferRefusing(status, 'application/json', body);
      try {
        for (let call = 0; call < 4; call += 1) await scene.chat();
        const { channelHealth } = scene.gateway.app.domain;
        expect(channelHealth.hasOpenBreakers).toBe(false);
        expect(channelHealth.describe().filter((state) => state.last_fault)).toEqual([]);
      } finally {
        await new Promise((resolve) => upstream.close(resolve));
      }
    },
  );

  test('streams that break after they have started count as faults', async () => {
    await pair();
    scene.faults.set('first', 'cut-mid-stream');
    for (let call = 0; call < 3; call += 1)
      expect((await scene.chat({ stream: true })).text).toContain('error');
    scene.keysTried();
    await scene.chat({ stream: true });
    expect(scene.keysTried()).toEqual(['second']);
  });

  test('with the option off no channel enters cooldown', async () => {
    await scene.gateway.setOption('ChannelCooldownEnabled', 'false');
    await pair();
    scene.faults.set('first', 'status-500');
    await calls(5);
    scene.faults.clear();
    expect(await calls(1)).toEqual(['first']);
  });

  test('a passed test ends a cooldown immediately', async () => {
    const { id } = await scene.channel('first', { priority: 10 });
    await scene.channel('second');
    scene.faults.set('first', 'status-500');
    await calls(3);
    scene.faults.clear();
    expect((await scene.gateway.root.call('GET', `/api/channel/test/${id}`)).body.success).toBe(
      true,
    );
    scene.keysTried();
    expect(await calls(1)).toEqual(['first']);
  });

  test("a corrected address or key resets the channel's health", async () => {
    await pair();
    scene.faults.set('first', 'status-500');
    await calls(3);
    scene.keysTried();
    const { items } = (await scene.gateway.root.call('GET', '/api/channel/')).body.data;
    const first = (items as { id: number; name: string }[]).find(({ name }) => name === 'first');
    await scene.gateway.root.call('PUT', '/api/channel/', { id: first?.id, key: 'mended' });
    expect(await calls(1)).toEqual(['mended']);
  });

  test('a stream that does not start in time fails over, and the log records it', async () => {
    const setting = JSON.stringify({ first_token_timeout_seconds: 20 });
    await scene.channel('first', { priority: 10, setting });
    await scene.channel('second');
    for (const fault of ['stall-before-first-token', 'hang-before-headers'] as const) {
      scene.faults.set('first', fault);
      const call = scene.chat({ stream: true });
      await expect.poll(() => scene.simulator.requests.length).toBeGreaterThan(0);
      scene.clock.advance(20_100);
      const reply = await call;
      expect([reply.status, reply.text.includes('[DONE]')]).toEqual([200, true]);
      expect(scene.keysTried()).toEqual(['first', 'second']);
      const [row] = await scene.logs();
      expect(row?.other.admin_info?.attempts).toMatchObject([
        { fault: 'first_token_timeout', kind: 'timeout' },
        { status: 200 },
      ]);
    }
    await scene.simulator.until(({ abandoned }) => abandoned === 2);
  });

  test('a non-streamed response may take longer than the deadline of streams', async () => {
    await scene.channel('first', {
      setting: JSON.stringify({ first_token_timeout_seconds: 20 }),
    });
    const call = scene.chat(simulatorScript({ delay_ms: 20 }));
    await expect.poll(() => scene.simulator.requests.length).toBeGreaterThan(0);
    scene.clock.advance(20_100);
    expect((await call).status).toBe(200);
  });
});
