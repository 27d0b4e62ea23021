import {
  PAYMENT_PROVIDER_IDS,
  type PaymentProviderId,
  paymentProviderOf,
} from '@tollgate/contract';
import type { WebhookResponse } from '@tollgate/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../test-support/databases.ts';
import {
  PROVIDER_SECRET,
  type PaymentProviderScene,
  startPaymentProviderScene,
} from '../../../test-support/payment-provider-scene.ts';
import type { Client } from '../../../test-support/test-gateway.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { paymentProviders } from './providers/index.ts';

const QUOTA = 5_000_000;
const UNPAID = { quota: 0, total_topup: 0 };
const PAID = { quota: QUOTA, total_topup: QUOTA };
const DAY_MS = 86_400_000;

/**
 * The providers to test on a database: all on one. What is stored is the same for all, so one of each flow is
 * enough on the other, where `payment-world.test.ts` also pays by all of them.
 */
const providersOn = (database: DatabaseKind) =>
  database === databaseKinds[0]
    ? PAYMENT_PROVIDER_IDS
    : PAYMENT_PROVIDER_IDS.filter((id, at) => {
        const flowOf = (each: PaymentProviderId) => paymentProviderOf(each).flow;
        return at === PAYMENT_PROVIDER_IDS.findIndex((each) => flowOf(each) === flowOf(id));
      });
const cases = databaseKinds.flatMap((kind) => providersOn(kind).map((id) => [id, kind] as const));

