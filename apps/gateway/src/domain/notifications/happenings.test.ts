import { type NotificationEvent, notificationEvents } from '@tollgate/contract';
import { startOpenAiSimulator } from '@tollgate/simulators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { type PaymentScene, startPaymentScene } from '../../../test-support/payment-scene.ts';
import { refundScene } from '../../../test-support/refund-scene.ts';
import { serveJson } from '../../../test-support/serve-json.ts';
import type { Client } from '../../../test-support/test-gateway.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { checkChannelBalances } from '../jobs/check-channel-balances.ts';
import { createLedgerReconciliation } from '../jobs/reconcile-ledger.ts';
import { composeNotification } from './compose-notification.ts';
import { remindOfExpiringKeys } from '../jobs/remind-of-expiring-keys.ts';
import { remindOfLowBalances } from '../jobs/remind-of-low-balances.ts';
import { notifyJobFailures } from '../jobs/notify-job-failures.ts';
import { watchErrorRate } from '../jobs/watch-error-rate.ts';

const PASSWORD = 'password1';
const QUARTER = 900;

describe.each(databaseKinds)('the events that people are notified of, on %s', (kind) => {
  let scene: PaymentScene;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
    await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'true');
  });
  afterAll(() => scene.close());

  const domain = () => scene.gateway.app.domain;
  const db = () => domain().store.db;
  const now = () => nowSeconds(scene.clock);
  const { signal } = new AbortController();

  const channelOf = async (fields: Record<string, unknown>) => {
    const { id } = await scene.gateway.channel(fields);
    const channel = domain().catalog.find(id);
    if (!channel) throw new Error('no channel');
    return channel;
  };
  /** Creates a channel at an upstream that works. */
  const working = async () => {
    const upstream = await startOpenAiSimulator({});
    onTestFinished(() => upstream.close());
    return channelOf({ base_url: upstream.url });
  };
  const refundOrder = async (user: Client, mode: 'made' | 'refused') => {
    const order = await scene.orderByEpay(user);
    scene.epay.pay(order);
    await scene.epay.notify(order);
    scene.epay.refunds?.take(mode);
    await refundScene(scene.gateway).refund(order);
  };
  const endPayment = async (user: Client, status: string) => {
    const coin = { currency: 'USDT', network: 'TRON', amount: '5' };
    await user.call('POST', '/api/user/createtransaction', coin);
    const { trade_no: order } = await scene.lastOrder(user);
    for (let times = 0; times < 2; times += 1) {
      await scene.cryptomus.notify(order, { fields: { status } });
      // A provider repeats itself for days, as do the queries.
      scene.clock.advance(2 * 3_600_000);
    }
  };
  const useHourly = (user: Client) =>
    db()
      .insertInto('usage_hourly')
      .values({
        hour: Math.floor(now() / 3600) * 3600,
        user_id: user.id,
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

  /** Triggers each event; the type requires a trigger for every new event. */
  const causes: Record<NotificationEvent, (user: Client) => Promise<unknown>> = {
    async balance_low(user) {
      await useHourly(user);
      await remindOfLowBalances(domain()).run(signal);
    },
    async key_limit_near(user) {
      const { id } = await scene.gateway.token(user, { unlimited_quota: false, remain_quota: 5 });
      await sql`UPDATE tokens SET used_quota = 95, accessed_time = ${now()} WHERE id = ${id}`.execute(
        db(),
      );
      await remindOfLowBalances(domain()).run(signal);
    },
    async key_expiring(user) {
      const expiry = { expired_time: now() + 86_400 };
      const { id } = await scene.gateway.token(user, expiry);
      await sql`UPDATE tokens SET created_time = 1 WHERE id = ${id}`.execute(db());
      await remindOfExpiringKeys(domain()).run(signal);
    },
    async topup_received(user) {
      const order = await scene.orderByEpay(user);
      scene.epay.pay(order);
      await scene.epay.notify(order);
    },
    order_failed: (user) => endPayment(user, 'fail'),
    order_underpaid: (user) => endPayment(user, 'wrong_amount'),
    async new_login(user) {
      const { username } = (await user.call('GET', '/api/user/self')).body.data;
      const proof = { username, password: PASSWORD };
      const browser = { 'user-agent': 'a browser that nobody had' };
      await scene.gateway.visitor.call('POST', '/api/user/login', proof, browser);
    },
    password_changed: (user) =>
      user.call('PUT', '/api/user/self', { password: 'password2', original_password: PASSWORD }),
    announcement: (user) => scene.gateway.setOption('Notice', `News for ${user.id}`),
    async channel_disabled() {
      await domain().channelHealth.disable(await working(), '401');
    },
    async channel_enabled() {
      await scene.gateway.setOption('AutomaticEnableChannelEnabled', 'true');
      const channel = await working();
      await domain().channelHealth.disable(channel, '401');
      await scene.gateway.root.call('GET', `/api/channel/test/${channel.id}`);
    },
    async upstream_balance_low() {
      const infos = [{ currency: 'USD', total_balance: '4.00' }];
      const vendor = await serveJson({ is_available: true, balance_infos: infos });
      onTestFinished(() => vendor.close());
      const { id } = await channelOf({ type: 43, base_url: vendor.url });
      await db().updateTable('channels').set({ created_time: 0 }).where('id', '=', id).execute();
      await checkChannelBalances(domain()).run(signal);
    },
    async error_rate_high() {
      const start = Math.floor(now() / QUARTER) * QUARTER;
      const figures = { calls: 10, failed: 15, quota: 0, refunded: 0 };
      const texts = { prompt_tokens: 0, completion_tokens: 0, first_token: '', total: '' };
      const scope = { scope: 'all', span: QUARTER, key: '', start } as const;
      await db()
        .insertInto('usage_stats')
        .values({ ...scope, ...figures, ...texts })
        .execute();
      await watchErrorRate(domain()).run(signal);
    },
    async ledger_mismatch(user) {
      await sql`UPDATE users SET quota = quota + 7 WHERE id = ${user.id}`.execute(db());
      await createLedgerReconciliation(domain()).run(signal);
    },
    async payment_returned(user) {
      const coin = { currency: 'USDT', network: 'TRON', amount: '5' };
      await user.call('POST', '/api/user/createtransaction', coin);
      const { trade_no: order } = await scene.lastOrder(user);
      scene.cryptomus.pay(order);
      await scene.cryptomus.notify(order);
      await scene.cryptomus.giveBack?.(order);
    },
    async order_refunded(user) {
      await refundOrder(user, 'made');
    },
    async refund_failed(user) {
      await refundOrder(user, 'refused');
    },
    async job_failed() {
      const job = { name: 'doomed', everyMs: 1000, scope: 'cluster' } as const;
      const run = () => Promise.reject(new Error('no luck'));
      await expect(notifyJobFailures(domain(), { ...job, run }).run(signal)).rejects.toThrow();
    },
  };

  test('a user is notified of a password set by an administrator, without the administrator’s IP address', async () => {
    const user = await scene.gateway.user();
    const saved = await user.call('PUT', '/api/notification/self/target', {
      channel: 'slack',
      settings: { url: 'https://hooks.example.org/services/x' },
    });
    const targetId = Number(saved.body.data['id']);
    await user.call('PUT', '/api/notification/self/subscriptions', {
      subscriptions: [
        { target_id: targetId, event: 'password_changed', enabled: true, threshold: null },
      ],
    });
    await scene.gateway.root.call('PUT', '/api/user/', { id: user.id, password: 'password3' });
    const deliveries = await db()
      .selectFrom('notification_deliveries')
      .select(['event', 'params'])
      .where('target_id', '=', targetId)
      .execute();
    expect(deliveries).toMatchObject([{ event: 'password_changed' }]);
    const params = JSON.parse(deliveries[0]?.params ?? '{}') as Record<string, string>;
    const { body } = composeNotification('password_changed', 'en', { params, templates: [] });
    expect(body).toContain('changed from an administrator’s session');
  });

  test.each(notificationEvents.map(({ id, scope }) => [id, scope] as const))(
    '%s is sent once when it happens, to its subscribers',
    async (event, scope) => {
      const user = await scene.gateway.user();
      const [owner, path, ownerId] =
        scope === 'user' ? [user, 'self', user.id] : [scene.gateway.root, 'site', 0];
      const saved = await owner.call('PUT', `/api/notification/${path}/target`, {
        channel: 'slack',
        settings: { url: 'https://hooks.example.org/services/x' },
      });
      expect(saved.body).toMatchObject({ success: true });
      const targetId = Number(saved.body.data['id']);
      const subscription = { target_id: targetId, event, enabled: true, threshold: null };
      await owner.call('PUT', `/api/notification/${path}/subscriptions`, {
        subscriptions: [subscription],
      });
      await causes[event](user);
      const deliveries = await db()
        .selectFrom('notification_deliveries')
        .select(['event', 'owner_id'])
        .where('target_id', '=', targetId)
        .execute();
      expect(deliveries.map((row) => [row.event, Number(row.owner_id)])).toEqual([
        [event, ownerId],
      ]);
      await owner.call('DELETE', `/api/notification/${path}/target/${targetId}`);
    },
  );
});
