import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMailSimulator } from '@tollgate/simulators';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChannelTester } from '../../domain/channels/channel-test.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const GOOGLE_FILE = 'https://generativelanguage.googleapis.com/v1beta/files/invalidapikey';

describe('automatic disabling', () => {
  let scene: RelayScene;

  beforeEach(async () => {
    scene = await startRelayScene();
    await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    await scene.gateway.setOption('AutomaticEnableChannelEnabled', 'true');
  });
  afterEach(() => scene.close());

  const read = async (id: number) =>
    (await scene.gateway.root.call('GET', `/api/channel/${id}`)).body.data as unknown as {
      status: number;
      status_reason: string;
      status_time: number;
      response_time: number;
    };
  const notices = async () =>
    (await scene.logs()).filter(({ type }) => type === 4).map(({ content }) => content);

  test('a dead key disables its channel with the reason and the time, and the root user is notified', async () => {
    const { id } = await scene.channel('dead');
    scene.faults.set('dead', 'status-401');
    await scene.chat();
    await expect.poll(async () => (await read(id)).status).toBe(3);
    const { status_reason, status_time } = await read(id);
    expect(status_reason).toMatch(/^401 /);
    expect(status_reason).not.toContain('sk-simul');
    expect(status_time).toBe(Math.floor(scene.clock.nowMs() / 1000));
    await expect.poll(notices).toEqual([expect.stringContaining(`dead (#${id})`)]);
    expect((await scene.logs(scene.owner)).some(({ type }) => type === 4)).toBe(false);
  });

  test('the root user is notified by email, in both languages', async () => {
    const mail = await startMailSimulator();
    const { gateway } = scene;
    await gateway.app.domain.store.db
      .updateTable('users')
      .set({ email: 'root@example.org', email_lower: 'root@example.org' })
      .where('id', '=', gateway.root.id)
      .execute();
    await gateway.setOption('SMTPServer', '127.0.0.1');
    await gateway.setOption('SMTPPort', String(mail.port));
    await gateway.setOption('SMTPFrom', 'gate@example.org');
    const { id } = await scene.channel('dead');
    scene.faults.set('dead', 'status-401');
    await scene.chat();
    // A job sends the outbox, driven by the scene's clock.
    const beat = setInterval(() => scene.clock.advance(1000), 100);
    const [notice] = await mail.until('root@example.org').finally(() => clearInterval(beat));
    expect(notice?.subject).toContain(`channel “dead” (#${id}) was disabled`);
    expect(notice?.text).toMatch(/渠道「dead」（[\s\S]*---[\s\S]*Channel “dead” \([\s\S]*401/);
    expect(notice?.text).not.toContain('sk-simul');
    await mail.close();
  });

  test.each(['status-403-quota', 'status-429-quota'] as const)(
    'an account without money (%s) disables its channel',
    async (fault) => {
      const { id } = await scene.channel('poor');
      scene.faults.set('poor', fault);
      await scene.chat();
      await expect.poll(async () => (await read(id)).status).toBe(3);
    },
  );

  test.each<[string, number, string, string, object]>([
    [
      'Anthropic, which begins with the name of a member',
      14,
      '/v1/messages',
      'invalid api key',
      {
        max_tokens: 9,
        messages: [{ role: 'user', content: 'hi' }],
        'invalid api key': 1,
      },
    ],
    [
      'Google, which repeats the name of a file',
      24,
      '/v1beta/models/gpt-4o-mini:generateContent',
      'invalidapikey',
      { contents: [{ role: 'user', parts: [{ fileData: { fileUri: GOOGLE_FILE } }] }] },
    ],
  ])('no caller disables a channel by a refusal of %s', async (_who, type, path, name, body) => {
    let repeated = 0;
    const upstream = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes(name)) repeated += 1;
        const [status, message] =
          type === 14
            ? [400, `${name}: Extra inputs are not permitted`]
            : [403, `You do not have permission to access the File ${name} or it may not exist.`];
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { type: 'invalid_request_error', message } }));
      });
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const { id } = await scene.channel('sk-one', { type, base_url });
    try {
      await fetch(scene.gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${scene.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-4o-mini', ...body }),
      });
      expect(repeated).toBe(1);
      const { channelHealth } = scene.gateway.app.domain;
      expect(channelHealth.describe().filter((state) => state.last_fault)).toEqual([]);
      expect((await read(id)).status).toBe(1);
    } finally {
      await new Promise((resolve) => upstream.close(resolve));
    }
  });

  test.each(['status-403', 'status-429', 'status-500', 'status-503'] as const)(
    'a temporary failure (%s) never disables',
    async (fault) => {
      const { id } = await scene.channel('busy');
      scene.faults.set('busy', fault);
      for (let call = 0; call < 4; call += 1) await scene.chat();
      expect((await read(id)).status).toBe(1);
    },
  );

  test('a channel that must not be disabled is not', async () => {
    const { id } = await scene.channel('kept', { auto_ban: 0 });
    scene.faults.set('kept', 'status-401');
    for (let call = 0; call < 3; call += 1) await scene.chat();
    expect((await read(id)).status).toBe(1);
  });

  test('a passed test enables the channel again immediately, and notifies the root user', async () => {
    const { id } = await scene.channel('back');
    scene.faults.set('back', 'status-401');
    await scene.chat();
    await expect.poll(async () => (await read(id)).status).toBe(3);
    scene.faults.clear();
    await scene.gateway.root.call('GET', '/api/channel/test');
    await expect.poll(async () => (await read(id)).status).toBe(1);
    expect((await scene.chat()).status).toBe(200);
    await expect.poll(async () => (await notices()).length).toBe(2);
  });

  test('retesting disabled channels enables those that pass, but none that a person disabled', async () => {
    const dead = await scene.channel('dead');
    const off = await scene.channel('off', { models: 'gpt-4o' });
    await scene.gateway.root.call('PUT', '/api/channel/', { id: off.id, status: 2 });
    scene.faults.set('dead', 'status-401');
    await scene.chat();
    await expect.poll(async () => (await read(dead.id)).status).toBe(3);
    const tester = createChannelTester(scene.gateway.app.domain);
    const { signal } = new AbortController();
    await tester.retestDisabled(signal);
    expect((await read(dead.id)).status).toBe(3);
    scene.faults.clear();
    await tester.retestDisabled(signal);
    expect([(await read(dead.id)).status, (await read(off.id)).status]).toEqual([1, 2]);
  });

  test('the health of channels can be described without revealing a key', async () => {
    const { id } = await scene.channel('sk-very-secret');
    await scene.chat();
    scene.faults.set('sk-very-secret', 'status-404-model');
    await scene.chat();
    const views = scene.gateway.app.domain.channelHealth.describe();
    expect(views).toMatchObject([
      {
        id,
        state: 'closed',
        last_minute: { ok: 1, slow: 0, fault: 1 },
        last_fault: { what: '404 not-found (model_not_found)', model: 'gpt-4o-mini' },
        models: [{ name: 'gpt-4o-mini', state: 'cooling' }],
        keys: [],
      },
    ]);
    expect(JSON.stringify(views.map(({ name: _name, ...rest }) => rest))).not.toContain('secret');
  });

  test('real calls update the response time, written once for many calls', async () => {
    const { id } = await scene.channel('timed');
    await scene.chat();
    await scene.chat({ stream: true });
    const { channelHealth } = scene.gateway.app.domain;
    expect((await read(id)).response_time).toBe(0);
    await channelHealth.storeFirstByteTimes();
    const stored = (await read(id)).response_time;
    expect(stored).toBe(Math.max(1, channelHealth.describe()[0]?.answer_ms ?? 0));
    expect(stored).toBeGreaterThan(0);
  });

  test('the metrics count attempts and cooldowns by channel', async () => {
    const { id } = await scene.channel('first');
    await scene.chat();
    scene.faults.set('first', 'status-500');
    for (let call = 0; call < 3; call += 1) await scene.chat();
    const response = await fetch(`${scene.gateway.url}/metrics`);
    const text = await response.text();
    expect(text).toContain(`tollgate_channel_attempts_total{channel="${id}",outcome="fault"} 3`);
    expect(text).toContain(`tollgate_channel_cooling{channel="${id}"} 1`);
  });
});
