import { PAYMENT_PROVIDER_IDS } from '@tollgate/contract';
import type { SimulatedRefunds } from '@tollgate/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../../test-support/databases.ts';
import {
  PROVIDER_SECRET,
  type PaymentProviderScene,
  startPaymentProviderScene,
} from '../../../../test-support/payment-provider-scene.ts';
import { refundScene, type RefundScene } from '../../../../test-support/refund-scene.ts';
import { type Client, startTestGateway } from '../../../../test-support/test-gateway.ts';
import type { PaymentClient, PaymentProvider } from '../payment-provider.ts';
import { paymentProviders } from '../providers/index.ts';

const QUOTA = 5_000_000;
const MINUTE_MS = 60_000;

const providers = PAYMENT_PROVIDER_IDS.map((id) => paymentProviders[id] as PaymentProvider);
const refunding = providers.flatMap((provider) =>
  provider.refund ? [[provider.id, provider.refund] as const] : [],
);
// What is stored is the same for all: `refund-world.test.ts` refunds on both databases.
const [kind = 'sqlite'] = databaseKinds;

// The guarantees of every provider that makes refunds, against its simulator.
describe.each(refunding)('refunds at %s', (id, ability) => {
  let scene: PaymentProviderScene;
  let refunds: RefundScene;
  let taken: SimulatedRefunds;
  let user: Client;
  let number: string;
  let paid: number;
  beforeAll(async () => {
    scene = await startPaymentProviderScene(id, kind);
    refunds = refundScene(scene.gateway);
    if (!scene.simulator.refunds) throw new Error('the simulator makes no refunds');
    taken = scene.simulator.refunds;
  });
  afterAll(() => scene.close());
  beforeEach(async () => {
    taken.take('made');
    user = await scene.gateway.user();
    number = await scene.placed(user);
    scene.simulator.pay(number);
    await scene.simulator.notify(number);
    ({ pay_cents: paid } = await scene.newestOrder(user));
  });
  const quota = async () => (await scene.account(user)).quota;
  const isWhole = ability.parts === 'whole';
  const countAuditEntries = async () => {
    const entries = await scene.gateway.app.domain.store.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'refundAtProvider')
      .where('object_id', '=', String((await scene.newestOrder(user)).id))
      .execute();
    return entries.length;
  };

  test('a whole order is refunded once, with the quota it credited, whoever clicks how often', async () => {
    const other = await scene.gateway.user({ role: 10 });
    const twice = { request_id: 'clicked-twice', refunded_cents: 0, cents: paid };
    const responses = await Promise.all([
      refunds.refund(number, twice),
      refunds.refund(number, twice),
      refunds.refund(number, { refunded_cents: 0, cents: paid }, other),
    ]);
    expect(responses.filter(({ body }) => body.success).length).toBeGreaterThan(0);
    expect(taken.of(number)).toEqual([paid]);
    expect(await quota()).toBe(0);
    expect(await refunds.detail(number)).toMatchObject({
      state: 'refunded',
      refunded_cents: paid,
      refunded_quota: QUOTA,
      refunds: [{ state: 'succeeded', cents: paid, quota: QUOTA, took_quota: true }],
    });
    expect((await refunds.refund(number, twice)).body.success).toBe(true);
    expect((await refunds.refund(number, { cents: 1 })).body.code).toBe('order_not_refundable');
    expect(await scene.credits(user)).toHaveLength(2);
    expect(await refunds.differences()).toEqual([]);
    expect(await countAuditEntries()).toBe(1);
  });

  test.skipIf(isWhole)('parts add up to the whole order, and no further', async () => {
    const part = Math.floor(paid / 3);
    expect((await refunds.refund(number, { cents: part })).body.data).toMatchObject({
      state: 'partly_refunded',
      refunded_cents: part,
    });
    expect(await quota()).toBe(QUOTA - Math.floor((QUOTA * part) / paid));
    const tooMuch = await refunds.refund(number, { cents: paid - part + 1 });
    expect(tooMuch.body.code).toBe('refund_amount_invalid');
    const stale = await refunds.refund(number, { cents: part, refunded_cents: 0 });
    expect(stale.body.code).toBe('refund_changed');
    await refunds.refund(number, { cents: part });
    await refunds.refund(number);
    expect(taken.of(number)).toEqual([part, part, paid - 2 * part]);
    expect([await quota(), (await refunds.detail(number)).state]).toEqual([0, 'refunded']);
    expect(await countAuditEntries()).toBe(3);
    expect(await refunds.differences()).toEqual([]);
  });

  test('another request under the id of an earlier one is refused, not answered as if it were made', async () => {
    const first = { request_id: 'one-id-one-refund', refunded_cents: 0, cents: paid };
    expect((await refunds.refund(number, first)).body.success).toBe(true);
    for (const changed of [{ cents: paid - 100 }, { take_quota: false }]) {
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      const { body } = await refunds.refund(number, { ...first, ...changed });
      expect(body.code).toBe('idempotency_key_reused');
    }
    expect(taken.of(number)).toEqual([paid]);
  });

  test.runIf(isWhole)('a part is refused, because its outcome could not be found out', async () => {
    const { body } = await refunds.refund(number, { cents: paid - 1 });
    expect(body.code).toBe('refund_amount_invalid');
    expect([taken.of(number), await quota()]).toEqual([[], QUOTA]);
  });

  test('a refused refund returns the quota once, and the order can be refunded again', async () => {
    taken.take('refused');
    const { body } = await refunds.refund(number);
    expect(body.data).toMatchObject({
      state: 'paid',
      refunded_cents: 0,
      refunds: [{ state: 'failed', detail: expect.stringMatching(/./) as string }],
    });
    await refunds.reconcile();
    expect([taken.of(number), await quota()]).toEqual([[], QUOTA]);
    taken.take('made');
    await refunds.refund(number);
    expect([taken.of(number), await quota()]).toEqual([[paid], 0]);
    expect(await refunds.differences()).toEqual([]);
  });

  test('while its outcome is unknown, a refund returns nothing and no other begins; then it counts once', async () => {
    taken.take('unknown');
    const { body } = await refunds.refund(number);
    expect(body.data).toMatchObject({ state: 'refunding', refunds: [{ state: 'pending' }] });
    expect((await refunds.refund(number, { cents: 1 })).body.success).toBe(false);
    const hand = { reason: 'by hand', take_quota: false };
    const { id: order } = await scene.newestOrder(user);
    const marked = await scene.gateway.root.call('POST', `/api/order/${order}/refund`, hand);
    expect(marked.body.code).toBe('refund_under_way');
    scene.simulator.fail(502);
    scene.clock.advance(MINUTE_MS);
    await refunds.reconcile();
    expect(await quota()).toBe(0);
    scene.simulator.fail(undefined);
    scene.clock.advance(12 * MINUTE_MS);
    await Promise.all([refunds.reconcile(), refunds.reconcile()]);
    await taken.notify(number);
    expect((await refunds.detail(number)).state).toBe('refunded');
    expect([taken.of(number), await quota()]).toEqual([[paid], 0]);
  });

  test('a refund that never reached its provider is made once later, or returns the quota', async () => {
    const { refunds: client } = scene.gateway.app.domain.payments[id] as PaymentClient;
    if (!client) throw new Error('the provider makes no refunds');
    const { request } = client;
    onTestFinished(() => void Object.assign(client, { request }));
    Object.assign(client, { request: () => Promise.reject(new Error('the process ended')) });
    await refunds.refund(number);
    Object.assign(client, { request });
    expect([taken.of(number), await quota()]).toEqual([[], 0]);
    scene.clock.advance(MINUTE_MS);
    await refunds.reconcile();
    scene.clock.advance(15 * MINUTE_MS);
    await refunds.reconcile();
    const isRepeated = ability.repeatableSeconds > 0;
    expect(taken.of(number)).toEqual(isRepeated ? [paid] : []);
    expect(await quota()).toBe(isRepeated ? 0 : QUOTA);
    expect(await refunds.differences()).toEqual([]);
  });

  test('a balance that is too small refuses the refund before the provider is asked, unless it stays as it is', async () => {
    await scene.gateway.app.domain.wallet.adjustUser({
      userId: user.id,
      delta: -1,
      kind: 'adjustment',
      reason: '',
      actorId: 0,
      idempotencyKey: `spent:${user.id}`,
    });
    expect((await refunds.refund(number)).body.code).toBe('quota_below_zero');
    expect([taken.of(number), await quota()]).toEqual([[], QUOTA - 1]);
    await refunds.refund(number, { take_quota: false });
    expect([taken.of(number), await quota()]).toEqual([[paid], QUOTA - 1]);
    expect((await refunds.detail(number)).state).toBe('refunded');
  });

  test('webhooks about a refund made here book nothing more and alarm nobody', async () => {
    await refunds.refund(number, isWhole ? {} : { cents: 1 });
    const alarms = scene.output.filter((line) => line.includes('returned or is disputed')).length;
    for (const response of [...(await taken.notify(number)), ...(await taken.notify(number))])
      expect(response.status).toBe(200);
    expect(await scene.credits(user)).toHaveLength(2);
    const now = scene.output.filter((line) => line.includes('returned or is disputed')).length;
    expect(now).toBe(alarms);
  });

  // Runs last, to check what all other tests logged.
  test('secrets appear in no log line', () => {
    expect(scene.output.filter((line) => line.includes(PROVIDER_SECRET))).toEqual([]);
  });
});

