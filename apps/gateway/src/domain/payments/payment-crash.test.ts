import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { startGatewayProcess } from '../../../test-support/gateway-process.ts';
import {
  enablePayments,
  paymentEnv,
  type PaymentSimulators,
  startPaymentSimulators,
} from '../../../test-support/payment-scene.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';
import { manualClock } from '../../platform/clock.ts';
import { findLedgerDifferences } from '../../store/ledger-repository.ts';
import { listLedger } from '../../../test-support/list-ledger.ts';
import { reconcileRefunds } from './refunds/ask-for-refund.ts';

const QUOTA = 5_000_000;

let providers: PaymentSimulators;
beforeAll(async () => {
  providers = await startPaymentSimulators();
});
afterAll(() => providers.close());

/** The number of responses after which the process is killed, per round. */
const ROUNDS = { sqlite: [3, 5], postgres: [4] };

/** Places an epay order and posts its form as a browser would; returns our order number. */
async function order(user: Client): Promise<string> {
  const { body } = await user.call('POST', '/api/user/pay', { amount: 10, payment_method: 'zfb' });
  const fields = body.data as unknown as Record<string, string>;
  await fetch(body.url as string, { method: 'POST', body: new URLSearchParams(fields) });
  return fields.out_trade_no ?? '';
}

/** Sends an order's webhook to one of several nodes, or to a restarted one with another address. */
async function notifyAt(url: string, number: string): Promise<string> {
  const known = providers.epay.orders.get(number);
  if (known) known.fields.notify_url = `${url}/api/user/epay/notify`;
  return (await providers.epay.notify(number)).text;
}

async function creditsOf({ app }: TestGateway, { id }: Client): Promise<string[]> {
  const rows = await listLedger(app.domain.store.db, id, 1000);
  expect(rows.every(({ amount, kind }) => amount === QUOTA && kind === 'topup')).toBe(true);
  return rows.map(({ reference }) => reference).toSorted();
}

describe.each(databaseKinds)('kill -9 during webhooks on %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
  });
  afterAll(() => database.remove());

  test('acknowledged webhooks are credited, the others when they are sent again, and none twice', async () => {
    const env = paymentEnv(providers);
    const before = await startTestGateway({ kind, database, env });
    await enablePayments(before, providers, before.url);
    const user = await before.user();
    const numbers: string[] = [];
    for (let count = 0; count < 16; count += 1) numbers.push(await order(user));
    await before.close();

    const acknowledged = new Set<string>();
    for (const answersBeforeKill of ROUNDS[kind]) {
      const gateway = await startGatewayProcess(database, env);
      let ended: Promise<unknown> | undefined;
      let responseCount = 0;
      const send = async (number: string) => {
        const text = await notifyAt(gateway.url, number).catch(() => 'nobody');
        if (text === 'success') acknowledged.add(number);
        responseCount += 1;
        if (responseCount === answersBeforeKill) ended = gateway.end('SIGKILL');
      };
      await Promise.all(numbers.map(send));
      await ended;
    }

    const after = await startTestGateway({ kind, database, env });
    const credited = new Set(await creditsOf(after, user));
    expect([...acknowledged].filter((number) => !credited.has(number))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(0);
    for (const number of numbers) expect(await notifyAt(after.url, number)).toBe('success');
    expect(await creditsOf(after, user)).toEqual(numbers.toSorted());
    expect(await findLedgerDifferences(after.app.domain.store.db)).toEqual([]);
    await after.close();
  });
});