// The guarantees of every payment provider, against its simulator. Those of a single provider are tested in
// `api/payment-webhooks.test.ts` and `providers/signatures.test.ts`.
describe.each(cases)('payment provider %s on %s', (id, kind) => {
  const provider: PaymentProvider = paymentProviders[id];
  const entry = paymentProviderOf(id);
  const { webhook } = provider;
  const acknowledged = { status: 200, text: webhook.acknowledgement };
  const rejected = { status: webhook.rejectedStatus, text: 'fail' };
  let scene: PaymentProviderScene;
  let user: Client;
  beforeAll(async () => {
    scene = await startPaymentProviderScene(id, kind);
  });
  afterAll(() => scene.close());
  beforeEach(async () => {
    user = await scene.gateway.user();
  });

  const payOrder = async () => {
    const number = await scene.placed(user);
    scene.simulator.pay(number);
    return number;
  };
  /** Runs `work` once the provider has the order, before it responds. */
  const whileOrdering = async (work: (number: string) => Promise<void>) => {
    let receivedBody = '';
    scene.simulator.beforeResponse(async () => {
      const number = (await scene.newestOrder(user).catch(() => undefined))?.trade_no;
      if (number === undefined || receivedBody === number || !scene.simulator.has(number)) return;
      receivedBody = number;
      await work(number);
    });
    const response = await scene
      .order(user)
      .finally(() => scene.simulator.beforeResponse(undefined));
    expect(receivedBody).toBe((await scene.newestOrder(user)).trade_no);
    return response;
  };
  const expectRejected = async (response: WebhookResponse, account = UNPAID) => {
    expect(response).toEqual(rejected);
    expect(await scene.account(user)).toEqual(account);
  };

  test('an order is stored before the provider receives it', async () => {
    let stored: unknown;
    await whileOrdering(async () => {
      stored = await scene.newestOrder(user);
    });
    expect(stored).toMatchObject({ provider: id, status: 'pending', quota: QUOTA, paid_at: null });
  });

  test('a payment is credited once, however often and concurrently its webhook arrives', async () => {
    const number = await payOrder();
    expect(await scene.account(user)).toEqual(UNPAID);
    for (let times = 0; times < 3; times += 1)
      expect(await scene.simulator.notify(number)).toEqual(acknowledged);
    const together = await Promise.all(
      Array.from({ length: 10 }, () => scene.simulator.notify(number)),
    );
    expect(together).toEqual(Array.from({ length: 10 }, () => acknowledged));
    expect(await scene.account(user)).toEqual(PAID);
    expect(await scene.credits(user)).toEqual([`topup ${QUOTA} ${number}`]);
    expect(await scene.newestOrder(user)).toMatchObject({
      status: 'paid',
      paid_at: scene.clock.nowMs() / 1000,
      next_check_at: null,
    });
    const { body } = await user.call('GET', '/api/log/self/?type=1');
    expect(body.data).toMatchObject({ total: 1 });
  });

  test('a webhook that was changed after it was signed is rejected', async () => {
    const number = await payOrder();
    await expectRejected(
      await scene.simulator.notify(number, { forged: scene.simulator.claims.forged }),
    );
  });

  test('a signed webhook about another amount is rejected', async () => {
    const number = await payOrder();
    const { pay_cents: cents } = await scene.newestOrder(user);
    for (const other of [cents - 1, cents + 1, 1]) {
      const fields = scene.simulator.claims.amount(other);
      await expectRejected(await scene.simulator.notify(number, { fields }));
    }
    const fields = scene.simulator.claims.amount(cents);
    expect(await scene.simulator.notify(number, { fields })).toEqual(acknowledged);
  });

  test('a signed webhook about another currency is rejected where the protocol names one', async () => {
    const number = await payOrder();
    const fields = scene.simulator.claims.currency?.('EUR');
    if (fields) await expectRejected(await scene.simulator.notify(number, { fields }));
    else expect(provider.price(scene.gateway.app.domain.options).currency).toBe('CNY');
  });

  test('a signed webhook about an unknown order is rejected', async () => {
    const number = await payOrder();
    const fields = scene.simulator.claims.order('T1');
    await expectRejected(await scene.simulator.notify(number, { fields }));
  });

  test('a signed webhook about an order of another provider is rejected', async () => {
    const number = await payOrder();
    const { id: order } = await scene.newestOrder(user);
    const { db } = scene.gateway.app.domain.store;
    const setProvider = (name: string) =>
      db.updateTable('orders').set({ provider: name }).where('id', '=', order).execute();
    await setProvider('another');
    await expectRejected(await scene.simulator.notify(number));
    await setProvider(id);
  });

  test('one payment never pays two orders', async () => {
    const first = await payOrder();
    expect(await scene.simulator.notify(first)).toEqual(acknowledged);
    const { reference } = await scene.newestOrder(user);
    const second = await payOrder();
    const fields = scene.simulator.claims.reference(reference ?? '');
    await expectRejected(await scene.simulator.notify(second, { fields }), PAID);
    // With its own number it can still be paid.
    expect(await scene.simulator.notify(second)).toEqual(acknowledged);
    expect(await scene.credits(user)).toHaveLength(2);
  });

  test('a webhook about an unpaid order is acknowledged and credits nothing', async () => {
    const number = await scene.placed(user);
    const fields = scene.simulator.claims.unpaid;
    expect(await scene.simulator.notify(number, { fields })).toEqual(acknowledged);
    expect(await scene.account(user)).toEqual(UNPAID);
    expect((await scene.newestOrder(user)).status).toBe('pending');
  });

  test('a webhook that arrives before the response to the order is credited', async () => {
    const response = await whileOrdering(async (number) => {
      scene.simulator.pay(number);
      expect(await scene.simulator.notify(number)).toEqual(acknowledged);
    });
    expect(response.body.success).toBe(true);
    expect(await scene.account(user)).toEqual(PAID);
    expect((await scene.newestOrder(user)).status).toBe('paid');
  });

  test('a webhook that arrives after the order expired is credited', async () => {
    const number = await payOrder();
    const { db } = scene.gateway.app.domain.store;
    // Prevents queries, which would find the payment first.
    await db.updateTable('orders').set({ next_check_at: null }).execute();
    await scene.reconcileAfter(DAY_MS);
    expect((await scene.newestOrder(user)).status).toBe('expired');
    expect(await scene.simulator.notify(number)).toEqual(acknowledged);
    expect(await scene.account(user)).toEqual(PAID);
  });

  // Gateways of the epusdt family have no refunds.
  describe.skipIf(id === 'usdt')('money that the provider returned', () => {
    const giveBack = async (number: string) => {
      const response = await scene.simulator.giveBack?.(number);
      if (response) expect(response).toEqual(acknowledged);
      return response !== undefined;
    };
    const orderAs = async (path = '') => {
      const { id: order } = await scene.newestOrder(user);
      const { root } = scene.gateway;
      return path === ''
        ? root.call('GET', `/api/order/${order}`)
        : root.call('POST', `/api/order/${order}/${path}`, { reason: 'as they asked' });
    };

    test('before its credit is never credited, by late webhooks, queries or by hand', async () => {
      const number = await payOrder();
      await giveBack(number);
      await scene.reconcileAfter(61_000);
      expect((await scene.newestOrder(user)).status).toBe('refunded');
      const fields = scene.simulator.claims.paid;
      expect(await scene.simulator.notify(number, { fields })).toEqual(acknowledged);
      await scene.reconcileAfter(DAY_MS);
      expect((await orderAs('complete')).body.code).toBe('order_already_refunded');
      expect(await scene.account(user)).toEqual(UNPAID);
    });

    test('after its credit stays credited, and is in the history if it was reported', async () => {
      const number = await payOrder();
      expect(await scene.simulator.notify(number)).toEqual(acknowledged);
      const isReported = await giveBack(number);
      expect(await scene.account(user)).toEqual(PAID);
      const { body } = await orderAs();
      const events = body.data['events'] as { outcome?: string }[];
      expect(events.some(({ outcome }) => outcome === 'returned')).toBe(isReported);
    });
  });

  test.skipIf(entry.flow === 'form')(
    'an order whose response was lost counts as failed, but its payment is still credited',
    async () => {
      const response = await whileOrdering(() => Promise.reject(new Error('the response is lost')));
      expect([response.body.success, response.body.code]).toEqual([false, 'payment_failed']);
      const { trade_no: number, status } = await scene.newestOrder(user);
      expect(status).toBe('failed');
      scene.simulator.pay(number);
      expect(await scene.simulator.notify(number)).toEqual(acknowledged);
      expect(await scene.account(user)).toEqual(PAID);
    },
  );

  test('a payment whose webhook was lost is found by a query, once', async () => {
    await payOrder();
    await scene.reconcileAfter(0);
    expect(await scene.account(user)).toEqual(UNPAID);
    scene.simulator.fail(502);
    await scene.reconcileAfter(61_000);
    expect(await scene.account(user)).toEqual(UNPAID);
    scene.simulator.fail(undefined);
    await scene.reconcileAfter(180_000);
    expect(await scene.account(user)).toEqual(PAID);
    await scene.reconcileAfter(DAY_MS);
    expect(await scene.credits(user)).toHaveLength(1);
  });

  test('querying an unpaid order credits nothing', async () => {
    await scene.placed(user);
    const before = scene.simulator.calls.length;
    await scene.reconcileAfter(61_000);
    expect(scene.simulator.calls.length).toBeGreaterThan(before);
    expect(await scene.account(user)).toEqual(UNPAID);
    expect((await scene.newestOrder(user)).status).toBe('pending');
  });

  test('a webhook that could not be booked is not acknowledged, and is credited when it is sent again', async () => {
    const number = await payOrder();
    const { store } = scene.gateway.app.domain;
    const { transaction } = store;
    Object.assign(store, { transaction: () => Promise.reject(new Error('the disk is full')) });
    const failed = await scene.simulator
      .notify(number)
      .finally(() => Object.assign(store, { transaction }));
    expect(failed).toEqual({ status: 500, text: 'fail' });
    expect(await scene.simulator.notify(number)).toEqual(acknowledged);
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('without a configured secret no webhook is accepted', async () => {
    const number = await payOrder();
    const { options } = scene.gateway.app.domain;
    const { text } = options;
    const secrets = entry.options.filter(({ secret }) => secret).map(({ key }) => key);
    options.text = (key) => (secrets.includes(key) ? '' : text(key));
    const response = await scene.simulator.notify(number).finally(() => (options.text = text));
    await expectRejected(response);
  });

  test('with only the secrets that its switch requires, a payment is still credited, once', async () => {
    const number = await payOrder();
    const { options } = scene.gateway.app.domain;
    const { text } = options;
    const spare = entry.options
      .filter(({ key, secret }) => secret && !entry.requiredOptions.includes(key))
      .map(({ key }) => key);
    options.text = (key) => (spare.includes(key) ? '' : text(key));
    try {
      if (spare.length > 0) await expectRejected(await scene.simulator.notify(number));
      await scene.reconcileAfter(61_000);
    } finally {
      options.text = text;
    }
    expect(await scene.account(user)).toEqual(PAID);
    await scene.simulator.notify(number);
    expect(await scene.credits(user)).toHaveLength(1);
  });

  test('with any of its required options missing, nothing can be ordered, and the status reports it as off', async () => {
    const { options } = scene.gateway.app.domain;
    const isOn = async () => {
      const { body } = await scene.gateway.visitor.call('GET', '/api/status');
      return body.data[entry.status];
    };
    expect(await isOn()).toBe(true);
    const { raw } = options;
    for (const missing of entry.requiredOptions) {
      options.raw = (key) => (key === missing ? '' : raw(key));
      const { body } = await scene.order(user);
      const status = await isOn();
      options.raw = raw;
      expect([missing, body.code]).toEqual([missing, entry.disabledError]);
      // If there is a switch, it alone determines the status, because it can't be on without the others.
      if (missing === (entry.switch ?? missing))
        expect([missing, status]).toEqual([missing, false]);
    }
  });

  test('every request to its route gets a plain text response, and is acknowledged only if signed', async () => {
    const url = scene.gateway.url + webhook.path;
    const huge = await fetch(url, { method: 'POST', body: 'x'.repeat(70_000) });
    expect([huge.status, await huge.text()]).toEqual([413, 'fail']);
    for (const body of [...ODD_BODIES, '{"sign":1,"signature":{"a":[]}}'])
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/xml; a']) {
        const headers = { 'content-type': type, 'x-timestamp': '1e9', 'x-signature': '\xff' };
        const response = await fetch(url, { method: 'POST', headers, body });
        expect([response.status, await response.text()]).toEqual([webhook.rejectedStatus, 'fail']);
        expect(response.headers.get('content-type')).toContain('text/plain');
      }
    const isGet = webhook.methods.includes('GET');
    expect((await fetch(url)).status).toBe(isGet ? webhook.rejectedStatus : 404);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(404);
  });

  test('its route is in the API reference', async () => {
    const { body } = await scene.gateway.root.call('GET', '/api/openapi.json');
    const document = body as unknown as { paths: Record<string, object> };
    expect(Object.keys(document.paths[webhook.path] ?? {})).toEqual(
      webhook.methods.map((method) => method.toLowerCase()),
    );
  });

  // Runs last, to check what all other tests logged.
  test('its secrets appear in no log line and no response', () => {
    expect(scene.output.length).toBeGreaterThan(20);
    expect(scene.output.filter((line) => line.includes(PROVIDER_SECRET))).toEqual([]);
  });
});

const ODD_BODIES = [
  '',
  '{}',
  '[]',
  'null',
  '"text"',
  '{',
  '\0',
  '{"sign":"","signature":""}',
  '{"__proto__":{"sign":"x"},"constructor":1}',
  'sign=&sign=1&pid[]=1&out_trade_no=%00%FF&money=NaN',
  `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
];
