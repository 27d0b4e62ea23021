import type { UnpricedModel } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

let gateway: TestGateway;
let channelId: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.setOption('ModelRatio', '{"priced":1,"gpt-4o-gizmo-*":1}');
  await gateway.setOption('ModelPrice', '{"drawn":0.1}');
  await gateway.setOption('GroupRatio', '{"default":1,"nobody":1}');
  const models = 'priced,drawn,gpt-4o-gizmo-abc,gpt-4o,openai/gpt-4o-2024-08-06,own-model';
  channelId = (await gateway.channel({ models, group: 'default,nobody', name: 'main' })).id;
  await gateway.setOption('GroupRatio', '{"default":1}');
  await gateway.channel({ models: 'own-model', group: 'default', name: 'second' });
  const off = await gateway.channel({ models: 'off-model', group: 'default' });
  await gateway.root.call('PUT', '/api/channel/', { id: off.id, status: 2 });
});
afterAll(() => gateway.close());

const unpriced = async () => {
  const admin = await gateway.user({ role: 10 });
  const { body } = await admin.call('GET', '/api/price/unpriced');
  return {
    data: body.data as unknown as UnpricedModel[],
    groups: (body as unknown as { groups_without_ratio: string[] }).groups_without_ratio,
  };
};

test('every model that an enabled channel offers without a price is listed, with its channels and groups', async () => {
  const { data } = await unpriced();
  expect(data.map(({ model }) => model)).toEqual([
    'gpt-4o',
    'openai/gpt-4o-2024-08-06',
    'own-model',
  ]);
  expect(data[2]).toEqual({
    model: 'own-model',
    groups: ['default', 'nobody'],
    channels: [
      { id: channelId, name: 'main' },
      { id: channelId + 1, name: 'second' },
    ],
    channel_count: 2,
  });
});

test('a model in a price list comes with its list price, source and date, also under a reseller’s name', async () => {
  const [own, resold] = (await unpriced()).data;
  expect(own?.proposal).toEqual({
    price: { input: '2.5', output: '10', cached: '1.25' },
    source: 'models.dev',
    date: '2026-11',
  });
  expect(resold?.proposal).toMatchObject({ price: { input: '2.5' } });
});

test('names without a price are reported, each once, before a channel offers them', async () => {
  const models = ['priced', 'drawn', 'gpt-4o', 'nobody-knows', 'nobody-knows'];
  const { body } = await gateway.root.call('POST', '/api/price/check', { models });
  expect(body.data).toEqual([
    { model: 'gpt-4o', proposal: expect.objectContaining({ source: 'models.dev' }) },
    { model: 'nobody-knows' },
  ]);
});

test('groups of channels that have no ratio are reported', async () => {
  expect((await unpriced()).groups).toEqual(['nobody']);
});
