import { endpoints, type BodyInputOf } from '@tollgate/contract';
import {
  type NotificationSimulator,
  simulatedPaymentOptions,
  type TaskSimulator,
  vendorPort,
} from '@tollgate/simulators';
import type { ConsoleClient } from '@tollgate/tools';
import { randomUUID } from 'node:crypto';
import { inviteToTeam } from './found-team.ts';

const UNITS_PER_USD = 500_000;
const IN_USE = 'default,vip,svip';

export interface ListSite {
  url: string;
  firstPort: number;
  root: ConsoleClient;
  /** Returns the client of a user who signed in. */
  clientOf(username: string): Promise<ConsoleClient>;
  drawings: TaskSimulator;
  songs: TaskSimulator;
  receiver: NotificationSimulator;
}

/** The secret with which the receiver of notifications verifies signatures. */
export const RECEIVER_SECRET = `whsec_${Buffer.from('a secret of enough length').toString('base64')}`;

/** Fills the lists other than calls: tasks, orders, an agent, announcements and codes. */
export async function furnishLists(site: ListSite): Promise<void> {
  await subscribe(site);
  await makeTasks(site);
  await placeOrders(site);
  await inviteToTeam(site.clientOf);
  await appointAgent(site);
  await loseChannel(site);
  for (const [name, uses] of [
    ['Spring meetup', 40],
    ['Partner Northwind', 5],
  ] as const)
    await site.root.call(endpoints.createRegistrationCodes, { body: { name, count: 2, uses } });
}

const PROMPTS = [
  'a lighthouse on a basalt cliff at dusk, long exposure, dim teal and amber',
  '水墨风格的雪山与松林，留白，竖幅',
  'isometric cutaway of a small bakery, soft morning light, clay render',
  'banned: a portrait',
  'product shot of a brushed steel kettle on slate, that will fail',
  'queue: watercolour map of an invented archipelago',
];
const SONGS = [
  { title: 'Night ferry', tags: 'lo-fi, piano', prompt: 'a slow song about the last boat home' },
  { title: '雨后', tags: '民谣, 吉他', prompt: '雨停之后的街道' },
  { title: 'Fails', tags: 'synth', prompt: 'this one will fail' },
];

async function makeTasks({ url, root, clientOf, drawings, songs }: ListSite): Promise<void> {
  const channel = { key: 'sk-showcase', group: IN_USE };
  const made = { type: 2, name: 'Midjourney', base_url: drawings.url, models: 'mj_imagine' };
  await root.call(endpoints.createChannel, { body: { ...channel, ...made } });
  const sung = { type: 36, name: 'Suno', base_url: songs.url, models: 'suno_music,suno_lyrics' };
  await root.call(endpoints.createChannel, { body: { ...channel, ...sung } });
  for (const username of ['alice', 'chen']) {
    const client = await clientOf(username);
    const { key } = await client.call(endpoints.createToken, {
      body: { name: 'studio', unlimited_quota: true },
    });
    const submit = (path: string, body: unknown) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
        body: JSON.stringify(body),
      });
    for (const prompt of PROMPTS) await submit('/mj/submit/imagine', { prompt });
    for (const song of SONGS) await submit('/suno/submit/music', song);
    await submit('/suno/submit/lyrics', { prompt: 'an evening at the harbour' });
  }
}

/** Places orders; some are paid, one stays open. */
async function placeOrders({ firstPort, root, clientOf }: ListSite): Promise<void> {
  const address = simulatedPaymentOptions(firstPort).PayAddress ?? '';
  for (const [username, amount, method, paid] of [
    ['alice', 10, 'zfb', true],
    ['chen', 20, 'wx', true],
    ['acme', 200, 'zfb', true],
    ['alice', 50, 'zfb', false],
    ['tomas', 10, 'wx', true],
  ] as const) {
    const client = await clientOf(username);
    const fields = await client.call(endpoints.pay, {
      body: { amount, top_up_code: '', payment_method: method },
    });
    const body = new URLSearchParams(fields);
    await fetch(`${address}/submit.php`, { method: 'POST', body });
    if (!paid) continue;
    const cashier = `${address}/cashier?order=${fields.out_trade_no ?? ''}`;
    await fetch(cashier, { method: 'POST', redirect: 'manual' });
  }
  const { items } = await root.call(endpoints.listOrders, { query: { state: 'paid' } });
  const [last] = items;
  if (last)
    await root.call(endpoints.refundOrder, {
      params: { id: last.id },
      body: { reason: 'Charged twice by the bank' },
    });
}

