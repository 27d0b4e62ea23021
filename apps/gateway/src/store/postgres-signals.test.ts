import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { type FaultyProxy, startFaultyProxy } from '../../test-support/money/faulty-proxy.ts';
import { openPostgresSignals, type Signals } from './postgres-signals.ts';

const hasPostgres = databaseKinds.includes('postgres');

describe.skipIf(!hasPostgres)('signals between processes', () => {
  let database: TestDatabase;
  let line: FaultyProxy;
  let near: Signals;
  let far: Signals;
  let heard: string[];
  let errors: unknown[];

  beforeAll(async () => {
    database = await createTestDatabase('postgres');
  });
  beforeEach(async () => {
    const databaseUrl = database.databaseUrl ?? '';
    line = await startFaultyProxy(databaseUrl);
    heard = [];
    errors = [];
    const options = { channel: 'test', onError: (error: unknown) => void errors.push(error) };
    near = await openPostgresSignals({
      ...options,
      databaseUrl: line.url,
      receive: (message) => void heard.push(message),
      heartbeatMs: 50,
      responseMs: 200,
    });
    far = await openPostgresSignals({ ...options, databaseUrl, receive: () => {} });
  });
  afterEach(async () => {
    await near.close();
    await far.close();
    await line.close();
  });
  afterAll(() => database.remove());

  async function hears(message: string): Promise<void> {
    await expect
      .poll(async () => {
        await far.notify(message);
        return heard;
      })
      .toContain(message);
  }

  test('resume after the network silently dropped the connection', async () => {
    await hears('before');
    line.forget();
    await hears('after');
    expect(errors.length).toBeGreaterThan(0);
  });

  test('that the database refuses do not cost the connection', async () => {
    await near.notify('x'.repeat(9000));
    expect(errors).toHaveLength(1);
    await near.notify('short');
    await expect.poll(() => heard).toEqual(['short']);
    expect(errors).toHaveLength(1);
  });
});
