import type { OnboardingStep } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

describe.each(databaseKinds)('the steps up to the first call on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  const db = () => gateway.app.domain.store.db;
  const read = async (client: Client) =>
    (await client.call('GET', '/api/user/onboarding')).body.data as unknown as OnboardingStep[];
  const done = async (client: Client) =>
    (await read(client)).filter((step) => step.done).map(({ step }) => step);

  test("the site's steps complete one by one as they happen, and a failed test states its cause", async () => {
    const { root } = gateway;
    expect((await read(root)).map(({ step }) => step)).toEqual([
      'password',
      'channel',
      'test',
      'prices',
      'key',
      'call',
    ]);
    expect(await done(root)).toEqual([]);

    await root.call('PUT', '/api/user/self', {
      original_password: '123456',
      password: 'a-better-password',
    });
    expect(await done(root)).toEqual(['password']);

    const { id } = await gateway.channel({ name: 'new', models: 'brand-new-model' });
    expect(await done(root)).toEqual(['password', 'channel']);
    expect((await read(root))[1]).toMatchObject({ name: 'new', count: 1 });

    const cause = { code: 'refused', host: 'h', model: 'brand-new-model', status: 0, excerpt: '' };
    const setTest = (fault: string, responseTime: number) =>
      db()
        .updateTable('channels')
        .set({ test_fault: fault, response_time: responseTime, test_time: 1 })
        .where('id', '=', id)
        .execute();
    await setTest(JSON.stringify(cause), 0);
    expect((await read(root)).find(({ step }) => step === 'test')).toMatchObject({
      done: false,
      failed: { id, name: 'new', cause },
    });
    await setTest('', 12);
    expect(await done(root)).toEqual(['password', 'channel', 'test']);

    expect((await read(root)).find(({ step }) => step === 'prices')).toMatchObject({ count: 1 });
    await gateway.setOption('ModelRatio', JSON.stringify({ 'brand-new-model': 1 }));
    expect(await done(root)).toEqual(['password', 'channel', 'test', 'prices']);

    // Another user's key does not count.
    await gateway.token(await gateway.user());
    expect(await done(root)).not.toContain('key');
    await gateway.token(root);
    expect(await done(root)).toEqual(['password', 'channel', 'test', 'prices', 'key']);

    await db().updateTable('users').set({ request_count: 1 }).where('id', '=', root.id).execute();
    expect((await read(root)).every((step) => step.done)).toBe(true);
  });

  test('a user sees only their own steps, and an answered call ends them permanently', async () => {
    const person = await gateway.user();
    expect((await read(person)).map(({ step }) => step)).toEqual(['balance', 'key', 'call']);
    // What others have done does not count.
    expect(await done(person)).toEqual([]);
    await gateway.token(person);
    expect(await done(person)).toEqual(['key']);
    const rich = await gateway.user({ quota: 1000 });
    expect(await done(rich)).toEqual(['balance']);
    await db().updateTable('users').set({ request_count: 1 }).where('id', '=', person.id).execute();
    expect(await done(person)).toEqual(['balance', 'key', 'call']);
  });

  test("an administrator sees the site's steps without the super admin's password, and a visitor none", async () => {
    const admin = await gateway.user({ role: 10 });
    expect((await read(admin)).map(({ step }) => step)).toEqual([
      'channel',
      'test',
      'prices',
      'key',
      'call',
    ]);
    expect((await gateway.visitor.call('GET', '/api/user/onboarding')).status).toBe(401);
  });
});
