import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

describe.each(databaseKinds)('notification targets on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  test('an edit keeps what it leaves out, and removes a setting that it empties', async () => {
    const save = async (fields: object) => {
      const body = { channel: 'bark', ...fields };
      return (await gateway.root.call('PUT', '/api/notification/site/target', body)).body.data;
    };
    const settings = { base_url: 'https://bark.example.org', device_key: 'bark-device' };
    const made = { name: 'a', digest: 'daily', language: 'en', enabled: false };
    const { id } = (await save({ ...made, settings })) as unknown as { id: number };
    expect(await save({ id, name: 'b' })).toEqual({
      ...made,
      id,
      channel: 'bark',
      name: 'b',
      settings: { base_url: settings.base_url },
      secrets: ['device_key'],
    });
    const emptied = { base_url: '', device_key: 'another' };
    expect(await save({ id, settings: emptied })).toMatchObject({
      ...made,
      name: 'b',
      settings: { base_url: '' },
    });
  });
});