// Those that report by webhook whether a refund that takes days was made.
describe.each(['stripe', 'airwallex'] as const)('a refund that takes days at %s', (id) => {
  let scene: PaymentProviderScene;
  let refunds: RefundScene;
  beforeAll(async () => {
    scene = await startPaymentProviderScene(id, kind);
    refunds = refundScene(scene.gateway);
  });
  afterAll(() => scene.close());

  test.each(['made', 'failed'] as const)(
    'is under way until a webhook says that it was %s',
    async (outcome) => {
      const user = await scene.gateway.user();
      const number = await scene.placed(user);
      scene.simulator.pay(number);
      await scene.simulator.notify(number);
      scene.simulator.refunds?.take('later');
      await refunds.refund(number);
      expect((await refunds.detail(number)).state).toBe('refunding');
      expect((await scene.account(user)).quota).toBe(0);
      await scene.simulator.refunds?.end(number, outcome);
      await scene.simulator.refunds?.notify(number);
      const isMade = outcome === 'made';
      expect((await refunds.detail(number)).state).toBe(isMade ? 'refunded' : 'paid');
      expect((await scene.account(user)).quota).toBe(isMade ? 0 : QUOTA);
      expect(await refunds.differences()).toEqual([]);
    },
  );
});

test('a refund that the payer’s bank sends back days later returns the quota and the inviter’s rebate, once', async () => {
  const scene = await startPaymentProviderScene('stripe', kind);
  onTestFinished(() => scene.close());
  const refunds = refundScene(scene.gateway);
  await scene.gateway.setOption('RebatePercent', '10');
  await scene.gateway.setOption('RebateWaitDays', '0');
  const [inviter, user] = [await scene.gateway.user(), await scene.gateway.user()];
  const { db } = scene.gateway.app.domain.store;
  await db.updateTable('users').set({ inviter_id: inviter.id }).where('id', '=', user.id).execute();
  const earnings = async () => {
    const { body } = await inviter.call('GET', '/api/user/self');
    return body.data['aff_quota'];
  };
  const number = await scene.placed(user);
  scene.simulator.pay(number);
  await scene.simulator.notify(number);
  await refunds.refund(number, { cents: 250 });
  expect([(await scene.account(user)).quota, await earnings()]).toEqual([3_750_000, 375_000]);
  await refunds.refund(number);
  expect([(await scene.account(user)).quota, await earnings()]).toEqual([0, 0]);
  await scene.simulator.refunds?.end(number, 'failed');
  await scene.simulator.refunds?.notify(number);
  expect([(await scene.account(user)).quota, await earnings()]).toEqual([QUOTA, 500_000]);
  expect(await refunds.detail(number)).toMatchObject({ state: 'paid', rebate: 500_000 });
  expect(await refunds.differences()).toEqual([]);
});

