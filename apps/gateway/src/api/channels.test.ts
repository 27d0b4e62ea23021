import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

describe.each(databaseKinds)('the rules for channels on %s', (kind) => {
  let gateway: TestGateway;
  let root: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    root = gateway.root;
  });
  afterAll(() => gateway.close());

  const code = async (answer: Promise<{ body: { code?: string; success: boolean } }>) =>
    (await answer).body.code ?? 'done';

  describe('channels', () => {
    test('several lines of keys create several channels, or none on failure', async () => {
      const { body } = await root.call('POST', '/api/channel/', {
        name: 'batch',
        key: 'one\n\n two \nthree',
        models: ['gpt-4o', 'gpt-4o'],
        type: 1,
      });
      expect(body.data).toHaveLength(3);
      expect((body.data[0] as { models: string }).models).toBe('gpt-4o');
    });

    test('a partial edit keeps the rest, an empty key keeps the key, and a copy includes it', async () => {
      const made = await gateway.channel({
        name: 'first',
        key: 'sk-keep-me-please',
        base_url: 'http://127.0.0.1:9/',
        weight: -3,
        priority: '5',
      });
      expect(made).toMatchObject({
        key: '',
        base_url: 'http://127.0.0.1:9',
        weight: 0,
        priority: 5,
        auto_ban: 1,
        group: 'default',
      });
      await root.call('PUT', '/api/channel/', { id: made.id, weight: 9, key: '' });
      expect((await root.call('GET', `/api/channel/${made.id}`)).body.data).toMatchObject({
        name: 'first',
        weight: 9,
        priority: 5,
      });
      const copy = (
        await root.call('POST', '/api/channel/', {
          id: made.id,
          name: 'copy',
          models: 'gpt-4o',
          key: '',
        })
      ).body.data[0] as { id: number };
      expect(gateway.app.domain.catalog.find(copy.id)?.key).toBe('sk-keep-me-please');
      const found = (
        (await root.call('GET', '/api/channel/search?keyword=sk-keep-me-please')).body.data
          .items as { name: string }[]
      ).map(({ name }) => name);
      expect(found.sort()).toEqual(['copy', 'first']);
      await gateway.channel({ name: 'short key', key: 'k-7' });
      const { items } = (await root.call('GET', '/api/channel/search?keyword=k-7')).body
        .data as unknown as { items: { name: string }[] };
      expect(items.map(({ name }) => name)).toEqual(['short key']);
    });

    test.each([
      [{ name: '' }, 'channel_name_required'],
      [{ key: '' }, 'channel_key_required'],
      [{ models: '' }, 'channel_models_required'],
      [{ models: 5 }, 'channel_models_not_list'],
      [{ model_mapping: '{' }, 'model_mapping_invalid'],
      [{ model_mapping: '{"a":"b","b":"a"}' }, 'model_mapping_loop'],
      [{ status_code_mapping: '[]' }, 'status_code_mapping_invalid'],
      [{ priority: -1000 }, 'priority_invalid'],
      [{ priority: 1.5 }, 'priority_invalid'],
      [{ type: 9999 }, 'channel_type_unknown'],
      [{ type: 15, key: 'sk-1' }, 'channel_key_malformed'],
      [{ type: 15, key: 'ak|' }, 'channel_key_malformed'],
      [{ type: 18, key: 'id|secret' }, 'channel_key_malformed'],
      [{ type: 23, key: 'id|key' }, 'channel_key_malformed'],
      [{ setting: `{"a":${'['.repeat(150)}${']'.repeat(150)}}` }, 'setting_invalid'],
      [{ type: 18, key: 'password', setting: '{"dialect":"spark-chat"}' }, 'channel_key_malformed'],
      [{ type: 33, key: 'AK|SK' }, 'channel_key_malformed'],
      [{ type: 33, key: 'AK|SK|us east' }, 'channel_key_malformed'],
      [{ type: 41, key: '{"type":"service_account"}' }, 'channel_key_malformed'],
      [{ type: 41, key: '{' }, 'channel_key_malformed'],
      [{ type: 8, base_url: '' }, 'base_url_required'],
      [{ type: 39, other: ' ' }, 'channel_other_required'],
      [{ base_url: 'ftp://x' }, 'base_url_invalid'],
      [{ base_url: 'http://169.254.169.254/latest' }, 'address_never_allowed'],
    ])('a channel with %j is refused with %s', async (fields, expected) => {
      expect(
        await code(
          root.call('POST', '/api/channel/', {
            name: 'c',
            type: 1,
            key: 'k',
            models: 'm',
            ...fields,
          }),
        ),
      ).toBe(expected);
    });

    test('among several keys, the line whose format does not fit the type is named', async () => {
      const answer = await root.call('POST', '/api/channel/', {
        name: 'lines',
        type: 33,
        key: 'AK|SK|us-east-1\n\nAK|SK\nAK|SK|us-east-1',
        models: 'm',
      });
      expect(answer.body).toMatchObject({ success: false, code: 'channel_key_line_malformed' });
      expect(answer.body.message).toContain('3');
      expect(answer.body.message).toContain('AccessKey|SecretKey|region');
    });

    test('a key in each format that a type accepts is stored, and an edit may not make it invalid', async () => {
      const account = { type: 'service_account', project_id: 'p', client_email: 'e' };
      const file = JSON.stringify({ ...account, private_key: 'k' }, null, 2);
      for (const [type, key] of [
        [15, 'bce-v3/ALTAK-1/2'],
        [15, 'ak|sk'],
        [18, 'password'],
        [18, 'id|secret|key'],
        [23, 'sk-1'],
        [23, '125|id|key'],
        [33, 'AK|SK|eu-west-1|session'],
        [33, ' AK | SK | us-gov-west-1 '],
        [33, 'ABSK-1|us-east-1'],
        [41, file],
        [41, 'AQ.express-key'],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const made = await gateway.channel({ name: 'forms', type, key, models: 'm' });
        expect([key, gateway.app.domain.catalog.find(made.id)?.key]).toEqual([key, key.trim()]);
      }
      const made = await gateway.channel({ type: 33, key: 'AK|SK|eu-west-1' });
      const edit = (fields: object) =>
        code(root.call('PUT', '/api/channel/', { id: made.id, ...fields }));
      expect(await edit({ key: 'AK|SK' })).toBe('channel_key_malformed');
      expect(await edit({ type: 15 })).toBe('channel_key_malformed');
      expect(await edit({ name: 'still there' })).toBe('done');
      expect(await edit({ type: 15, key: 'ak|sk' })).toBe('done');
      expect(await edit({ type: 18, key: 'password' })).toBe('done');
      const overSocket = { setting: '{"dialect":"spark-chat"}' };
      expect(await edit(overSocket)).toBe('channel_key_malformed');
      expect(await edit({ ...overSocket, key: 'id|secret|key' })).toBe('done');
    });

    test('a search returns the page with a channel on request, and says which page that is', async () => {
      const name = 'paged';
      for (const part of ['a', 'b', 'c'])
        // oxlint-disable-next-line no-await-in-loop -- in order
        await gateway.channel({ name: `${name}-${part}`, priority: '0' });
      const search = async (further: string) => {
        const path = `/api/channel/search?keyword=${name}&sort=name&page_size=1${further}`;
        const { items, page } = (await root.call('GET', path)).body.data;
        return { page, ids: (items as { id: number }[]).map(({ id }) => id) };
      };
      const last = await search('&p=3');
      expect(await search(`&with=${last.ids[0]}`)).toEqual(last);
      expect(await search('&p=2&with=999999')).toEqual(await search('&p=2'));
    });

    test('a refusal of a channel names the field that it is about', async () => {
      const fieldOf = async (fields: object) =>
        (
          await root.call('POST', '/api/channel/', {
            name: 'x',
            key: 'k',
            models: ['m'],
            ...fields,
          })
        ).body.field;
      expect(await fieldOf({ type: 1, base_url: 'api.example.com' })).toBe('base_url');
      expect(await fieldOf({ type: 3 })).toBe('base_url');
      expect(await fieldOf({ type: 33, key: 'AKIA' })).toBe('key');
      expect(await fieldOf({ type: 1, model_mapping: '[' })).toBe('model_mapping');
      expect(await fieldOf({ type: 1, group: 'nobody' })).toBe('group');
    });

    test('types fill in required fields', async () => {
      expect(
        await gateway.channel({ type: 3, other: '', base_url: 'https://azure.example' }),
      ).toMatchObject({
        other: '2023-06-01-preview',
      });
      expect(await gateway.channel({ type: 18, other: '' })).toMatchObject({ other: 'v2.1' });
    });

    test('tags group, switch, rename and edit their channels', async () => {
      const first = await gateway.channel({ name: 't1', tag: 'blue' });
      const second = await gateway.channel({ name: 't2', tag: 'blue' });
      await root.call('PUT', '/api/channel/', { id: first.id, status: 2 });
      const row = async () =>
        (
          (await root.call('GET', '/api/channel/?tag_mode=true&page_size=100')).body.data.items as {
            tag: string;
            status: number;
            children?: { id: number }[];
          }[]
        ).find(({ tag }) => tag === 'blue');
      expect(await row()).toMatchObject({
        status: 1,
        children: [{ id: second.id }, { id: first.id }],
      });
      await root.call('POST', '/api/channel/tag/disabled', { tag: 'blue' });
      expect((await row())?.status).toBe(2);
      expect(await code(root.call('PUT', '/api/channel/tag', { tag: 'blue' }))).toBe(
        'tag_nothing_changed',
      );
      await root.call('PUT', '/api/channel/tag', { tag: 'blue', new_tag: 'green', priority: 7 });
      expect((await root.call('GET', `/api/channel/${first.id}`)).body.data).toMatchObject({
        tag: 'green',
        priority: 7,
      });
      expect(
        (
          await root.call('POST', '/api/channel/batch/tag', {
            ids: [first.id, second.id],
            tag: 'red',
          })
        ).body.data,
      ).toBe(2);
    });

    test('deleting the disabled ones and repairing the table return how many were affected', async () => {
      const made = await gateway.channel({ name: 'off' });
      await root.call('PUT', '/api/channel/', { id: made.id, status: 2 });
      const disabled = await gateway.app.domain.store.db
        .selectFrom('channels')
        .select('id')
        .where('status', '!=', 1)
        .execute();
      expect((await root.call('DELETE', '/api/channel/disabled')).body.data).toBe(disabled.length);
      await gateway.app.domain.store.db.deleteFrom('abilities').execute();
      const count = (await root.call('POST', '/api/channel/fix')).body.data as unknown as number;
      expect(count).toBeGreaterThan(0);
      expect((await root.call('GET', '/api/user/models')).body.data.length).toBeGreaterThan(0);
    });
  });
});