describe.each(databaseKinds)('kill -9 during refunds on %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
  });
  afterAll(() => database.remove());

  test('each refund is made once or not at all, and the quota follows', async () => {
    const env = paymentEnv(providers);
    const before = await startTestGateway({ kind, database, env });
    await enablePayments(before, providers, before.url);
    const user = await before.user();
    const orders: { id: number; number: string; cents: number }[] = [];
    for (let count = 0; count < 10; count += 1) {
      await user.call('POST', '/api/user/pay', { amount: 10, payment_method: 'stripe' });
      const { body } = await user.call('GET', '/api/user/order/');
      const [newest] = body.data.items as { id: number; number: string; pay_cents: number }[];
      if (!newest) throw new Error('no order');
      const { id, number, pay_cents: cents } = newest;
      providers.stripe.pay(number);
      await providers.stripe.notify(number);
      orders.push({ id, number, cents });
    }
    const { token } = before.root;
    await before.close();

    const gateway = await startGatewayProcess(database, env);
    let ended: Promise<unknown> | undefined;
    let refundsSeen = 0;
    // The process ends while the provider has made some refunds and not answered yet.
    providers.stripe.beforeResponse(async ({ method, path }) => {
      if (method !== 'POST' || path !== '/v1/refunds') return;
      refundsSeen += 1;
      if (refundsSeen === 4) ended = gateway.end('SIGKILL');
      await ended;
    });
    const refund = (url: string, { id, cents }: (typeof orders)[number]) =>
      fetch(`${url}/api/order/${id}/provider-refund`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          cents,
          reason: 'as they asked',
          request_id: `request-${id}`,
          refunded_cents: 0,
        }),
      });
    await Promise.all(orders.map((one) => refund(gateway.url, one).catch(() => undefined)));
    providers.stripe.beforeResponse(undefined);
    await ended;

    const clock = manualClock(Date.now() + 3_600_000);
    const after = await startTestGateway({ kind, database, env, clock });
    await after.app.jobs.stop();
    await reconcileRefunds(after.app.domain, new AbortController().signal);
    const { db } = after.app.domain.store;
    const rows = await db.selectFrom('refunds').select(['order_id', 'state']).execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ state }) => state !== 'succeeded')).toEqual([]);
    for (const { id, number, cents } of orders)
      expect(providers.stripe.refunds?.of(number)).toEqual(
        rows.some(({ order_id }) => order_id === id) ? [cents] : [],
      );
    const kept = orders.length - rows.length;
    const { quota } = await db
      .selectFrom('users')
      .select('quota')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(quota).toBe(kept * QUOTA);
    expect(await findLedgerDifferences(db)).toEqual([]);
    await after.close();
  });
});

describe('two nodes on one PostgreSQL', () => {
  test.runIf(databaseKinds.includes('postgres'))(
    '20 concurrent webhooks credit an order once, whichever node receives them',
    async () => {
      const database = await createTestDatabase('postgres', { hasTables: true });
      const open = (name: string) => {
        const dataDir = join(database.dataDir, name);
        mkdirSync(dataDir);
        const env = { ...paymentEnv(providers), MASTER_KEY: 'ab'.repeat(32) };
        return startTestGateway({ kind: 'postgres', env, database: { ...database, dataDir } });
      };
      const nodes = [await open('a'), await open('b')] as const;
      await enablePayments(nodes[0], providers, nodes[0].url);
      const user = await nodes[0].user();
      await expect
        .poll(() => nodes[1].app.domain.options.text('EpayKey'))
        .toBe(nodes[0].app.domain.options.text('EpayKey'));
      const [first, second] = [await order(user), await order(user)];
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_none, index) =>
          notifyAt(nodes[index % 2 === 0 ? 0 : 1].url, index < 20 ? first : second),
        ),
      );
      expect(new Set(responses)).toEqual(new Set(['success']));
      expect(await creditsOf(nodes[0], user)).toEqual([first, second].toSorted());
      const { body } = await user.call('GET', '/api/user/self');
      expect(body.data).toMatchObject({ quota: 2 * QUOTA, total_topup: 2 * QUOTA });
      const log = await user.call('GET', '/api/log/self/?type=1');
      expect(log.body.data).toMatchObject({ total: 2 });
      for (const node of nodes) await node.close();
      await database.remove();
    },
  );
});