test('an order refunded by hand, of which a refund then came back, is refunded by hand again with its quota', async () => {
  const scene = await startPaymentProviderScene('stripe', kind);
  onTestFinished(() => scene.close());
  const refunds = refundScene(scene.gateway);
  const user = await scene.gateway.user();
  const number = await scene.placed(user);
  scene.simulator.pay(number);
  await scene.simulator.notify(number);
  await refunds.refund(number, { cents: 250 });
  const { id } = await scene.newestOrder(user);
  const byHand = async () => {
    const body = { reason: 'by bank transfer', take_quota: true };
    return (await scene.gateway.root.call('POST', `/api/order/${id}/refund`, body)).body;
  };
  expect((await byHand()).success).toBe(true);
  await scene.simulator.refunds?.end(number, 'failed');
  await scene.simulator.refunds?.notify(number);
  expect((await scene.account(user)).quota).toBe(1_250_000);
  expect((await byHand()).data).toMatchObject({ state: 'refunded', refunded_quota: QUOTA });
  expect((await byHand()).code).toBe('order_not_refundable');
  expect((await scene.account(user)).quota).toBe(0);
  expect(await refunds.differences()).toEqual([]);
});

test('whatever comes back, an order refunded in parts gives back exactly its quota', async () => {
  const scene = await startPaymentProviderScene('stripe', kind);
  onTestFinished(() => scene.close());
  const refunds = refundScene(scene.gateway);
  await scene.gateway.setOption('StripePrice', '7.3');
  const user = await scene.gateway.user();
  const number = await scene.placed(user);
  scene.simulator.pay(number);
  await scene.simulator.notify(number);
  await refunds.refund(number, { cents: 1 });
  const { id } = await scene.newestOrder(user);
  const byHand = { reason: 'by bank transfer', take_quota: true };
  await scene.gateway.root.call('POST', `/api/order/${id}/refund`, byHand);
  // The first of both comes back; its share was rounded down.
  await scene.simulator.refunds?.end(number, 'failed');
  await scene.simulator.refunds?.notify(number);
  expect((await refunds.detail(number)).refunded_cents).toBe(7299);
  expect((await scene.account(user)).quota).toBe(684);
  expect((await refunds.refund(number)).body.data).toMatchObject({
    state: 'refunded',
    refunded_quota: QUOTA,
  });
  expect((await scene.account(user)).quota).toBe(0);
  expect(await refunds.differences()).toEqual([]);
});

