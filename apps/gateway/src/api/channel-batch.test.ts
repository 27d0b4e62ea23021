import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

describe.each(databaseKinds)('changing many channels on %s', (kind) => {
  let gateway: TestGateway;
  let root: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    root = gateway.root;
  });
  afterAll(() => gateway.close());

  const change = async (ids: readonly number[], action: object) =>
    (await root.call('POST', '/api/channel/batch', { ids, action })).body;
  const read = async (id: number) => (await root.call('GET', `/api/channel/${id}`)).body.data;

  test('a batch switches, orders and tags its channels and no others', async () => {
    const [first, second, other] = [
      await gateway.channel({ name: 'first' }),
      await gateway.channel({ name: 'second' }),
      await gateway.channel({ name: 'other' }),
    ];
    const ids = [first.id, second.id, second.id];
    expect((await change(ids, { type: 'disable' })).data).toBe(2);
    const values = { group: 'vip', priority: 7, weight: 3, tag: 'blue' };
    expect((await change(ids, { type: 'set', ...values })).data).toBe(2);
    for (const { id } of [first, second])
      expect(await read(id)).toMatchObject({ status: 2, ...values });
    expect(await read(other.id)).toMatchObject({ status: 1, group: 'default', tag: '' });
    await change(ids, { type: 'enable' });
    expect(await read(first.id)).toMatchObject({ status: 1 });
    expect(gateway.app.domain.catalog.tiers('vip', first.models.split(',')[0] ?? '')).toHaveLength(
      1,
    );
  });

  test('a batch with a channel that is gone changes and deletes none of the others', async () => {
    const made = await gateway.channel({ name: 'stays' });
    const ids = [made.id, 999_999];
    for (const action of [{ type: 'disable' }, { type: 'delete' }, { type: 'set', tag: 'x' }])
      expect(await change(ids, action)).toMatchObject({ code: 'channel_not_found' });
    expect(await read(made.id)).toMatchObject({ status: 1, tag: '' });
  });

  test('a batch deletes its channels, and one that says nothing is refused', async () => {
    const made = await gateway.channel({ name: 'goes' });
    expect(await change([made.id], { type: 'set' })).toMatchObject({
      code: 'channel_change_empty',
    });
    expect(await change([], { type: 'delete' })).toMatchObject({ success: false });
    expect((await change([made.id], { type: 'delete' })).data).toBe(1);
    expect(gateway.app.domain.catalog.find(made.id)).toBeUndefined();
  });
});

describe.each(databaseKinds)('the keys of a channel on %s', (kind) => {
  let gateway: TestGateway;
  let root: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    root = gateway.root;
  });
  afterAll(() => gateway.close());

  interface Key {
    name: string;
    tail: string;
    enabled: boolean;
  }
  const list = async (id: number): Promise<Key[]> =>
    (await root.call('GET', `/api/channel/keys/${id}`)).body.data as unknown as Key[];
  const edit = async (id: number, change: object) =>
    (await root.call('PUT', '/api/channel/keys', { id, ...change })).body as unknown as {
      success: boolean;
      code?: string;
      data: Key[];
    };
  const inUse = (id: number) => {
    const channel = gateway.app.domain.catalog.find(id);
    const variants = channel?.variants ?? [];
    return variants.length > 0 ? variants.map(({ key }) => key) : [channel?.key];
  };

  test('keys are added, switched off and removed one by one, and calls follow at once', async () => {
    const { id } = await gateway.channel({ key: 'sk-first-secret-1111' });
    const added = await edit(id, {
      add: 'sk-second-secret-2222\n\nsk-third-secret-3333\nsk-first-secret-1111',
    });
    expect(added.data.map(({ tail }) => tail)).toEqual(['1111', '2222', '3333']);
    expect(JSON.stringify(added)).not.toContain('secret');
    expect(inUse(id)).toEqual([
      'sk-first-secret-1111',
      'sk-second-secret-2222',
      'sk-third-secret-3333',
    ]);

    const [first, second, third] = added.data;
    await edit(id, { switch_off: [first?.name, second?.name] });
    expect(inUse(id)).toEqual(['sk-third-secret-3333']);
    expect((await list(id)).map(({ enabled }) => enabled)).toEqual([false, false, true]);

    await edit(id, { switch_on: [second?.name], remove: [third?.name] });
    expect(inUse(id)).toEqual(['sk-second-secret-2222']);
    expect((await list(id)).map(({ tail }) => tail)).toEqual(['1111', '2222']);
  });

  test('the last key that is on can be neither removed nor switched off, and unknown keys change nothing', async () => {
    const { id } = await gateway.channel({ key: 'sk-only-secret-4444' });
    const [only] = await list(id);
    for (const change of [{ remove: [only?.name] }, { switch_off: [only?.name] }])
      expect(await edit(id, change)).toMatchObject({ code: 'channel_last_key' });
    expect(await edit(id, { add: 'sk-more-secret-5555', remove: ['aaaaaaaaaaaa'] })).toMatchObject({
      code: 'channel_key_not_found',
    });
    expect(inUse(id)).toEqual(['sk-only-secret-4444']);
  });

  test('what else the setting of a channel says survives a change of its keys', async () => {
    const { id } = await gateway.channel({
      key: 'sk-first-secret-6666',
      setting: '{"affinity_seconds":5,"own":1}',
    });
    const { data } = await edit(id, { add: 'sk-second-secret-7777' });
    await edit(id, { switch_off: [data[0]?.name] });
    const channel = (await root.call('GET', `/api/channel/${id}`)).body.data;
    expect(JSON.parse(String(channel['setting']))).toEqual({
      affinity_seconds: 5,
      own: 1,
      multi_key: 'round_robin',
      keys_off: [data[0]?.name],
    });
  });
});
