import { type BodyInputOf, endpoints } from '@tollgate/contract';
import { simulatedPaymentOptions } from '@tollgate/simulators';
import { randomUUID } from 'node:crypto';
import type { ListSite } from './furnish-lists.ts';

const UNITS_PER_USD = 500_000;

/** Adds administrators' recent actions: price versions, channel tests, invitees' orders and payouts. */
export async function furnishOperations(site: ListSite): Promise<void> {
  await changePrices(site);
  await testChannels(site);
  await payOut(site);
}

type Prices = BodyInputOf<typeof endpoints.setPrices>['prices'];

/** Saves three versions of the price book. */
async function changePrices({ root }: ListSite): Promise<void> {
  const steps: { note: string; prices: Prices }[] = [
    {
      note: 'List of August',
      prices: [
        { model: 'gpt-5', price: { input: '1.25', output: '10', cached: '0.125' } },
        { model: 'glm-4.6', price: { input: '0.6', output: '2.2', cached: '0.11' } },
      ],
    },
    {
      note: 'GLM down 8%',
      prices: [{ model: 'glm-4.6', price: { input: '0.55', output: '2', cached: '0.11' } }],
    },
    {
      note: 'Haiku cache write',
      prices: [
        {
          model: 'claude-haiku-4-5',
          price: { input: '1', output: '5', cached: '0.1', cacheWrite: '1.25' },
        },
        { model: 'gpt-4o-mini', price: { input: '0.16', output: '0.64', cached: '0.08' } },
      ],
    },
  ];
  for (const body of steps) await root.call(endpoints.setPrices, { body });
}

/** Tests a few channels; one of them has a model that its provider does not know. */
async function testChannels({ root }: ListSite): Promise<void> {
  for (const id of [1, 4, 6]) await root.call(endpoints.testChannel, { params: { id } });
}

/** Lets two invitees pay, and their agent request payouts of the earnings: paid, refused and still open. */
async function payOut({ firstPort, root, clientOf }: ListSite): Promise<void> {
  await root.call(endpoints.updateOptions, {
    body: {
      options: [
        { key: 'RebateWaitDays', value: '0' },
        { key: 'PayoutMinimum', value: String(UNITS_PER_USD) },
      ],
    },
  });
  const address = simulatedPaymentOptions(firstPort).PayAddress ?? '';
  for (const [username, amount] of [
    ['lena', 100],
    ['oscar', 60],
  ] as const) {
    const client = await clientOf(username);
    const fields = await client.call(endpoints.pay, {
      body: { amount, top_up_code: '', payment_method: 'zfb' },
    });
    await fetch(`${address}/submit.php`, { method: 'POST', body: new URLSearchParams(fields) });
    const cashier = `${address}/cashier?order=${fields.out_trade_no ?? ''}`;
    await fetch(cashier, { method: 'POST', redirect: 'manual' });
  }
  const agent = await clientOf('alice');
  const ask = (usd: number) =>
    agent.call(endpoints.requestPayout, {
      body: {
        amount: usd * UNITS_PER_USD,
        account: 'IBAN DE02 1203 0000 0000 2020 51, Alice Moreau',
        idempotency_key: randomUUID(),
      },
    });
  const [paid, refused] = [await ask(6), await ask(2)];
  const note = { note: 'SEPA 2026-11-0412' };
  await root.call(endpoints.settlePayout, { params: { id: paid.id }, body: note });
  await root.call(endpoints.refusePayout, {
    params: { id: refused.id },
    body: { note: 'Below the fee of the bank: ask for more at once' },
  });
  await ask(5);
}
