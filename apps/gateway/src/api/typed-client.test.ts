import { createClient } from '@tollgate/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { insertSampleLog } from '../../test-support/insert-sample-log.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

describe.each(databaseKinds)('the typed client, with a gateway on %s', (kind) => {
  let gateway: TestGateway;
  let accessToken: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    accessToken = (await gateway.root.call('GET', '/api/user/token')).body.data as never;
  });
  afterAll(() => gateway.close());
  const clientOf = (fields = {}) => createClient({ server: gateway.url, accessToken, ...fields });

  test('reads, writes and lists with an access token', async () => {
    const client = clientOf({ userId: gateway.root.id });
    const fields = { type: 1, key: 'sk-x', models: ['m'], group: 'default' };
    for (const name of ['one', 'two', 'three'])
      await client.call('createChannel', { body: { ...fields, name } });
    const names: string[] = [];
    for await (const { name } of client.each('listChannels', { query: { page_size: 2 } }))
      names.push(name);
    expect(names.toSorted()).toEqual(['one', 'three', 'two']);
    const { items } = await client.call('searchChannels', { query: { keyword: 'two' } });
    const id = items[0]?.id ?? 0;
    await client.call('updateChannel', { body: { id, priority: 7 } });
    expect(await client.call('getChannel', { params: { id } })).toMatchObject({
      name: 'two',
      priority: 7,
      models: 'm',
    });
  });

  test('reports a refusal in the requested language', async () => {
    const missing = { params: { id: 99_999 } };
    await expect(clientOf().call('getChannel', missing)).rejects.toMatchObject({
      code: 'channel_not_found',
      status: 200,
      requestId: expect.stringMatching(/./) as string,
      message: expect.not.stringMatching(/\p{Script=Han}/u) as string,
    });
    await expect(clientOf({ language: 'zh' }).call('getChannel', missing)).rejects.toThrow(
      /\p{Script=Han}/u,
    );
  });

  test("is refused with a wrong token, and with the right one for another user's id", async () => {
    await expect(clientOf({ accessToken: 'wrong' }).call('listChannels')).rejects.toMatchObject({
      code: 'not_signed_in',
      status: 401,
    });
    await expect(
      clientOf({ userId: gateway.root.id + 1 }).call('listChannels'),
    ).rejects.toMatchObject({ code: 'user_header_mismatch', status: 401 });
  });

  test('follows the log from a given row', async () => {
    const stop = new AbortController();
    const write = async (request_id: string) =>
      insertSampleLog(gateway, { ...gateway.root, name: 'root' }, { request_id });
    await write('before');
    const [last] = (await clientOf().call('listLogs', { query: { page_size: 1 } })).items;
    const followed = clientOf().follow(
      'followLogs',
      { query: { after_id: last?.id ?? 0, model_name: 'gpt-4o' } },
      { signal: stop.signal },
    );
    await write('after');
    const { value } = await followed.next();
    expect(value?.rows).toMatchObject([{ request_id: 'after' }]);
    stop.abort();
    expect(await followed.next()).toEqual({ done: true, value: undefined });
  });
});
