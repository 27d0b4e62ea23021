import type { Pricing, ServiceStatus } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';
import { countLatency } from '../store/latency-histogram.ts';
import { emptySlice } from '../store/usage-stats.ts';
import { addUsageStats } from '../store/usage-stats-writer.ts';

/** Noon, so that a minute later is still the same day. */
const clock = manualClock(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000);
let gateway: TestGateway;
let regular: Client;
let important: Client;

beforeAll(async () => {
  gateway = await startTestGateway({ clock });
  await gateway.setOption('ModelRatio', '{"word":15,"secret-model":1,"vip-model":2}');
  await gateway.setOption('CompletionRatio', '{"word":2}');
  await gateway.setOption('ModelPrice', '{"draw":0.1}');
  await gateway.setOption('GroupRatio', '{"default":1,"vip":0.5,"private":3}');
  await gateway.setOption('UserUsableGroups', '{"default":"Everybody","vip":"Important"}');
  await gateway.channel({ models: 'word,draw,unpriced', group: 'default,vip,private' });
  await gateway.channel({ models: 'vip-model', group: 'vip' });
  await gateway.channel({ models: 'secret-model', group: 'private' });
  regular = await gateway.user();
  important = await gateway.user();
  await gateway.root.call('PUT', '/api/user/', { id: important.id, group: 'private,default' });
});
afterAll(() => gateway.close());

const read = async (client: Client) => {
  const { body } = await client.call('GET', '/api/pricing');
  return { ...body, data: body.data as unknown as Pricing[] };
};
const names = async (client: Client) =>
  (await read(client)).data.map(({ model_name: name }) => name);

test("a row contains the cost of tokens or calls, before any group's ratio", async () => {
  const { data } = await read(regular);
  expect(data).toEqual([
    {
      model_name: 'draw',
      quota_type: 1,
      model_ratio: 0,
      completion_ratio: 0,
      price: 0.1,
      model_price: 0.1,
      enable_groups: ['default', 'vip'],
    },
    {
      model_name: 'vip-model',
      quota_type: 0,
      model_ratio: 2,
      completion_ratio: 1,
      cache_ratio: 1,
      cache_write_ratio: 1.25,
      price: 0,
      model_price: 0,
      enable_groups: ['vip'],
    },
    {
      model_name: 'word',
      quota_type: 0,
      model_ratio: 15,
      completion_ratio: 2,
      cache_ratio: 1,
      cache_write_ratio: 1.25,
      price: 0,
      model_price: 0,
      enable_groups: ['default', 'vip'],
    },
  ]);
});

test('a row contains the cost of cached and long prompts, and the maximum response length', async () => {
  await gateway.setOption('CacheRatio', '{"word":0.1}');
  await gateway.setOption('PriceTiers', '{"word":[{"above":200000,"modelRatio":30}]}');
  const { data } = await read(regular);
  expect(data.find(({ model_name: name }) => name === 'word')).toMatchObject({
    cache_ratio: 0.1,
    length_tiers: [{ above: 200_000, model_ratio: 30, completion_ratio: 2, cache_ratio: 0.1 }],
  });
  await gateway.channel({ models: 'gpt-4.1', group: 'default' });
  await gateway.setOption('ModelRatio', '{"word":15,"secret-model":1,"vip-model":2,"gpt-4.1":1}');
  const known = (await read(regular)).data.find(({ model_name: name }) => name === 'gpt-4.1');
  expect(known?.max_output).toBe(32_768);
  await gateway.setOption('ModelRatio', '{"word":15,"secret-model":1,"vip-model":2}');
});

test('a row contains the cost of its tools and service tiers, if they have a price', async () => {
  await gateway.setOption('ToolPrices', '{"wo*":{"web_search":0.01,"code":{"request":0.03}}}');
  await gateway.setOption('ServiceTierRatios', '{"word":{"priority":2}}');
  const { data } = await read(regular);
  const rows = data.filter(({ tools, tiers }) => tools ?? tiers);
  expect(rows).toMatchObject([
    {
      model_name: 'word',
      tools: { web_search: { use: 0.01, request: 0 }, code: { use: 0, request: 0.03 } },
      tiers: { priority: 2 },
    },
  ]);
});

test("the list comes with ratios and texts of usable groups, and which groups are the user's own", async () => {
  expect(await read(regular)).toMatchObject({
    group_ratio: { default: 1, vip: 0.5 },
    usable_group: { default: 'Everybody', vip: 'Important' },
    user_group: ['default'],
  });
  expect(await read(important)).toMatchObject({
    group_ratio: { private: 3, default: 1, vip: 0.5 },
    user_group: ['private', 'default'],
  });
});

