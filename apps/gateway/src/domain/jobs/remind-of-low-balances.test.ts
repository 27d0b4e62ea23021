import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { type MailScene, startMailScene } from '../../../test-support/mail-scene.ts';
import { findUserById } from '../../store/users-repository.ts';
import { notify } from '../notifications/notify.ts';
import { deliverNotifications } from './deliver-notifications.ts';
import { remindOfLowBalances } from './remind-of-low-balances.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds)('reminding of low balances on %s', (kind) => {
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene(kind);
    await scene.gateway.setOption('QuotaRemindThreshold', '1000');
  });
  afterAll(() => scene.close());

  const { signal } = new AbortController();
  const run = async () => {
    await remindOfLowBalances(scene.gateway.app.domain).run(signal);
    await deliverNotifications(scene.gateway.app.domain, () => 0.5).run(signal);
  };
  const use = async (userId: number) => {
    const { store, clock } = scene.gateway.app.domain;
    const hour = Math.floor(clock.nowMs() / HOUR_MS) * 3600;
    await store.db
      .insertInto('usage_hourly')
      .values({
        hour,
        user_id: userId,
        username: 'u',
        model_name: 'm',
        channel_id: 1,
        token_id: 1,
        group: 'default',
        request_count: 1,
        quota: 1,
        prompt_tokens: 0,
        completion_tokens: 0,
        unlogged_quota: 0,
      })
      .execute();
  };
  const count = (email: string) => scene.mail.mails.filter(({ to }) => to.includes(email)).length;
  /** Mails are sent in order: once this one has arrived, so have all before it. */
  const settled = async () => {
    const email = scene.address();
    await scene.gateway.app.domain.mailer.send({ to: email, subject: '', text: '', html: '' });
    await scene.mail.until(email);
  };

  test('a user whose balance dropped below the threshold is reminded once in two hours, and again only after more use', async () => {
    const email = scene.address();
    const { id } = await scene.userWith(email);
    await use(id);
    await Promise.all([run(), run(), run()]);
    const [mail] = await scene.mail.until(email);
    expect(mail?.text).toContain('below $0.002');
    expect(mail?.subject).toContain('余额不足');
    scene.clock.advance(HOUR_MS);
    await use(id);
    await run();
    await settled();
    expect(count(email)).toBe(1);
    scene.clock.advance(HOUR_MS + 1000);
    await run();
    await scene.mail.until(email, 2);
    scene.clock.advance(3 * HOUR_MS);
    await run();
    await settled();
    expect(count(email)).toBe(2);
  });

  test('a user with enough quota, without usage, without an address or disabled is not reminded', async () => {
    const emails = [scene.address(), scene.address(), scene.address()] as const;
    const [rich, idle, disabled] = await Promise.all(emails.map((email) => scene.userWith(email)));
    const nobody = await scene.gateway.user();
    await scene.gateway.root.call('PUT', '/api/user/', { id: rich?.id, quota: 1000 });
    await scene.gateway.root.call('POST', '/api/user/manage', {
      id: disabled?.id,
      action: 'disable',
    });
    for (const client of [rich, disabled, nobody]) await use(client?.id ?? 0);
    expect(idle).toBeDefined();
    await run();
    await settled();
    expect(emails.map(count)).toEqual([0, 0, 0]);
  });

  test('nobody is reminded while the threshold is 0', async () => {
    const email = scene.address();
    const { id } = await scene.userWith(email);
    await use(id);
    await scene.gateway.setOption('QuotaRemindThreshold', '0');
    await run();
    await settled();
    await scene.gateway.setOption('QuotaRemindThreshold', '1000');
    expect(count(email)).toBe(0);
  });

  test('a mail that the server rejected is retried ten seconds later', async () => {
    // Excludes users who are already due.
    await run();
    await settled();
    const email = scene.address();
    const { id } = await scene.userWith(email);
    await use(id);
    scene.mail.fail({ code: 550, message: 'not today' });
    await run();
    expect(count(email)).toBe(0);
    scene.clock.advance(10_000);
    await run();
    await scene.mail.until(email);
  });

  test('what was told or planned by a clock that was ahead is told and sent once it is set back', async () => {
    // Excludes users who are already due.
    await run();
    await settled();
    const emails = [scene.address(), scene.address()] as const;
    const [told, planned] = [await scene.userWith(emails[0]), await scene.userWith(emails[1])];
    const ahead = 30 * 24 * HOUR_MS;
    scene.clock.set(ahead);
    await use(told.id);
    await run();
    await scene.mail.until(emails[0]);
    const { store, options } = scene.gateway.app.domain;
    await notify(store.db, options, {
      event: 'password_changed',
      ownerId: planned.id,
      object: '192.0.2.9',
      params: { ip: '192.0.2.9' },
      at: Math.floor(scene.clock.nowMs() / 1000),
    });
    scene.mail.fail({ code: 550, message: 'not today' });
    await run();
    scene.clock.set(-ahead);
    await use(told.id);
    await run();
    await settled();
    expect(emails.map(count)).toEqual([2, 1]);
    await run();
    await settled();
    expect(emails.map(count)).toEqual([2, 1]);
  });

  test("a user's own threshold overrides the option", async () => {
    const email = scene.address();
    const client = await scene.userWith(email);
    await scene.gateway.root.call('PUT', '/api/user/', { id: client.id, quota: 5000 });
    await use(client.id);
    await run();
    await settled();
    expect(count(email)).toBe(0);
    const subscription = { target_id: 0, event: 'balance_low', enabled: true, threshold: 6000 };
    await client.call('PUT', '/api/notification/self/subscriptions', {
      subscriptions: [subscription],
    });
    await run();
    const [mail] = await scene.mail.until(email);
    expect(mail?.text).toContain('below $0.012');
    scene.clock.advance(3 * HOUR_MS);
    await client.call('PUT', '/api/notification/self/subscriptions', {
      subscriptions: [{ ...subscription, enabled: false }],
    });
    await use(client.id);
    await run();
    await settled();
    expect(count(email)).toBe(1);
  });

  test('users who turned reminders off, and keys of somebody without an address, keep nobody else waiting', async () => {
    const { gateway } = scene;
    const { store } = gateway.app.domain;
    const silent = await scene.userWith(scene.address());
    const subscribe = (owner_id: number, event: string, enabled: number) =>
      store.db
        .insertInto('notification_subscriptions')
        .values({ owner_id, target_id: 0, event, enabled, threshold: null })
        .execute();
    const template = await findUserById(store.db, silent.id);
    if (!template) throw new Error('nobody');
    for (let made = 0; made < 100; made += 1) {
      const email = scene.address();
      const { id } = await store.db
        .insertInto('users')
        .values({
          ...template,
          id: undefined,
          username: email,
          username_lower: email,
          email,
          email_lower: email,
          aff_code: email,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await subscribe(id, 'balance_low', 0);
      await use(id);
    }
    const addressless = await gateway.user();
    await subscribe(addressless.id, 'key_limit_near', 1);
    const email = scene.address();
    const reader = await scene.userWith(email);
    await subscribe(reader.id, 'key_limit_near', 1);
    await use(reader.id);
    const at = Math.floor(scene.clock.nowMs() / 1000);
    const nearlyUsed = { remain_quota: 1000, used_quota: 100_000, accessed_time: at };
    for (const [client, keys] of [[addressless, 100] as const, [reader, 1] as const]) {
      const { id } = await gateway.token(client, { unlimited_quota: false, remain_quota: 1000 });
      await store.db.updateTable('tokens').set(nearlyUsed).where('id', '=', id).execute();
      const key = await store.db
        .selectFrom('tokens')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      for (let copy = 1; copy < keys; copy += 1)
        await store.db
          .insertInto('tokens')
          .values({ ...key, id: undefined, key_hash: `${key.key_hash}${copy}` })
          .execute();
    }
    await run();
    await settled();
    expect(count(email)).toBe(2);
  });

  test('a team’s owner and admins, but not its members, are notified of its low balance and nearly used-up key, with its name', async () => {
    const { gateway } = scene;
    const [owner, admin, member] = await Promise.all(
      ['owner', 'admin', 'member'].map(async (role) => {
        const email = scene.address();
        const client = await scene.userWith(email);
        const event = { target_id: 0, event: 'key_limit_near', enabled: true, threshold: null };
        await client.call('PUT', '/api/notification/self/subscriptions', {
          subscriptions: [event],
        });
        return { role, email, client };
      }),
    );
    if (!owner || !admin || !member) throw new Error('nobody');
    const response = await owner.client.call('POST', '/api/team/', { name: 'Acme & Sons' });
    const teamId = response.body.data['id'] as number;
    const { db } = gateway.app.domain.store;
    for (const { role, client } of [admin, member])
      await db
        .insertInto('team_members')
        .values({ team_id: teamId, user_id: client.id, role: role as 'admin', joined_at: 1 })
        .execute();
    const key = await owner.client.call(
      'POST',
      '/api/token/',
      { name: 'shared-key', remain_quota: 1000, unlimited_quota: false },
      { 'tollgate-team': String(teamId) },
    );
    await db
      .updateTable('tokens')
      .set({
        used_quota: 100_000,
        accessed_time: Math.floor(scene.clock.nowMs() / 1000),
      })
      .where('id', '=', key.body.data['id'] as number)
      .execute();
    await use(teamId);
    await run();
    for (const { email, client } of [owner, admin]) {
      const text = JSON.stringify(await scene.mail.until(email, 2));
      expect(text).toContain('balance of team Acme & Sons');
      expect(text).toContain('key shared-key of team Acme & Sons');
      expect(client.id).toBeGreaterThan(0);
    }
    await run();
    await settled();
    expect([count(owner.email), count(admin.email), count(member.email)]).toEqual([2, 2, 0]);
  });

  test("mail to a user's own address is a digest in the chosen language, if the user wants that", async () => {
    const email = scene.address();
    const client = await scene.userWith(email);
    const settings = { digest: 'hourly', language: 'en' };
    await client.call('PUT', '/api/notification/self/email', { ...settings, language: 'zh' });
    await client.call('PUT', '/api/notification/self/email', settings);
    const { data } = (await client.call('GET', '/api/notification/self/')).body;
    expect(data).toMatchObject({ email, email_settings: settings, targets: [] });
    const { store, options } = scene.gateway.app.domain;
    const at = Math.floor(scene.clock.nowMs() / 1000);
    for (const [index, ip] of ['192.0.2.1', '192.0.2.2'].entries())
      await notify(store.db, options, {
        event: 'password_changed',
        ownerId: client.id,
        object: ip,
        params: { ip },
        at: at + index,
      });
    await run();
    await settled();
    expect(count(email)).toBe(0);
    scene.clock.advance(HOUR_MS);
    await run();
    const [mail] = await scene.mail.until(email);
    expect(mail?.subject).toContain('(2)');
    expect(mail?.text).toMatch(/192\.0\.2\.1[^]*192\.0\.2\.2/);
    expect(mail?.text).not.toMatch(/[\u4e00-\u9fff]/);
  });
});
