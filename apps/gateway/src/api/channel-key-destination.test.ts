import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

const KEY = 'sk-the-operators-own';

/** Starts an attacker's server, which records everything sent to it. */
async function startThief(): Promise<{ server: Server; url: string; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"m"}]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url, heard };
}

describe.each(databaseKinds)('the key of a channel on %s', (kind) => {
  let thief: Awaited<ReturnType<typeof startThief>>;
  let gateway: TestGateway;
  let admin: Client;
  let id: number;
  const BEFORE = {
    type: 1,
    base_url: 'http://127.0.0.1:1',
    other: 'here',
    setting: '{"header_override":{"X-Route":"a"},"affinity_seconds":5}',
    key: KEY,
  };
  beforeAll(async () => {
    thief = await startThief();
    gateway = await startTestGateway({ kind });
    admin = await gateway.user({ role: 10 });
  });
  afterAll(async () => {
    await gateway.close();
    thief.server.close();
  });
  beforeEach(async () => {
    ({ id } = await gateway.channel(BEFORE));
    thief.heard.length = 0;
  });

  const edit = async (fields: Record<string, unknown>, client = admin) =>
    (await client.call('PUT', '/api/channel/', { id, ...fields })).body;
  const copy = async (fields: Record<string, unknown>) =>
    (
      await admin.call('POST', '/api/channel/', {
        ...BEFORE,
        name: 'copy',
        models: 'm',
        key: '',
        id,
        ...fields,
      })
    ).body;

  /** A function, as the server has no port yet when tests are collected. */
  const moves = (): [string, Record<string, unknown>][] => [
    ['address', { base_url: thief?.url }],
    ['address, with a key of blanks', { base_url: thief?.url, key: ' \n ' }],
    ['address, under the same host', { base_url: `${BEFORE.base_url}/elsewhere` }],
    ['default address', { base_url: '' }],
    ['type', { type: 20 }],
    ['region or account', { other: 'there' }],
    ['header', { setting: '{"header_override":{"X-Route":"b"},"affinity_seconds":5}' }],
    ['further header', { setting: '{"header_override":{"X-Route":"a","x-to":"b"}}' }],
  ];

  test.each(moves().map(([what], place) => [what, place] as const))(
    'is not sent to a new %s unless it is entered again, by any role, in an edit or a copy',
    async (_what, place) => {
      const fields = moves()[place]?.[1] ?? {};
      for (const answer of [
        await edit(fields),
        await edit(fields, gateway.root),
        await copy(fields),
      ])
        expect(answer).toMatchObject({ success: false, code: 'channel_key_again', field: 'key' });
      for (const path of ['fetch_models', 'test', 'update_balance'])
        await admin.call(
          'GET',
          `/api/channel/${path}/${id}${path === 'update_balance' ? '/' : ''}`,
        );
      expect(thief.heard).toEqual([]);
      expect(await edit({ ...fields, key: 'sk-typed-again' })).toMatchObject({ success: true });
    },
  );

  test('of a custom channel is not sent to a host determined by a model name', async () => {
    for (const base_url of ['https://{model}/v1', 'https://{model}.com', 'https://api.org{model}'])
      expect([base_url, (await edit({ type: 8, base_url, key: 'k' })).code]).toEqual([
        base_url,
        'base_url_invalid',
      ]);
    for (const base_url of ['https://{model}.models.org/v1', 'https://api.org/{model}/v1'])
      expect(await edit({ type: 8, base_url, key: 'k' })).toMatchObject({ success: true });
  });

  test('is kept by every edit that does not change its destination', async () => {
    const same = {
      ...BEFORE,
      key: '',
      base_url: `${BEFORE.base_url}/`,
      setting: '{"affinity_seconds":9,"header_override":{"x-route":"a"}}',
      name: 'renamed',
      models: 'a,b',
      model_mapping: '{"a":"b"}',
      openai_organization: 'org',
      priority: 3,
    };
    expect(await edit(same)).toMatchObject({ success: true, data: { name: 'renamed' } });
    expect(await copy({})).toMatchObject({ success: true });
    await edit({ type: 3, key: KEY });
    expect(await edit({ other: '2025-01-01' })).toMatchObject({ success: true });
  });

  test('is returned by no console call', async () => {
    const paths = [`/api/channel/${id}`, '/api/channel/?page_size=100', '/api/option/history'];
    for (const path of paths)
      expect(JSON.stringify((await gateway.root.call('GET', path)).body)).not.toContain(KEY);
  });
});
