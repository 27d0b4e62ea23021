import { randomBytes } from 'node:crypto';
import type { MockChannel } from '../mocks/upstreams.ts';
import { type Administrator, callConsole } from './console-call.ts';

/** Prices of the mocks' models: odd numbers, so that no charge is right by coincidence. */
export const PRICE = { ratio: 3.7, completion: 4.3, cache: 0.13 };
const QUOTA = 1_000_000_000;

/** Signs in with an administrator's name and password. */
export async function signIn(
  baseUrl: string,
  username: string,
  password: string,
): Promise<Administrator> {
  const visitor = { baseUrl, id: 0, token: '' };
  const user = (await callConsole(visitor, 'POST', '/api/user/login', { username, password })) as {
    id: number;
    token: string;
  };
  return { baseUrl, ...user };
}

/** Creates the channels, prices and a key; returns the key. Channels of the same name are replaced. */
export async function setUpTollgate(
  root: Administrator,
  channels: readonly MockChannel[],
): Promise<string> {
  await setOptions(root, channels);
  await removeChannels(root, channels);
  for (const channel of channels)
    await callConsole(root, 'POST', '/api/channel/', fieldsOf(channel));
  return makeKey(root);
}

/** Creates a user with enough quota for this run; returns their key. */
async function makeKey(root: Administrator): Promise<string> {
  const username = `conf-${randomBytes(3).toString('hex')}`;
  const password = randomBytes(10).toString('hex');
  const fields = { username, password, role: 1 };
  const { id, quota } = (await callConsole(root, 'POST', '/api/user/', fields)) as {
    id: number;
    quota: number;
  };
  const change = { id, quota: QUOTA, quota_before: quota, reason: 'conformance' };
  await callConsole(root, 'PUT', '/api/user/', change);
  const user = await signIn(root.baseUrl, username, password);
  const { key } = (await callConsole(user, 'POST', '/api/token/', { name: 'conformance' })) as {
    key: string;
  };
  return key.startsWith('sk-') ? key : `sk-${key}`;
}

function fieldsOf({
  name,
  upstream,
  baseUrl,
  key,
  priority,
  models,
  mapping,
}: MockChannel): object {
  return {
    name,
    type: upstream.channelType,
    base_url: baseUrl,
    key,
    priority,
    models: models.join(','),
    model_mapping: JSON.stringify(mapping),
    group: 'default',
    ...(upstream.dialect === undefined
      ? {}
      : { setting: JSON.stringify({ dialect: upstream.dialect }) }),
  };
}

async function removeChannels(
  root: Administrator,
  channels: readonly MockChannel[],
): Promise<void> {
  const names = new Set(channels.map(({ name }) => name));
  const { items } = (await callConsole(root, 'GET', '/api/channel/?p=1&page_size=100')) as {
    items: { id: number; name: string }[];
  };
  for (const { id, name } of items)
    if (names.has(name)) await callConsole(root, 'DELETE', `/api/channel/${id}`);
}

/** Sets prices for the mocks' models, and lets a failed channel be retried immediately. */
async function setOptions(root: Administrator, channels: readonly MockChannel[]): Promise<void> {
  const models = new Set(channels.flatMap((channel) => channel.models));
  const stored = (await callConsole(root, 'GET', '/api/option/')) as {
    key: string;
    value: string;
  }[];
  const priced = (key: string, value: number) => {
    const before = stored.find((option) => option.key === key)?.value ?? '{}';
    const own = Object.fromEntries([...models].map((model) => [model, value]));
    return { key, value: JSON.stringify({ ...(JSON.parse(before || '{}') as object), ...own }) };
  };
  const options = [
    priced('ModelRatio', PRICE.ratio),
    priced('CompletionRatio', PRICE.completion),
    priced('CacheRatio', PRICE.cache),
    { key: 'RetryTimes', value: '2' },
    { key: 'ChannelCooldownEnabled', value: 'false' },
  ];
  await callConsole(root, 'POST', '/api/option/batch', { options });
}
