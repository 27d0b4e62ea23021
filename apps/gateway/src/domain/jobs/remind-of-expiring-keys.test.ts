import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { type MailScene, startMailScene } from '../../../test-support/mail-scene.ts';
import type { Client } from '../../../test-support/test-gateway.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { deliverNotifications, expireDeliveries } from './deliver-notifications.ts';
import { remindOfExpiringKeys } from './remind-of-expiring-keys.ts';

const DAY = 86_400;
const { signal } = new AbortController();

describe.each(databaseKinds)('keys that expire soon, on %s', (kind) => {
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene(kind);
  });
  afterAll(() => scene.close());

  const domain = () => scene.gateway.app.domain;
  const now = () => nowSeconds(scene.clock);
  const run = async () => {
    await remindOfExpiringKeys(domain()).run(signal);
    await deliverNotifications(domain(), () => 0.5).run(signal);
  };
  const makeKey = async (client: Client, days: number, team?: number) => {
    const name = `key-${days}-${client.id}`;
    const fields = { name, expired_time: now() + days * DAY, unlimited_quota: true };
    const headers: Record<string, string> =
      team === undefined ? {} : { 'tollgate-team': String(team) };
    const { body } = await client.call('POST', '/api/token/', fields, headers);
    return { id: body.data['id'] as number, name };
  };
  const textsTo = (email: string) =>
    scene.mail.mails.filter(({ to }) => to.includes(email)).map(({ text }) => text);
  /** Mails are sent in order: once this one has arrived, so have all before it. */
  const settled = async () => {
    const email = scene.address();
    await domain().mailer.send({ to: email, subject: '', text: '', html: '' });
    await scene.mail.until(email);
  };
  const toldOf = async (email: string) => {
    await run();
    await settled();
    return textsTo(email).length;
  };
  const subscribe = (client: Client, threshold: number | null, enabled = true) =>
    client.call('PUT', '/api/notification/self/subscriptions', {
      subscriptions: [{ target_id: 0, event: 'key_expiring', enabled, threshold }],
    });

  // Comes first, because the super admin's session ends after a month.
  test("a user's own days override the option, and 0 of either turns reminders off", async () => {
    const [early, usual, off] = await Promise.all(
      ['early', 'usual', 'off'].map(async () => {
        const email = scene.address();
        return { email, client: await scene.userWith(email) };
      }),
    );
    if (!early || !usual || !off) throw new Error('nobody');
    await subscribe(early.client, 20);
    await subscribe(off.client, null, false);
    for (const { client } of [early, usual, off]) await makeKey(client, 30);
    scene.clock.advance(11 * DAY * 1000);
    await run();
    await settled();
    const counts = () => [early, usual, off].map(({ email }) => textsTo(email).length);
    expect(counts()).toEqual([1, 0, 0]);
    await scene.gateway.setOption('KeyExpiryReminderDays', '0');
    scene.clock.advance(17.5 * DAY * 1000);
    await run();
    await settled();
    expect(counts()).toEqual([1, 0, 0]);
    await scene.gateway.setOption('KeyExpiryReminderDays', '3');
    await run();
    await settled();
    expect(counts()).toEqual([1, 1, 0]);
  });

  test('the user is notified once, as many days before as the option states, and again if the expiry was changed', async () => {
    const email = scene.address();
    const client = await scene.userWith(email);
    const key = await makeKey(client, 10);
    scene.clock.advance(6.9 * DAY * 1000);
    expect(await toldOf(email)).toBe(0);
    scene.clock.advance(0.2 * DAY * 1000);
    expect(await toldOf(email)).toBe(1);
    expect(textsTo(email)[0]).toContain(key.name);
    await domain().store.db.deleteFrom('notification_deliveries').execute();
    await expireDeliveries(domain()).run(signal);
    scene.clock.advance(DAY * 1000);
    expect(await toldOf(email)).toBe(1);
    const expired_time = now() + 30 * DAY;
    await client.call('PUT', '/api/token/', { id: key.id, expired_time });
    scene.clock.advance(28 * DAY * 1000);
    await expireDeliveries(domain()).run(signal);
    expect(await toldOf(email)).toBe(2);
    await expireDeliveries(domain()).run(signal);
    expect(await toldOf(email)).toBe(2);
  });

  test('nobody is notified of a key that is disabled, deleted, expired, unlimited or shorter-lived', async () => {
    const email = scene.address();
    const client = await scene.userWith(email);
    await makeKey(client, 2);
    await scene.gateway.token(client, { expired_time: -1 });
    const disabled = await makeKey(client, 10);
    await client.call('PUT', '/api/token/', { id: disabled.id, status: 2 });
    const deleted = await makeKey(client, 10);
    await client.call('DELETE', `/api/token/${deleted.id}`);
    scene.clock.advance(1.5 * DAY * 1000);
    expect(await toldOf(email)).toBe(0);
    scene.clock.advance(7 * DAY * 1000);
    expect(await toldOf(email)).toBe(0);
    scene.clock.advance(10 * DAY * 1000);
    expect(await toldOf(email)).toBe(0);
  });

  test('a team’s owner is notified of its key, with the name of the team', async () => {
    const email = scene.address();
    const owner = await scene.userWith(email);
    const { body } = await owner.call('POST', '/api/team/', { name: 'Acme & Sons' });
    await makeKey(owner, 10, body.data['id'] as number);
    scene.clock.advance(8 * DAY * 1000);
    expect(await toldOf(email)).toBe(1);
    expect(textsTo(email)[0]).toContain('Acme & Sons');
  });
});
