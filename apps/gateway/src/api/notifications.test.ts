import { NOTIFICATION_TARGETS_MAX } from '@tollgate/contract';
import { type NotificationSimulator, startNotificationSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { deliverNotifications } from '../domain/jobs/deliver-notifications.ts';
import { composeNotification } from '../domain/notifications/compose-notification.ts';
import { notify } from '../domain/notifications/notify.ts';
import { manualClock } from '../platform/clock.ts';
import { leaseDeliveries } from '../store/notification-deliveries-repository.ts';

const SECRET = `whsec_${Buffer.from('a secret of enough length').toString('base64')}`;
const ROBOT = { url: '', secret: SECRET };

type Target = { id: number; secrets: string[]; settings: Record<string, string> };
type Delivery = { id: string; state: string; answer: string; attempts: number; repeats: number };

describe.each(databaseKinds)('notifications on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1, 12));
  // Only the deliveries' clock advances: sessions don't expire.
  const still = manualClock(clock.nowMs());
  let gateway: TestGateway;
  let site: NotificationSimulator;
  let user: Client;
  beforeAll(async () => {
    const nowSeconds = () => Math.floor(clock.nowMs() / 1000);
    site = await startNotificationSimulator({ secret: SECRET, nowSeconds });
    const env = { ALLOW_PRIVATE_MEDIA: 'on' };
    gateway = await startTestGateway({ kind, clock: still, env });
    // Its own job would send some of them.
    await gateway.app.jobs.stop();
    user = await gateway.user();
  });
  afterAll(async () => {
    await gateway.close();
    await site.close();
  });

  const now = () => Math.floor(clock.nowMs() / 1000);
  const { signal } = new AbortController();
  const deliver = () =>
    deliverNotifications({ ...gateway.app.domain, clock }, () => 0.5).run(signal);
  const save = (fields: Record<string, unknown>, who = user) =>
    who.call('PUT', '/api/notification/self/target', { language: 'en', ...fields });
  const target = async (channel: string, settings: Record<string, string>, more = {}) => {
    const { body } = await save({ channel, settings, ...more });
    if (!body.success) throw new Error(body.message);
    return body.data as unknown as Target;
  };
  const subscribe = (targetId: number, event: string, who = user) =>
    who.call('PUT', '/api/notification/self/subscriptions', {
      subscriptions: [{ target_id: targetId, event, enabled: true, threshold: null }],
    });
  const tell = (object: string, device = 'x') =>
    notify(gateway.app.domain.store.db, gateway.app.domain.options, {
      event: 'new_login',
      ownerId: user.id,
      object,
      params: { ip: object, device },
      at: now(),
    });
  const deliveries = async () =>
    (await user.call('GET', '/api/notification/self/deliveries?page_size=100')).body.data
      .items as Delivery[];

  test('nobody has more targets than the limit, even if many are created concurrently', async () => {
    const person = await gateway.user();
    const settings = { ...ROBOT, url: `${site.url}/hook` };
    const one = async () => (await save({ channel: 'webhook', settings }, person)).body;
    const made = await Promise.all(Array.from({ length: NOTIFICATION_TARGETS_MAX + 50 }, one));
    expect(made.filter(({ success }) => success)).toHaveLength(NOTIFICATION_TARGETS_MAX);
    expect((await one()).code).toBe('notification_targets_max');
  });

  const channels: [string, () => Record<string, string>][] = [
    ['wecom', () => ({ url: `${site.url}/cgi-bin/webhook/send?key=wecom-key` })],
    ['dingtalk', () => ({ ...ROBOT, url: `${site.url}/robot/send?access_token=t` })],
    ['feishu', () => ({ ...ROBOT, url: `${site.url}/open-apis/bot/v2/hook/1` })],
    ['webhook', () => ({ ...ROBOT, url: `${site.url}/hook` })],
    ['telegram', () => ({ base_url: site.url, token: '7:telegram-token', chat_id: '5' })],
    ['bark', () => ({ base_url: site.url, device_key: 'bark-device' })],
    ['slack', () => ({ url: `${site.url}/services/T/B/X` })],
    ['discord', () => ({ url: `${site.url}/api/webhooks/1/discord` })],
  ];

  test.each(channels)(
    'a test by %s arrives, signed as the service requires',
    async (channel, settings) => {
      const { id } = await target(channel, settings());
      const before = site.received.length;
      const { body } = await user.call('POST', `/api/notification/self/target/${id}/test`);
      expect(body.data).toMatchObject({ ok: true });
      expect(site.received.length).toBe(before + 1);
      await user.call('DELETE', `/api/notification/self/target/${id}`);
    },
  );

  test("a wrong secret shows the service's actual response, and never the secret", async () => {
    const { id } = await target('dingtalk', {
      url: `${site.url}/robot/send?access_token=hidden-token`,
      secret: 'not the right one',
    });
    const { body } = await user.call('POST', `/api/notification/self/target/${id}/test`);
    expect(body.data).toMatchObject({ ok: false });
    expect(String(body.data['answer'])).toContain('sign not match');
    const told = JSON.stringify((await user.call('GET', '/api/notification/self/')).body);
    expect(told).not.toMatch(/hidden-token|not the right one/);
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('a failed delivery is retried later under the same id, and is then recorded as sent', async () => {
    const { id } = await target('webhook', { ...ROBOT, url: `${site.url}/hook` });
    await subscribe(id, 'new_login');
    site.fail({ status: 500, body: 'try later' });
    await tell('retried');
    await deliver();
    const [first] = await deliveries();
    expect(first).toMatchObject({ state: 'pending', attempts: 1, answer: 'HTTP 500 try later' });
    const matching = async (query: string) => {
      const path = `/api/notification/self/deliveries?page_size=50&${query}`;
      const { items } = (await user.call('GET', path)).body.data as unknown as {
        items: { id: string }[];
      };
      return items.some(({ id: one }) => one === first?.id);
    };
    expect([await matching('state=pending'), await matching('event=new_login')]).toEqual([
      true,
      true,
    ]);
    expect([await matching('state=failed'), await matching('event=low_balance')]).toEqual([
      false,
      false,
    ]);
    await deliver();
    expect((await deliveries())[0]?.attempts).toBe(1);
    clock.advance(10_000);
    await deliver();
    expect((await deliveries())[0]).toMatchObject({ id: first?.id, state: 'sent' });
    expect(site.received.at(-1)?.headers['webhook-id']).toBe(first?.id);
    await user.call('POST', `/api/notification/self/deliveries/${first?.id}/resend`);
    await deliver();
    expect(site.received.at(-1)?.headers['webhook-id']).toBe(first?.id);
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('deliveries of a node that died are sent by another, under the same id; two nodes never send at once', async () => {
    const { id } = await target('webhook', { ...ROBOT, url: `${site.url}/hook` });
    await subscribe(id, 'new_login');
    await tell('died');
    const [row] = await deliveries();
    const { db } = gateway.app.domain.store;
    const lease = { now: now(), until: now() + 60 };
    const taken = () => leaseDeliveries(db, [row?.id ?? ''], lease);
    expect((await taken()).size).toBe(1);
    expect((await taken()).size).toBe(0);
    const before = site.received.length;
    await deliver();
    expect(site.received.length).toBe(before);
    clock.advance(60_000);
    await Promise.all([deliver(), deliver()]);
    expect(site.received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([
      row?.id,
    ]);
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('repeats about the same object are counted, others are sent', async () => {
    const { id } = await target('webhook', { ...ROBOT, url: `${site.url}/hook` });
    await subscribe(id, 'new_login');
    for (const object of ['same', 'same', 'other', 'same']) await tell(object);
    const [, same] = (await deliveries()).filter(({ state }) => state === 'pending');
    expect((await deliveries()).filter(({ state }) => state === 'pending')).toHaveLength(2);
    expect(
      (await deliveries())
        .filter(({ state }) => state === 'pending')
        .map(({ repeats }) => repeats)
        .toSorted((left, right) => left - right),
    ).toEqual([0, 2]);
    expect(same).toBeDefined();
    await deliver();
    clock.advance(3_600_000);
    expect(await tell('same')).toBe(1);
    await deliver();
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('a digest is sent once an hour with all events', async () => {
    const { id } = await target(
      'bark',
      { base_url: site.url, device_key: 'bark-device' },
      { digest: 'hourly' },
    );
    await subscribe(id, 'new_login');
    await tell('digest-1');
    clock.advance(1000);
    await tell('digest-2');
    const before = site.received.length;
    await deliver();
    expect(site.received.length).toBe(before);
    clock.advance(3_600_000);
    await deliver();
    expect(site.received.length).toBe(before + 1);
    const { json } = site.received.at(-1) as unknown as { json: { title: string; body: string } };
    expect(json.title).toContain('(2)');
    expect(json.body).toMatch(/digest-1[^]*digest-2/);
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('a digest that many nodes want to send concurrently is sent once and complete', async () => {
    const to = { ...ROBOT, url: `${site.url}/hook` };
    const { id } = await target('webhook', to, { digest: 'hourly' });
    await subscribe(id, 'new_login');
    for (const object of ['shared-1', 'shared-2', 'shared-3']) await tell(object);
    clock.advance(3_600_000);
    await Promise.all(Array.from({ length: 5 }, deliver));
    const sent = site.received.map(({ body }) => body).filter((body) => body.includes('shared'));
    expect(sent).toHaveLength(1);
    for (const object of ['shared-1', 'shared-2', 'shared-3']) expect(sent[0]).toContain(object);
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('a digest retried after a lost response has the same rows and id, and later rows get another', async () => {
    const { id } = await target(
      'webhook',
      { ...ROBOT, url: `${site.url}/hook` },
      { digest: 'hourly' },
    );
    await subscribe(id, 'new_login');
    const hooks = () =>
      site.received
        .filter(({ path }) => path === '/hook')
        .slice(before)
        .map(({ headers, body }) => ({ id: headers['webhook-id'], body }));
    const before = site.received.filter(({ path }) => path === '/hook').length;
    await tell('early-1');
    clock.advance(1000);
    await tell('early-2');
    clock.advance(3_600_000);
    site.fail({ status: 500, body: 'the answer was lost' });
    await deliver();
    await tell('late-3');
    clock.advance(3_600_000);
    await deliver();
    const [again, later, ...more] = hooks().toSorted((one) =>
      one.body.includes('early') ? -1 : 1,
    );
    expect(more).toEqual([]);
    expect(again?.body).toMatch(/early-1[^]*early-2/);
    expect(again?.body).not.toContain('late-3');
    expect(later?.body).toContain('late-3');
    expect(later?.id).not.toBe(again?.id);
    const rows = await gateway.app.domain.store.db
      .selectFrom('notification_deliveries')
      .select(['bundle_id', 'attempts'])
      .where('target_id', '=', id)
      .orderBy('attempts', 'desc')
      .execute();
    expect(rows).toMatchObject([
      { bundle_id: again?.id, attempts: 2 },
      { bundle_id: again?.id, attempts: 2 },
      { bundle_id: later?.id, attempts: 1 },
    ]);
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test.each([
    ['webhook', 410],
    ['telegram', 403],
    ['discord', 404],
    ['slack', 410],
  ])(
    'a target by %s whose receiver responds with %i, meaning gone, is not retried and is disabled',
    async (channel, status) => {
      const [, settings] = channels.find(([name]) => name === channel) ?? [];
      const { id } = await target(channel, settings?.() ?? {});
      await subscribe(id, 'new_login');
      site.fail({ status, body: 'gone' });
      await tell(`gone-${channel}`);
      await deliver();
      expect((await deliveries())[0]).toMatchObject({ state: 'failed', attempts: 1 });
      const { targets } = (await user.call('GET', '/api/notification/self/')).body
        .data as unknown as { targets: { id: number; enabled: boolean }[] };
      expect(targets.find((one) => one.id === id)?.enabled).toBe(false);
      expect(await tell(`after-${channel}`)).toBe(0);
      await user.call('DELETE', `/api/notification/self/target/${id}`);
    },
  );

  test('no value chosen by strangers becomes markup, a placeholder or a mention', async () => {
    const { id } = await target('slack', { url: `${site.url}/services/T/B/X` });
    await subscribe(id, 'new_login');
    await tell('inject', '<!channel> {{site}} <https://evil.example|click>');
    await deliver();
    const text = String(site.received.at(-1)?.json['text']);
    expect(text).toContain('&lt;!channel&gt; {{site}} &lt;https://evil.example|click&gt;');
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('an operator’s template that names the team leaves the name empty for a personal account', () => {
    const row = {
      event: 'balance_low',
      language: 'en',
      title: 'Low: {{team}}',
      body: '{{balance}}',
    };
    const say = (params: Record<string, string>) =>
      composeNotification('balance_low', 'en', { params, templates: [row] }).title;
    expect([say({ team: 'Acme' }), say({})]).toEqual(['Low: Acme', 'Low:']);
  });

  test("an operator writes the text, with only the event's placeholders", async () => {
    const template = {
      event: 'new_login',
      language: 'en',
      title: 'Hello {{username}}',
      body: '{{ip}}',
    };
    const put = (fields: object) =>
      gateway.root.call('PUT', '/api/notification/templates', { ...template, ...fields });
    expect((await put({ body: '{{constructor}}' })).body).toMatchObject({
      code: 'notification_placeholder_unknown',
    });
    expect((await put({})).body.success).toBe(true);
    const { id } = await target('bark', { base_url: site.url, device_key: 'bark-device' });
    await subscribe(id, 'new_login');
    await tell('templated');
    await deliver();
    expect(site.received.at(-1)?.json).toMatchObject({ body: 'templated' });
    expect(String(site.received.at(-1)?.json['title'])).toMatch(/^Hello user/);
    await put({ title: '', body: '' });
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('a stored secret is not sent to a new address until it is entered again', async () => {
    const { id } = await target('webhook', { ...ROBOT, url: `${site.url}/hook` });
    const move = (secret: string) =>
      save({ id, channel: 'webhook', settings: { url: `${site.url}/elsewhere`, secret } });
    expect((await move('')).body).toMatchObject({ code: 'notification_secret_again' });
    expect((await move(SECRET)).body.success).toBe(true);
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });

  test('nobody reads, tests or subscribes to what is not theirs, and users cannot mail strangers', async () => {
    const { id } = await target('webhook', { ...ROBOT, url: `${site.url}/hook` });
    const other = await gateway.user();
    for (const path of [`target/${id}/test`, `deliveries/${'x'.repeat(36)}/resend`])
      expect((await other.call('POST', `/api/notification/self/${path}`)).body.success).toBe(false);
    expect((await subscribe(id, 'new_login', other)).body.success).toBe(false);
    expect((await subscribe(id, 'channel_disabled')).body.success).toBe(false);
    expect((await save({ channel: 'email', settings: { email: 'a@b.org' } })).body).toMatchObject({
      code: 'notification_channel_refused',
    });
    expect((await user.call('GET', '/api/notification/site/')).status).toBe(403);
    await user.call('DELETE', `/api/notification/self/target/${id}`);
  });
});

test('addresses inside the own network are refused, both when saved and when sent to', async () => {
  const gateway = await startTestGateway({ env: { ALLOW_PRIVATE_UPSTREAMS: 'off' } });
  for (const url of [
    'http://127.0.0.1/hook',
    'http://169.254.169.254/',
    'http://[::1]/',
    'ftp://a.b',
  ]) {
    const { body } = await gateway.root.call('PUT', '/api/notification/self/target', {
      channel: 'slack',
      settings: { url },
    });
    expect(body).toMatchObject({ code: 'notification_address_invalid' });
  }
  // A name that resolves to an internal address is only recognized on lookup.
  const { body } = await gateway.root.call('PUT', '/api/notification/self/target', {
    channel: 'slack',
    settings: { url: 'http://localhost.:9/hook' },
  });
  if (body.success) {
    const answer = await gateway.root.call(
      'POST',
      `/api/notification/self/target/${String(body.data['id'])}/test`,
    );
    expect(answer.body.data).toMatchObject({ ok: false });
  }
  await gateway.close();
});

test('whether the site has a mail server is reported separately from whether the user has an address', async () => {
  const gateway = await startTestGateway();
  const read = async () => (await gateway.root.call('GET', '/api/notification/self/')).body.data;
  expect(await read()).toMatchObject({ email: '', can_mail: false });
  await gateway.setOption('SMTPServer', 'mail.example');
  expect(await read()).toMatchObject({ email: '', can_mail: true });
  await gateway.close();
});
