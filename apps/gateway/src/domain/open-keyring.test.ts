import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { readConfig } from '../platform/config.ts';
import { recoverAccess } from './accounts/recover-access.ts';

const OTHER_KEY = '7'.repeat(64);

describe.each(databaseKinds)('the master key of a database on %s', (kind) => {
  let database: TestDatabase;
  let open: TestGateway | undefined;
  const keyFile = () => join(database.dataDir, 'master.key');
  const start = async (env: Record<string, string> = {}) =>
    (open = await startTestGateway({ kind, database, env }));
  const stop = async () => {
    await open?.close();
    open = undefined;
  };
  /** A database with a channel, a user's key and a secret option, but no running gateway. */
  const fill = async () => {
    const gateway = await start();
    await gateway.channel({ name: 'sealed', base_url: 'http://127.0.0.1:9' });
    await gateway.token(gateway.root);
    await gateway.setOption('SMTPToken', 'mail secret');
    await stop();
  };
  const forgetCheck = async (gateway: TestGateway) => {
    await gateway.app.domain.store.db.deleteFrom('master_key_check').execute();
  };

  beforeEach(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
  });
  afterEach(async () => {
    await stop();
    await database.remove();
  });

  test('is not generated again when the database holds sealed data: startup names what is missing and how to recover', async () => {
    await fill();
    renameSync(keyFile(), `${keyFile()}.away`);
    await expect(start()).rejects.toThrow(
      /master key is missing: MASTER_KEY is not set and .*master\.key does not exist[^]*--accept-lost-key/,
    );
    expect(existsSync(keyFile())).toBe(false);
    renameSync(`${keyFile()}.away`, keyFile());
    await start();
  });

  test('has to be the right one: startup names where the wrong one came from, and changes nothing', async () => {
    await fill();
    await expect(start({ MASTER_KEY: OTHER_KEY })).rejects.toThrow(
      /master key \(MASTER_KEY\) is not the one[^]*Put the right key back[^]*--accept-lost-key/,
    );
    const config = readConfig({
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl,
      MASTER_KEY: OTHER_KEY,
    });
    await expect(recoverAccess(config)).rejects.toThrow(/is not the one/);
    const gateway = await start();
    expect((await gateway.login('root', '123456')).id).toBe(gateway.root.id);
  });

  test('is verified by sealed data when the database predates the key check, which is then added', async () => {
    await fill();
    await forgetCheck(await start());
    await stop();
    await expect(start({ MASTER_KEY: OTHER_KEY })).rejects.toThrow(/is not the one/);
    const { store } = (await start()).app.domain;
    expect(await store.db.selectFrom('master_key_check').selectAll().execute()).toHaveLength(1);
  });

  test('can be given up by the operator when it is lost: every list still works and marks what is unreadable', async () => {
    await fill();
    rmSync(keyFile());
    const config = readConfig({ DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl });
    const { password } = await recoverAccess(config, { acceptsLostKey: true });
    const gateway = await start();
    const root = await gateway.login('root', password);
    const first = async (path: string) => {
      const { items } = (await root.call('GET', path)).body.data as unknown as { items: object[] };
      return items[0] as { id: number; key_unreadable: boolean };
    };
    const channel = await first('/api/channel/?p=1');
    const token = await first('/api/token/?p=1');
    expect([channel.key_unreadable, token.key_unreadable]).toEqual([true, true]);
    expect((await root.call('GET', '/api/option/secrets')).body.data).toEqual([]);
    expect((await root.call('GET', '/api/channel/search?keyword=sk-upstream')).body.success).toBe(
      true,
    );
    const copied = await root.call('GET', `/api/channel/fetch_models/${channel.id}`);
    expect(copied.body.code).toBe('channel_key_unreadable');
    const edit = (fields: object) =>
      root.call('PUT', '/api/channel/', { id: channel.id, ...fields });
    expect((await edit({ name: 'renamed' })).body.data).toMatchObject({ key_unreadable: true });
    expect((await edit({ key: 'sk-new' })).body.data).toMatchObject({ key_unreadable: false });
    expect((await root.call('DELETE', `/api/token/${token.id}/`)).body.success).toBe(true);
    expect(
      (await root.call('PUT', '/api/option/', { key: 'SMTPToken', value: 'again' })).body.success,
    ).toBe(true);
    expect((await root.call('GET', '/api/option/secrets')).body.data).toEqual(['SMTPToken']);
  });
});

test.runIf(databaseKinds.includes('postgres'))(
  'a second node that generated its own key for the same database is refused',
  async () => {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const first = await startTestGateway({ kind: 'postgres', database });
    const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-second-'));
    const second = startTestGateway({ kind: 'postgres', database: { ...database, dataDir } });
    await expect(second).rejects.toThrow(/master key is missing/);
    const key = readFileSync(join(database.dataDir, 'master.key'), 'utf8');
    const restarted = await startTestGateway({
      kind: 'postgres',
      database: { ...database, dataDir },
      env: { MASTER_KEY: key },
    });
    await restarted.close();
    await first.close();
    await database.remove();
    rmSync(dataDir, { recursive: true });
  },
);
