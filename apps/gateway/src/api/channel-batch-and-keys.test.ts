import { startOpenAiSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '@tollgate/tools';
import { databaseKinds } from '../../test-support/databases.ts';
import { rebuildAbilities } from '../store/abilities-repository.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

interface Key {
  fingerprint: string;
  tail: string;
  on: boolean;
}

describe.each(databaseKinds)('many channels and many keys on %s', (kind) => {
  let gateway: TestGateway;
  let root: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    root = gateway.root;
  });
  afterAll(() => gateway.close());

  const read = async (id: number) => (await root.call('GET', `/api/channel/${id}`)).body.data;
  const keysOf = async (id: number) =>
    (await root.call('GET', `/api/channel/keys/${id}`)).body.data as unknown as Key[];
  const inUse = (id: number) => {
    const channel = gateway.app.domain.catalog.find(id);
    return channel?.variants.length ? channel.variants.map(({ key }) => key) : [channel?.key];
  };

  test('every edit of a tag changes what its channels serve as rebuilding it all would', async () => {
    const tag = 'edited';
    for (const models of ['a,b', 'b,c']) await gateway.channel({ tag, models, group: 'default' });
    await gateway.channel({ models: 'a', group: 'default' });
    const { domain } = gateway.app;
    const served = () =>
      domain.store.db
        .selectFrom('abilities')
        .selectAll()
        .orderBy('channel_id')
        .orderBy('model')
        .execute();
    const edits = [{ priority: 4 }, { weight: 9 }, { models: 'd,e' }, { model_mapping: '{}' }];
    for (const edit of edits) {
      await root.call('PUT', '/api/channel/tag', { tag, ...edit });
      const after = await served();
      await domain.store.transaction((trx) => rebuildAbilities(trx));
      expect(after).toEqual(await served());
    }
    for (const state of ['disabled', 'enabled']) {
      await root.call('POST', `/api/channel/tag/${state}`, { tag });
      const after = await served();
      await domain.store.transaction((trx) => rebuildAbilities(trx));
      expect(after).toEqual(await served());
      const rows = after.filter(({ model }) => model === 'd');
      expect(rows).toMatchObject(
        [4, 4].map((priority) => ({ priority, weight: 9, enabled: state === 'enabled' ? 1 : 0 })),
      );
    }
  });

  describe('batches', () => {
    test('a batch changes all its channels and returns what undoes it', async () => {
      const one = await gateway.channel({ name: 'one', priority: 1 });
      const two = await gateway.channel({ name: 'two', priority: 2, tag: 'old' });
      const changes = [one, two].map(({ id }) => ({ id, status: 2, priority: 9, tag: 'new' }));
      const { before, refused } = (await root.call('PUT', '/api/channel/batch', { changes })).body
        .data as unknown as { before: object[]; refused: object[] };
      expect(refused).toEqual([]);
      expect(await read(two.id)).toMatchObject({ status: 2, priority: 9, tag: 'new' });
      expect(gateway.app.domain.catalog.find(one.id)?.enabled).toBe(false);
      await root.call('PUT', '/api/channel/batch', { changes: before });
      expect(await read(one.id)).toMatchObject({ status: 1, priority: 1, tag: '' });
      expect(await read(two.id)).toMatchObject({ status: 1, priority: 2, tag: 'old' });
    });

    test('a batch with one row that cannot be changed changes nothing, and says which and why', async () => {
      const { id } = await gateway.channel({ name: 'stays' });
      const changes = [
        { id, group: 'vip' },
        { id: 999_999, group: 'vip' },
      ];
      const gone = (await root.call('PUT', '/api/channel/batch', { changes })).body.data;
      expect(gone).toMatchObject({
        before: [],
        refused: [{ id: 999_999, code: 'channel_not_found' }],
      });
      const unknown = (
        await root.call('PUT', '/api/channel/batch', { changes: [{ id, group: 'nobody' }] })
      ).body.data;
      expect(unknown).toMatchObject({ refused: [{ id, code: 'channel_group_unknown' }] });
      expect(await read(id)).toMatchObject({ group: 'default' });
      const removed = (await root.call('POST', '/api/channel/batch/delete', { ids: [id, 999_999] }))
        .body.data;
      expect(removed).toMatchObject({ deleted: 0, refused: [{ id: 999_999 }] });
      expect(await read(id)).toMatchObject({ name: 'stays' });
      const done = (await root.call('POST', '/api/channel/batch/delete', { ids: [id] })).body.data;
      expect(done).toEqual({ deleted: 1, refused: [] });
      expect(await read(id)).toBeNull();
    });
  });

  describe('keys of one channel', () => {
    test('keys are added, disabled and removed individually, and calls follow at once', async () => {
      const { id } = await gateway.channel({ name: 'keys', key: 'sk-first-key-aaaa' });
      const add = await root.call('POST', '/api/channel/keys', {
        id,
        keys: 'sk-second-key-bbbb\nsk-third-key-cccc\nsk-first-key-aaaa',
      });
      const keys = add.body.data as unknown as Key[];
      expect(keys.map(({ tail }) => tail)).toEqual(['aaaa', 'bbbb', 'cccc']);
      expect(JSON.stringify(add.body)).not.toContain('second');
      expect(inUse(id)).toHaveLength(3);

      const [first, second, third] = keys.map(({ fingerprint }) => fingerprint);
      await root.call('PUT', '/api/channel/keys', { id, fingerprint: first, on: false });
      expect(inUse(id)).toEqual(['sk-second-key-bbbb', 'sk-third-key-cccc']);
      expect((await keysOf(id)).map(({ on }) => on)).toEqual([false, true, true]);
      await root.call('POST', '/api/channel/keys/remove', { id, fingerprint: third });
      expect(inUse(id)).toEqual(['sk-second-key-bbbb']);
      const last = await root.call('PUT', '/api/channel/keys', {
        id,
        fingerprint: second,
        on: false,
      });
      expect(last.body.code).toBe('channel_key_last');
      await root.call('PUT', '/api/channel/keys', { id, fingerprint: first, on: true });
      expect(inUse(id)).toEqual(['sk-first-key-aaaa', 'sk-second-key-bbbb']);
    });

    test('only administrators manage keys, and changing the address requires entering all of them again', async () => {
      const { id } = await gateway.channel({ name: 'guarded', key: 'sk-guarded-key-1' });
      const user = await gateway.user();
      expect((await user.call('GET', `/api/channel/keys/${id}`)).status).toBe(403);
      await root.call('POST', '/api/channel/keys', { id, keys: 'sk-guarded-key-2' });
      const moved = await root.call('PUT', '/api/channel/', { id, base_url: 'https://b.example' });
      expect(moved.body.code).toBe('channel_key_again');
    });
  });

  describe('valid channels', () => {
    const create = async (fields: object) =>
      (
        await root.call('POST', '/api/channel/', {
          name: 'rules',
          type: 1,
          key: 'k',
          models: 'm',
          ...fields,
        })
      ).body as unknown as { code?: string; data: { id: number; name: string }[] };

    test('a channel with a group that does not exist is refused', async () => {
      expect((await create({ group: 'default,nobody' })).code).toBe('channel_group_unknown');
      const { id } = await gateway.channel({ name: 'grouped' });
      const edit = await root.call('PUT', '/api/channel/', { id, group: 'nobody' });
      expect(edit.body.code).toBe('channel_group_unknown');
    });

    test('channels created from one batch of keys have distinct names', async () => {
      const { data } = await create({ name: 'batch', key: 'a\nb\nc' });
      expect(data.map(({ name }) => name)).toEqual(['batch 1', 'batch 2', 'batch 3']);
    });

    test('type 41 refuses a region that is neither JSON of regions nor a region', async () => {
      for (const other of ['nowhere', '{"default":', '{"default":5}', '["us-central1"]'])
        expect((await create({ type: 41, key: 'AIza-1', other })).code).toBe(
          'channel_region_invalid',
        );
      for (const other of ['', 'global', 'europe-west4', '{"default":"us-central1"}'])
        expect((await create({ type: 41, key: 'AIza-1', other })).code).toBeUndefined();
    });

    test('type 33 accepts AccessKey|SecretKey|region and AccessKey-SecretKey-region', async () => {
      const [access, secret] = ['AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'];
      for (const sign of ['|', '-']) {
        const { data } = await create({
          type: 33,
          key: [access, secret, 'us-east-1'].join(sign),
        });
        expect(inUse(data[0]?.id ?? 0)).toEqual([`${access}|${secret}|us-east-1`]);
      }
    });
  });

  describe('the list', () => {
    test('channels are sorted by a column, filtered by tag and type, and counted by condition', async () => {
      const names = ['sort b', 'Sort a', 'sort c'];
      for (const [index, name] of names.entries())
        await gateway.channel({
          name,
          tag: 'sorted',
          priority: index,
          type: 8,
          base_url: 'https://a.example',
        });
      const search = async (query: string) => {
        const { body } = await root.call('GET', `/api/channel/search?tag=sorted&type=8&${query}`);
        return {
          names: (body.data.items as { name: string }[]).map(({ name }) => name),
          conditions: (body.data as unknown as { conditions: Record<string, number> }).conditions,
        };
      };
      expect((await search('sort=name')).names).toEqual(['Sort a', 'sort b', 'sort c']);
      expect((await search('sort=-name')).names).toEqual(['sort c', 'sort b', 'Sort a']);
      expect((await search('sort=key_cipher')).names).toEqual(['sort c', 'Sort a', 'sort b']);
      expect((await search('sort=-group')).names).toHaveLength(3);
      const off = await search('condition=off');
      expect(off.names).toEqual([]);
      expect(off.conditions).toMatchObject({ untested: 3, off: 0 });
    });
  });

  test('a failed test is reported with its cause, which the channel keeps until a successful one', async () => {
    const upstream = await startOpenAiSimulator({ port: await findFreePort() });
    const { id } = await gateway.channel({ name: 'tested', base_url: upstream.url });
    await upstream.refuse();
    const failed = await root.call('GET', `/api/channel/test/${id}`);
    expect(failed.body.data).toMatchObject({ cause: { code: 'refused', status: 0 } });
    expect(await read(id)).toMatchObject({ test_fault: { code: 'refused' } });
    const { conditions } = (await root.call('GET', '/api/channel/search?keyword=tested')).body
      .data as unknown as { conditions: object };
    expect(conditions).toMatchObject({ test_failed: 1, untested: 0 });
    await upstream.accept();
    await root.call('GET', `/api/channel/test/${id}`);
    expect(await read(id)).toMatchObject({ test_fault: null });
    await upstream.close();
  });

  test('a channel that the gateway disabled is enabled by one successful test', async () => {
    const upstream = await startOpenAiSimulator({ port: await findFreePort() });
    await gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    await gateway.setOption('AutomaticEnableChannelEnabled', 'true');
    const { id } = await gateway.channel({ name: 'revived', base_url: upstream.url });
    const { catalog, channelHealth } = gateway.app.domain;
    const channel = catalog.find(id);
    if (channel) await channelHealth.disable(channel, '401');
    expect(await read(id)).toMatchObject({ status: 3 });
    await root.call('GET', `/api/channel/test/${id}`);
    expect(await read(id)).toMatchObject({ status: 1 });
    await upstream.close();
  });
});