test.each([true, false])(
  'a person settles a refund that its provider does not tell about, after ten minutes, once (made: %s)',
  async (made) => {
    const scene = await startPaymentProviderScene('airwallex', kind);
    onTestFinished(() => scene.close());
    const refunds = refundScene(scene.gateway);
    const user = await scene.gateway.user();
    const number = await scene.placed(user);
    scene.simulator.pay(number);
    await scene.simulator.notify(number);
    scene.simulator.refunds?.take('later');
    await refunds.refund(number);
    const { id, refunds: open } = await refunds.detail(number);
    const { root } = scene.gateway;
    const settle = async () => {
      const reason = 'seen at the provider';
      const body = { refund_id: open[0]?.id, made, reason };
      return (await root.call('POST', `/api/order/${id}/provider-refund/settle`, body)).body;
    };
    expect((await settle()).code).toBe('refund_under_way');
    scene.clock.advance(10 * MINUTE_MS);
    expect((await settle()).data).toMatchObject({ state: made ? 'refunded' : 'paid' });
    expect((await settle()).code).toBe('refund_changed');
    expect((await scene.account(user)).quota).toBe(made ? 0 : QUOTA);
    // The provider has made it after all: that alarms the site if it counts as not made.
    await scene.simulator.refunds?.end(number, 'made');
    const alarms = scene.output.filter((line) => line.includes('returned or is disputed'));
    expect(alarms).toHaveLength(made ? 0 : 1);
    expect(await refunds.differences()).toEqual([]);
  },
);

test('a provider’s object says that it makes refunds exactly if its client does', async () => {
  const gateway = await startTestGateway();
  onTestFinished(() => gateway.close());
  for (const { id, refund } of providers)
    expect([id, 'refunds' in gateway.app.domain.payments[id]]).toEqual([id, refund !== undefined]);
});
