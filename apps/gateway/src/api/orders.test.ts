import { texts } from '@tollgate/i18n';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type PaymentScene, startPaymentScene } from '../../test-support/payment-scene.ts';
import { refundScene } from '../../test-support/refund-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import { testOnce } from '../../test-support/test-once.ts';

type Listed = { id: number; number: string; state: string; username: string }[];
type Events = { kind: string; outcome?: string; fault?: string; times: number }[];

describe.each(databaseKinds)('looking up orders on %s', (kind) => {
  // What no database has a part in is tested on one.
  const once = testOnce(kind);
  let scene: PaymentScene;
  let admin: Client;
  let user: Client;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
    admin = await scene.gateway.user({ role: 10 });
    user = await scene.gateway.user();
  });
  afterAll(() => scene.close());

  const find = async (query: string, who = admin) => {
    const { body } = await who.call('GET', `/api/order/?${query}`);
    return body.data.items as Listed;
  };
  const idOf = async (number: string) => (await find(`keyword=${number}`))[0]?.id ?? 0;
  const detail = async (number: string) =>
    (await admin.call('GET', `/api/order/${await idOf(number)}`)).body.data;
  const payOtherAmount = (number: string) => {
    const known = scene.epay.orders.get(number);
    if (known) known.fields.money = '0.01';
    scene.epay.pay(number);
  };
  const ask = async (number: string, who = admin) =>
    (await who.call('POST', `/api/order/${await idOf(number)}/query`)).body;
  const complete = (id: number, who = admin, reason = 'seen at the bank') =>
    who.call('POST', `/api/order/${id}/complete`, { reason });

  test('an administrator finds an order by number, user, provider and state', async () => {
    const number = await scene.orderByEpay(user);
    const { username } = (await user.call('GET', '/api/user/self')).body.data as never as {
      username: string;
    };
    for (const query of [
      `keyword=${number.slice(3, 20).toUpperCase()}`,
      `user=${username.toUpperCase()}`,
      `user=${user.id}&provider=epay`,
      `user=${user.id}&state=awaiting`,
    ])
      expect(await find(query)).toMatchObject([{ number, state: 'awaiting', username }]);
    expect(await find(`keyword=${number}&state=paid`)).toEqual([]);
    expect(await find(`keyword=${number}&provider=usdt`)).toEqual([]);
    expect(await find('keyword=%25')).toEqual([]);
  });

  test('querying the provider again credits an order whose webhook never came, and the history says who did so', async () => {
    const number = await scene.orderByEpay(user, 20);
    scene.epay.pay(number);
    const before = (await scene.account(user)).quota;
    expect((await ask(number)).data).toMatchObject({ state: 'paid' });
    expect((await scene.account(user)).quota - before).toBe(10_000_000);
    const { events } = (await detail(number)) as unknown as { events: Events };
    expect(events.map((one) => one.kind)).toEqual(['credited', 'query', 'placed', 'created']);
    expect(events[1]).toMatchObject({ outcome: 'paid', cents: 14_600, actor: expect.any(String) });
  });

  test('an order paid with another amount is marked as paid but not credited', async () => {
    const number = await scene.orderByEpay(user);
    payOtherAmount(number);
    const before = (await scene.account(user)).quota;
    expect((await ask(number)).data).toMatchObject({ state: 'uncredited' });
    expect((await scene.account(user)).quota).toBe(before);
    scene.clock.advance(10_000);
    const { events } = (await ask(number)).data as unknown as { events: Events };
    expect(events[0]).toMatchObject({ kind: 'query', outcome: 'paid', fault: 'amount', times: 2 });
    expect((await find('state=uncredited')).map((one) => one.number)).toEqual([number]);
    const { body } = await admin.call('GET', '/api/order/totals');
    expect(body.data.states).toContainEqual({ state: 'uncredited', orders: 1, quota: 5_000_000 });
  });

  test('a provider is queried about an order once in ten seconds, however many ask', async () => {
    const number = await scene.orderByEpay(user);
    await Promise.all([ask(number), ask(number), ask(number)]);
    const { events } = (await detail(number)) as unknown as { events: Events };
    expect(events[0]).toMatchObject({ kind: 'query', outcome: 'waiting', times: 1 });
  });

  once('no number of reports keeps what changes an order out of its history', async () => {
    const number = await scene.orderByEpay(user);
    // Reports that differ in turn, as of a provider that repeats itself and somebody who keeps asking.
    for (let times = 0; times < 60; times += 1) {
      await scene.epay.notify(number, { fields: { trade_status: 'WAIT' } });
      scene.clock.advance(10_000);
      await ask(number);
    }
    expect((await complete(await idOf(number))).body.success).toBe(true);
    const { events } = (await detail(number)) as unknown as { events: Events };
    expect(events[0]?.kind).toBe('completed');
    expect(events.length).toBeLessThan(110);
  });

  test('an order completed by several people concurrently with its webhook is credited once', async () => {
    const number = await scene.orderByEpay(user);
    const id = await idOf(number);
    scene.epay.pay(number);
    const before = (await scene.account(user)).quota;
    const outcomes = await Promise.all([
      ...Array.from({ length: 6 }, async () => (await complete(id)).body.code),
      ...Array.from({ length: 3 }, async () => void (await scene.epay.notify(number))),
    ]);
    expect((await scene.account(user)).quota - before).toBe(5_000_000);
    expect(outcomes.slice(0, 6).filter((code) => code === undefined).length).toBeLessThanOrEqual(1);
    const credits = (await scene.credits(user)).filter(({ reference }) => reference === number);
    expect(credits).toEqual([{ kind: 'topup', amount: 5_000_000, reference: number }]);
    expect((await complete(id)).body.code).toBe('order_already_paid');
  });

  test('a manual completion is in the ledger, the audit log and the history, with who and why', async () => {
    const number = await scene.orderByEpay(user);
    const { body } = await complete(await idOf(number), admin, 'receipt 0917 checked');
    expect(body.data).toMatchObject({ state: 'paid' });
    expect((body.data.events as Events)[0]).toMatchObject({
      kind: 'completed',
      reason: 'receipt 0917 checked',
    });
    const { db } = scene.gateway.app.domain.store;
    const row = await db
      .selectFrom('ledger')
      .selectAll()
      .where('reference', '=', number)
      .executeTakeFirstOrThrow();
    expect([row.user_id, row.actor_id, row.amount]).toEqual([user.id, admin.id, 5_000_000]);
    const log = await admin.call('GET', '/api/log/?type=3&page_size=5');
    expect(JSON.stringify(log.body.data.items)).toContain('receipt 0917 checked');
  });

  test('a refunded order cannot be completed, and the response says that it was refunded', async () => {
    const number = await scene.orderByEpay(user);
    const id = await idOf(number);
    await complete(id);
    const refund = { reason: 'paid twice', take_quota: true };
    expect((await admin.call('POST', `/api/order/${id}/refund`, refund)).body.success).toBe(true);
    const before = (await scene.account(user)).quota;
    expect((await complete(id)).body.code).toBe('order_already_refunded');
    expect((await scene.account(user)).quota).toBe(before);
  });

  test('a reason is required, and an administrator completes no order of a peer or of their own', async () => {
    const number = await scene.orderByEpay(user);
    expect((await complete(await idOf(number), admin, ' a ')).body.code).toBe(
      'order_reason_invalid',
    );
    const other = await scene.gateway.user({ role: 10 });
    const theirs = await idOf(await scene.orderByEpay(other));
    const own = await idOf(await scene.orderByEpay(admin));
    for (const id of [theirs, own])
      expect((await complete(id)).body.code).toBe('cannot_update_same_or_higher');
    expect((await complete(theirs, scene.gateway.root)).body.success).toBe(true);
    expect((await complete(999_999)).body.code).toBe('order_not_found');
  });

  test('users see and query only their own orders', async () => {
    const stranger = await scene.gateway.user();
    const number = await scene.orderByEpay(stranger);
    const id = await idOf(number);
    scene.epay.pay(number);
    const list = await stranger.call('GET', '/api/user/order/');
    expect(list.body.data.items).toMatchObject([{ number, state: 'awaiting' }]);
    const only = async (state: string) =>
      (await stranger.call('GET', `/api/user/order/?state=${state}`)).body.data.total;
    expect([await only('awaiting'), await only('paid'), await only('nonsense')]).toEqual([1, 0, 1]);
    expect(JSON.stringify(list.body)).not.toContain('username');
    expect((await user.call('POST', `/api/user/order/${id}/query`)).body.code).toBe(
      'order_not_found',
    );
    for (const path of [
      '/api/order/',
      '/api/order/totals',
      '/api/order/export',
      `/api/order/${id}`,
    ])
      expect((await stranger.call('GET', path)).status).toBe(403);
    expect((await complete(id, stranger)).status).toBe(403);
    const { body } = await stranger.call('POST', `/api/user/order/${id}/query`);
    expect(body.data).toMatchObject({ number, state: 'paid' });
    expect((await scene.account(stranger)).quota).toBe(5_000_000);
  });

  test("totals by day use the reader's time zone", async () => {
    const buyer = await scene.gateway.user();
    const number = await scene.orderByEpay(buyer);
    await complete(await idOf(number));
    const { created_at: at } = (await detail(number)) as unknown as { created_at: number };
    const days = async (offset: number) =>
      (await admin.call('GET', `/api/order/totals?user=${buyer.id}&utc_offset=${offset}`)).body.data
        .days;
    for (const offset of [0, 28_800, -18_000]) {
      const start = Math.floor((at + offset) / 86_400) * 86_400 - offset;
      expect(await days(offset)).toEqual([{ start, orders: 1, quota: 5_000_000 }]);
    }
    const { body } = await admin.call('GET', `/api/order/totals?user=${buyer.id}`);
    expect(body.data.payments).toEqual([{ currency: 'CNY', cents: 7300 }]);
  });

  test('a payment on its way is shown as such after its order has expired, in lists, filters and totals', async () => {
    const buyer = await scene.gateway.user();
    await buyer.call('POST', '/api/user/pay', { amount: 10, payment_method: 'stripe' });
    const { trade_no: number } = await scene.lastOrder(buyer);
    const report = (fields: Record<string, string>) =>
      scene.stripe.notify(number, { type: 'checkout.session.completed', fields });
    await report({ status: 'complete', payment_status: 'unpaid' });
    await scene.gateway.app.domain.store.db
      .updateTable('orders')
      .set({ status: 'expired' })
      .where('trade_no', '=', number)
      .execute();
    const seen = async () => {
      const own = async (query = '') =>
        (await buyer.call('GET', `/api/user/order/${query}`)).body.data;
      const [order] = (await own()).items as Listed;
      const { body } = await admin.call('GET', `/api/order/totals?user=${buyer.id}`);
      const [sum] = body.data.states as { state: string }[];
      const counts = [await own('?state=awaiting'), await own('?state=expired')];
      return [order?.state, sum?.state, ...counts.map(({ total }) => total)];
    };
    expect(await seen()).toEqual(['confirming', 'awaiting', 1, 0]);
    await report({ status: 'expired', payment_status: 'unpaid' });
    expect(await seen()).toEqual(['expired', 'expired', 0, 1]);
  });

  test('a provider can be asked although it was asked by a clock that was ahead', async () => {
    const number = await scene.orderByEpay(user);
    const ahead = Math.floor(scene.clock.nowMs() / 1000) + 10 * 86_400;
    await scene.gateway.app.domain.store.db
      .updateTable('orders')
      .set({ asked_at: ahead })
      .where('trade_no', '=', number)
      .execute();
    scene.epay.pay(number);
    expect((await ask(number)).data).toMatchObject({ state: 'paid' });
  });

  test('days of a time zone begin at its midnight, in summer and in winter', async () => {
    const buyer = await scene.gateway.user();
    const at = (time: string) => Date.parse(time) / 1000;
    const { db } = scene.gateway.app.domain.store;
    // Late in the evening in winter, in the hour after midnight in summer, and noon of a day of 23 hours.
    for (const time of ['2026-01-20T22:30Z', '2026-07-09T22:30Z', '2026-03-29T10:00Z']) {
      const id = await idOf(await scene.orderByEpay(buyer));
      await complete(id);
      await db
        .updateTable('orders')
        .set({ created_at: at(time) })
        .where('id', '=', id)
        .execute();
    }
    const query = `user=${buyer.id}&time_zone=Europe/Berlin`;
    const { body } = await admin.call('GET', `/api/order/totals?${query}`);
    expect(body.data.days).toEqual(
      ['2026-01-20T00:00+01:00', '2026-03-29T00:00+01:00', '2026-07-10T00:00+02:00'].map(
        (start) => ({ start: at(start), orders: 1, quota: 5_000_000 }),
      ),
    );
  });

  test("the export contains the matching orders in the reader's language", async () => {
    const query = `user=${user.id}&state=paid&time_zone=Asia/Shanghai`;
    const answer = await fetch(`${scene.gateway.url}/api/order/export?${query}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const text = await answer.text();
    const [head = '', ...lines] = text.trim().split('\r\n');
    expect(head).toContain('(Asia/Shanghai)');
    const orders = await find(`user=${user.id}&state=paid&page_size=100`);
    expect(lines.length).toBe(orders.length);
    for (const [index, { number }] of orders.entries()) expect(lines[index]).toContain(number);
  });

  test('the export says in dollars what was credited, and nothing for orders that were not', async () => {
    const buyer = await scene.gateway.user();
    await complete(await idOf(await scene.orderByEpay(buyer)));
    await scene.orderByEpay(buyer);
    const query = `user=${buyer.id}&time_zone=UTC`;
    const answer = await fetch(`${scene.gateway.url}/api/order/export?${query}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
    });
    const [head = [], ...lines] = (await answer.text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const column = head.indexOf(texts.en.orders.export.credited);
    expect(lines.map((line) => line[column])).toEqual(['', '10']);
    expect(head.filter((name) => name.includes('(UTC)'))).toHaveLength(2);
  });

  describe('refunds through the provider', () => {
    const payByStripe = async (buyer: Client) => {
      await buyer.call('POST', '/api/user/pay', { amount: 20, payment_method: 'stripe' });
      const { trade_no: number } = await scene.lastOrder(buyer);
      scene.stripe.pay(number);
      await scene.stripe.notify(number);
      return number;
    };
    const returned = (number: string) => scene.stripe.refunds?.of(number);

    test('need a confirmed session, and nobody but the super admin refunds orders of peers or their own', async () => {
      const { refund } = refundScene(scene.gateway);
      const number = await payByStripe(user);
      const body = { cents: 2000, reason: 'asked', request_id: 'unconfirmed-1', refunded_cents: 0 };
      const path = `/api/order/${await idOf(number)}/provider-refund`;
      scene.clock.advance(16 * 60_000);
      expect((await admin.call('POST', path, body)).body.code).toBe('confirmation_required');
      expect((await refund(number, {}, user)).status).toBe(403);
      const peer = await scene.gateway.user({ role: 10 });
      for (const theirs of [await payByStripe(peer), await payByStripe(admin)]) {
        const { body: answer } = await refund(theirs, {}, admin);
        expect(answer.code).toBe('cannot_update_same_or_higher');
        expect(returned(theirs)).toEqual([]);
      }
      expect(returned(number)).toEqual([]);
      expect((await refund(number, {}, admin)).body.success).toBe(true);
      expect(returned(number)).toEqual([2000]);
    });

    test('of a part are taken off totals, days and the export', async () => {
      const buyer = await scene.gateway.user();
      const number = await payByStripe(buyer);
      await refundScene(scene.gateway).refund(number, { cents: 500 });
      const { body } = await admin.call('GET', `/api/order/totals?user=${buyer.id}`);
      expect(body.data).toMatchObject({
        payments: [{ currency: 'USD', cents: 1500 }],
        states: [
          { state: 'paid', orders: 1, quota: 7_500_000 },
          { state: 'refunded', orders: 0, quota: 2_500_000 },
        ],
        refunded_in_part: 1,
        days: [{ orders: 1, quota: 7_500_000 }],
      });
      expect(await find(`user=${buyer.id}&state=paid`)).toMatchObject([
        { number, state: 'partly_refunded' },
      ]);
      const query = `user=${buyer.id}&time_zone=UTC`;
      const answer = await fetch(`${scene.gateway.url}/api/order/export?${query}`, {
        headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
      });
      const [head = [], line = []] = (await answer.text())
        .trim()
        .split('\r\n')
        .map((text) => text.split(','));
      const { credited, refunded } = texts.en.orders.export;
      expect([line[head.indexOf(credited)], line[head.indexOf(refunded)]]).toEqual(['15', '5']);
    });

    test('under way leave no amount of zero among the payments', async () => {
      const buyer = await scene.gateway.user();
      const number = await payByStripe(buyer);
      scene.stripe.refunds?.take('later');
      await refundScene(scene.gateway).refund(number);
      const { body } = await admin.call('GET', `/api/order/totals?user=${buyer.id}`);
      expect(body.data.payments).toEqual([]);
    });
  });
});