test('visitors read it as the default group; neither they nor users see groups and models that are not theirs', async () => {
  const visitor = await read(gateway.visitor);
  expect(visitor).toMatchObject({ user_group: ['default'] });
  expect(JSON.stringify(visitor)).not.toMatch(/private|secret/);
  expect(JSON.stringify(await read(regular))).not.toMatch(/private|secret/);
  expect(await names(important)).toContain('secret-model');
});

test('an ended session reads it like a visitor', async () => {
  const { status, body } = await gateway.visitor.call('GET', '/api/pricing', undefined, {
    authorization: 'Bearer ended',
  });
  expect([status, body.success]).toEqual([200, true]);
});

test('models without a price or an enabled channel are left out, at once', async () => {
  const channel = await gateway.channel({ models: 'vip-model,fresh', group: 'default' });
  expect(await names(regular)).toEqual(['draw', 'vip-model', 'word']);
  await gateway.setOption('ModelPrice', '{"draw":0.1,"fresh":0}');
  expect(await names(regular)).toEqual(['draw', 'fresh', 'vip-model', 'word']);
  await gateway.root.call('DELETE', `/api/channel/${channel.id}/`);
  expect(await names(regular)).toEqual(['draw', 'vip-model', 'word']);
});

test('hundreds of models in several groups are listed completely', async () => {
  const models = Array.from({ length: 800 }, (_, at) => `many-${at}`);
  const ratios = Object.fromEntries(models.map((name) => [name, 1]));
  await gateway.setOption('ModelRatio', JSON.stringify(ratios));
  await gateway.channel({ models: models.join(','), group: 'default,vip' });
  const { data } = await read(regular);
  expect(data.filter(({ enable_groups: groups }) => groups.length === 2)).toHaveLength(801);
});

test('a row contains what is known about a model by its name, and the cost of audio and images if priced', async () => {
  await gateway.setOption('ModelRatio', '{"gpt-4o-audio-preview":1.25,"gpt-4o":1.25}');
  await gateway.setOption('AudioRatio', '{"gpt-4o-audio-preview":16}');
  await gateway.setOption('AudioCompletionRatio', '{"gpt-4o-audio-preview":2}');
  await gateway.channel({ models: 'gpt-4o-audio-preview,gpt-4o', group: 'default' });
  const rows = new Map((await read(regular)).data.map((row) => [row.model_name, row]));
  expect(rows.get('gpt-4o-audio-preview')).toMatchObject({
    context: 128_000,
    capabilities: ['audio', 'tools'],
    audio_ratio: 16,
    audio_completion_ratio: 2,
  });
  expect(rows.get('gpt-4o')).not.toHaveProperty('audio_ratio');
});

describe('how well models responded', () => {
  const DAY = 86_400;
  const now = Math.floor(clock.nowMs() / 1000);
  const today = now - (now % DAY);
  const called = (model: string, at: number, counts: { calls: number; faults: number }) => {
    const call = { created_at: at, user_id: 1, token_id: 1, channel_id: 1, group: 'default' };
    const slice = { ...emptySlice({ ...call, model_name: model }), ...counts };
    if (counts.calls > 0) countLatency(slice.firstToken, 400);
    const { store } = gateway.app.domain;
    return store.transaction((trx) => addUsageStats(trx, [slice]));
  };
  const status = async () => {
    const answer = await fetch(`${gateway.url}/api/status/models`);
    return ((await answer.json()) as { data: ServiceStatus | null }).data;
  };

  test("is shown to visitors once a whole day is known: only for models that they see, without callers' faults", async () => {
    await called('gpt-4o', now, { calls: 2, faults: 0 });
    expect(await status()).toBeNull();
    clock.advance(61_000);
    await called('gpt-4o', today - 3 * DAY, { calls: 27, faults: 3 });
    await called('secret-model', today - 3 * DAY, { calls: 1, faults: 99 });
    const told = await status();
    expect(told?.answered).toBeCloseTo(29 / 32);
    expect(told?.models.map(({ model_name: name }) => name)).toEqual(['gpt-4o']);
    expect(told?.models[0]?.days.slice(-4)).toEqual([0.9, null, null, 1]);
    expect(told?.days).toEqual(told?.models[0]?.days);
    expect(told?.first_day).toBe(today - 29 * DAY);
    expect(told?.models[0]?.first_token_ms).toBeGreaterThan(300);
    await gateway.setOption('ServiceStatusEnabled', 'false');
    expect(await status()).toBeNull();
  });
});
