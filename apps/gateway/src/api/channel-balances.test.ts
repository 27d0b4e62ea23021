import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { updateAllBalances } from '../domain/channels/update-all-balances.ts';
import { checkChannelBalances } from '../domain/jobs/check-channel-balances.ts';
import { manualClock } from '../platform/clock.ts';

const KEY = 'sk-balance';
const isKeyOf = (headers: IncomingHttpHeaders) => headers.authorization === `Bearer ${KEY}`;
/** Where vendors report the balance, for which credentials, and in which format; prefixes are addresses. */
const PLACES: Record<string, { knows: typeof isKeyOf; answer: object }> = {
  '/user/balance': {
    knows: isKeyOf,
    answer: {
      is_available: true,
      balance_infos: [
        { currency: 'CNY', total_balance: '73.00', granted_balance: '0', topped_up_balance: '73' },
      ],
    },
  },
  '/v1/user/info': {
    knows: isKeyOf,
    answer: { code: 20_000, status: true, data: { balance: '1', totalBalance: '8.5' } },
  },
  '/v1/users/me/balance': {
    knows: isKeyOf,
    answer: { code: 0, status: true, data: { available_balance: -2.5, cash_balance: -2.5 } },
  },
  '/api/v1/credits': {
    knows: isKeyOf,
    answer: { data: { total_credits: 50, total_usage: 20.5 } },
  },
  '/api/report/getUserOverview': {
    knows: (headers) => headers['api-key'] === KEY,
    answer: { success: true, message: '', data: { totalPoints: 12.25 } },
  },
  '/pages/v1/dashboard/billing/subscription': {
    knows: isKeyOf,
    answer: { object: 'billing_subscription', has_payment_method: true, hard_limit_usd: 120 },
  },
  '/pages/v1/dashboard/billing/usage': { knows: isKeyOf, answer: { total_usage: 2000 } },
  '/grants/dashboard/billing/credit_grants': {
    knows: isKeyOf,
    answer: { object: 'credit_summary', total_granted: 20, total_used: 5, total_available: 15 },
  },
  '/remains/dashboard/billing/credit_grants': { knows: isKeyOf, answer: { total_remaining: 7 } },
};

let gateway: TestGateway;
let vendor: Server;
let url = '';
/** Requests since the test began. */
let asked: string[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.app.jobs.stop();
  await gateway.setOption('Price', '7.3');
  vendor = createServer(({ url: path = '', headers }, response) => {
    asked.push(path);
    const place = PLACES[path.split('?')[0] ?? ''];
    const status = place ? (place.knows(headers) ? 200 : 401) : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? place?.answer : { error: { message: 'no' } }));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await gateway.close();
  vendor.close();
});

const balanceOf = async (type: number, path = '', key = KEY) => {
  const fields = { type, base_url: url + path, key, other: '1' };
  const { id } = await gateway.channel(fields);
  return (await gateway.root.call('GET', `/api/channel/update_balance/${id}/`)).body;
};

test.each([
  ['DeepSeek, in yuan', 43, '', 10],
  ['SiliconCloud', 40, '', 8.5],
  ['Moonshot, owed', 25, '', -2.5],
  ['OpenRouter', 20, '/api', 29.5],
  ['AI Proxy', 21, '', 12.25],
  ['a gateway with the pages of OpenAI', 1, '/pages', 100],
  ['a gateway with the pages of OpenAI, given with its version', 8, '/pages/v1', 100],
  ['a reseller that tells grants', 1, '/grants/v1', 15],
  ['a reseller that tells what remains', 8, '/remains', 7],
])('the balance of %s is read with its key', async (_name, type, path, expected) => {
  const answer = await balanceOf(type, path);
  expect(answer).toMatchObject({ success: true });
  expect(answer['balance']).toBeCloseTo(expected);
  expect(await balanceOf(type, path, 'sk-other')).toMatchObject({
    success: false,
    code: 'balance_failed',
    message: expect.stringContaining('401'),
  });
});

test('an upstream without any such page is reported as such', async () => {
  expect(await balanceOf(1, '/nothing')).toMatchObject({
    code: 'balance_failed',
    message: expect.stringContaining('404'),
  });
});

test.each([3, 14, 17, 24, 34, 37, 42])('channels of type %i report no balance', async (type) => {
  expect(await balanceOf(type)).toMatchObject({ code: 'balance_not_supported' });
});

test("balances of enabled channels are read automatically, each once per the option's minutes, even if that failed", async () => {
  const clock = manualClock(Date.now());
  const job = checkChannelBalances({ ...gateway.app.domain, clock });
  const run = async (minutes: number) => {
    asked = [];
    clock.advance(minutes * 60_000);
    await job.run(new AbortController().signal);
    return asked.filter((path) => path.includes('/its-own'));
  };
  const { root } = gateway;
  const { data } = (await root.call('GET', '/api/channel/?page_size=100')).body;
  for (const { id } of (data as unknown as { items: { id: number }[] }).items)
    await root.call('DELETE', `/api/channel/${id}`);
  const fields = { type: 8, key: KEY };
  const { id } = await gateway.channel({ ...fields, base_url: `${url}/remains/its-own` });
  PLACES['/remains/its-own/dashboard/billing/credit_grants'] = {
    knows: isKeyOf,
    answer: { total_remaining: 7 },
  };
  await gateway.channel({ ...fields, base_url: `${url}/fails/its-own`, key: 'sk-other' });
  await gateway.channel({ ...fields, base_url: `${url}/off/its-own`, status: 2 });
  expect(await run(59)).toEqual([]);
  const first = await run(2);
  expect(first.filter((path) => path.startsWith('/off'))).toEqual([]);
  expect(new Set(first.map((path) => path.split('/')[1]))).toEqual(new Set(['remains', 'fails']));
  const channel = (await root.call('GET', `/api/channel/${id}`)).body.data;
  expect(channel).toMatchObject({ balance: 7 });
  expect(await run(58)).toEqual([]);
  expect(await run(3)).toEqual(first);
  await gateway.setOption('ChannelBalanceMinutes', '0');
  expect(await run(600)).toEqual([]);
});

test('querying all balances is answered while upstreams hang, says what is left, and is not started twice', async () => {
  const clock = manualClock(Date.now());
  const { root } = gateway;
  const domain = { ...gateway.app.domain, clock };
  let isAsked = () => {};
  const arrived = new Promise<void>((resolve) => (isAsked = resolve));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const slow = createServer((_request, response) => {
    isAsked();
    void answered.then(() => response.end('{}'));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  await gateway.channel({ type: 8, key: KEY, base_url: `http://127.0.0.1:${port}` });
  const first = updateAllBalances(domain);
  await arrived;
  clock.advance(20_000);
  const { left } = await first;
  expect(left).toBeGreaterThan(0);
  const second = (await root.call('GET', '/api/channel/update_balance')).body;
  expect(second).toMatchObject({ success: false, code: 'channel_balances_running' });
  answer();
  const again = async () => (await root.call('GET', '/api/channel/update_balance')).body.data;
  await expect.poll(again).toMatchObject({ updated: 1, failed: 2, left: 0 });
  slow.close();
});