async function appointAgent({ url, root, clientOf }: ListSite): Promise<void> {
  const { items } = await root.call(endpoints.searchUsers, { query: { keyword: 'alice' } });
  const [agent] = items;
  if (!agent) return;
  await root.call(endpoints.saveAgentTerms, {
    params: { id: agent.id },
    body: { enabled: true, share_percent: 12, discount_percent: 15 },
  });
  const alice = await clientOf('alice');
  const invitation = 'Models for researchers, with help in **French** and **English**.';
  await alice.call(endpoints.updateInvitation, { body: { code: 'alice-lab', invitation } });
  for (const username of ['lena', 'oscar'])
    await fetch(`${url}/api/user/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'showcase-12345', aff_code: 'alice-lab' }),
    });
  await alice.call(endpoints.buyCodes, {
    body: { name: 'Workshop', quota: 2 * UNITS_PER_USD, count: 3, idempotency_key: randomUUID() },
  });
}

async function subscribe({ root, clientOf, receiver }: ListSite): Promise<void> {
  const webhook = (name: string) =>
    ({
      channel: 'webhook',
      name,
      language: 'en',
      settings: {
        url: `${receiver.url}/hook`,
        secret: RECEIVER_SECRET,
      },
    }) satisfies BodyInputOf<typeof endpoints.saveOwnNotificationTarget>;
  const alice = await clientOf('alice');
  const target = await alice.call(endpoints.saveOwnNotificationTarget, { body: webhook('Pager') });
  await alice.call(endpoints.saveOwnSubscriptions, {
    body: {
      subscriptions: (['balance_low', 'topup_received', 'new_login'] as const).map((event) => ({
        target_id: target.id,
        event,
        enabled: true,
        threshold: null,
      })),
    },
  });
  const call = await root.call(endpoints.saveSiteNotificationTarget, { body: webhook('On call') });
  const chat = await root.call(endpoints.saveSiteNotificationTarget, {
    body: {
      channel: 'slack',
      name: '#gateway',
      language: 'en',
      settings: { url: `${receiver.url}/services/T/B/X` },
    },
  });
  await root.call(endpoints.saveSiteSubscriptions, {
    body: {
      subscriptions: [call, chat].flatMap(({ id }) =>
        (['channel_disabled', 'upstream_balance_low', 'job_failed'] as const).map((event) => ({
          target_id: id,
          event,
          enabled: true,
          threshold: null,
        })),
      ),
    },
  });
}

/** Makes a provider refuse its key, so that the channel is disabled and the people on call are notified. */
async function loseChannel({ url, firstPort, root, clientOf }: ListSite): Promise<void> {
  const model = 'gpt-4.1-nano';
  const lost = { type: 1, name: 'OpenAI trial', key: 'sk-showcase', models: model };
  await root.call(endpoints.createChannel, {
    body: {
      ...lost,
      group: IN_USE,
      base_url: `http://127.0.0.1:${vendorPort('openai', firstPort)}`,
    },
  });
  await root.call(endpoints.updateOptions, {
    body: { options: [{ key: 'AutomaticDisableChannelEnabled', value: 'true' }] },
  });
  const client = await clientOf('tomas');
  const { key } = await client.call(endpoints.createToken, {
    body: { name: 'trial', unlimited_quota: true },
  });
  await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
    body: JSON.stringify({
      model,
      messages: [{ role: 'user', content: JSON.stringify({ sim: { fault: 'status-401' } }) }],
    }),
  });
}
