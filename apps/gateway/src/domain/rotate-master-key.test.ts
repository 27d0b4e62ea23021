import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { readConfig } from '../platform/config.ts';
import { createKeyring } from '../platform/keyring.ts';
import type { Db } from '../store/schema.ts';
import { confirmMasterKey } from './jobs/confirm-master-key.ts';
import { rotateMasterKey, type RotationStep } from './rotate-master-key.ts';

const [FIRST, SECOND] = ['1'.repeat(64), '2'.repeat(64)];
const MODULE = new URL('./rotate-master-key.ts', import.meta.url).href;

describe.each(databaseKinds)('rotating the master key on %s', (kind) => {
  let database: TestDatabase;
  let gateway: TestGateway | undefined;
  const start = async (env: Record<string, string> = {}) =>
    (gateway = await startTestGateway({ kind, database, env }));
  const stop = async () => {
    await gateway?.close();
    gateway = undefined;
  };
  const configOf = (env: Record<string, string> = {}) =>
    readConfig({ DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl, ...env });
  const rotate = (env: Record<string, string> = {}) =>
    rotateMasterKey({ config: configOf(env), watchMs: 0 });
  const keyFile = () => readFileSync(join(database.dataDir, 'master.key'), 'utf8');

  /**
   * A gateway with one of everything that is encrypted or hashed; returns the secrets that its users hold.
   */
  const fill = async (env?: Record<string, string>) => {
    const { root, app, ...scene } = await start(env);
    await scene.channel({ name: 'sealed', base_url: 'http://127.0.0.1:9', key: 'sk-upstream-1' });
    const { secret } = await scene.token(root);
    await scene.setOption('SMTPToken', 'mail secret');
    const codes = await root.call('POST', '/api/redemption/', { name: 'c', quota: 5, count: 1 });
    const { store, keyring } = app.domain;
    await store.db
      .insertInto('totp_secrets')
      .values({
        user_id: root.id,
        secret_cipher: keyring.encrypt('totp'),
        confirmed_at: 0,
        last_step: 0,
      })
      .execute();
    await store.db
      .insertInto('notification_targets')
      .values({
        owner_id: root.id,
        channel: 'webhook',
        name: 'w',
        enabled: 1,
        digest: 'none',
        language: 'en',
        settings_cipher: keyring.encrypt('{"secret":"hook"}'),
        created_at: 1,
      })
      .execute();
    const sealed = await listSealedTexts(store.db);
    await stop();
    const [code = ''] = codes.body.data as unknown as string[];
    return { root, secret, code, sealed: sealed.length };
  };

  /** Checks that those secrets still work and that nothing is left that only the old key decrypts. */
  const expectWhole = async (
    held: Awaited<ReturnType<typeof fill>>,
    env?: Record<string, string>,
  ) => {
    const { app, url } = await start(env);
    const { store, options, keyring } = app.domain;
    expect(options.get('SMTPToken')).toBe('mail secret');
    const sealed = await listSealedTexts(store.db);
    expect(sealed.filter((text) => keyring.tryDecrypt(text) === undefined)).toEqual([]);
    // One more: the lookup key.
    expect(sealed.length).toBe(held.sealed + 1);
    const call = (path: string, headers: Record<string, string>, body?: object) =>
      fetch(url + path, {
        headers: { 'content-type': 'application/json', ...headers },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
    const models = await call('/v1/models', { authorization: `Bearer ${held.secret}` });
    expect(models.status).toBe(200);
    const root = { authorization: `Bearer ${held.root.token}`, 'tollgate-user': '1' };
    expect((await call('/api/user/self', root)).status).toBe(200);
    const redeemed = await call('/api/user/topup', root, { key: held.code });
    expect(await redeemed.json()).toMatchObject({ success: true, data: 5 });
    await stop();
  };

  /** Runs the rotation in a separate process that kills itself after a step. */
  const rotateUntil = async (step: RotationStep) => {
    const env = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl };
    const script = `
      const { rotateMasterKey } = await import(${JSON.stringify(MODULE)});
      const config = ${JSON.stringify(env)};
      const onStep = (step) => step === ${JSON.stringify(step)} && process.kill(process.pid, 'SIGKILL');
      await rotateMasterKey({ config, watchMs: 0, onStep });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
  };

  beforeEach(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
  });
  afterEach(async () => {
    await stop();
    await database.remove();
  });

  test('re-encrypts everything, twice, and existing keys, sessions and codes stay valid', async () => {
    const held = await fill();
    const before = keyFile();
    const first = await rotate();
    expect(first).toMatchObject({ unreadable: 0 });
    expect(keyFile()).not.toBe(before);
    const old = readFileSync(join(database.dataDir, first?.oldKeyFile ?? ''), 'utf8');
    expect(old).toBe(before);
    expect(await rotate()).toMatchObject({ unreadable: 0, resealed: first?.resealed });
    await expectWhole(held);
  });

  const steps = ['key kept', 'resealed', 'committed', 'key adopted'] as const;
  test.each(kind === 'sqlite' ? steps : steps.slice(1, 3))(
    'killed after the step "%s" leaves a gateway that starts with all its data, and a rotation that can be repeated',
    async (step) => {
      const held = await fill();
      await rotateUntil(step);
      await start();
      await stop();
      await rotate();
      await expectWhole(held);
    },
  );

  test('takes a key from the environment, and repeating it changes nothing', async () => {
    const held = await fill({ MASTER_KEY: FIRST });
    await expect(rotate({ MASTER_KEY: FIRST })).rejects.toThrow(/NEW_MASTER_KEY/);
    const both = { MASTER_KEY: FIRST, NEW_MASTER_KEY: SECOND };
    expect(await rotate(both)).toMatchObject({ unreadable: 0 });
    expect(await rotate(both)).toBeUndefined();
    await expect(start({ MASTER_KEY: FIRST })).rejects.toThrow(/is not the one/);
    await expectWhole(held, { MASTER_KEY: SECOND });
  });

  test('is refused while a node runs, here or, on PostgreSQL, on another machine', async () => {
    const { app, root } = await start();
    await expect(rotate()).rejects.toThrow(/Stop every node/);
    // A node that was suspended during a rotation notices it.
    const { store } = app.domain;
    const asleep = { store, keyring: createKeyring(Buffer.from(SECOND, 'hex')) };
    const { signal } = new AbortController();
    await expect(confirmMasterKey(asleep).run(signal)).rejects.toThrow(/was rotated/);
    await confirmMasterKey(app.domain).run(signal);
    if (kind === 'postgres') {
      const elsewhere = await createTestDatabase('sqlite');
      const config = configOf({
        DATA_DIR: elsewhere.dataDir,
        MASTER_KEY: keyFile(),
        NEW_MASTER_KEY: SECOND,
      });
      // Longer than the interval of a node's heartbeats.
      const refused = rotateMasterKey({ config, watchMs: 4000 });
      await expect(refused).rejects.toThrow(/Stop every node/);
      await elsewhere.remove();
    }
    expect((await root.call('GET', '/api/user/self')).status).toBe(200);
    expect(await listSealedTexts(app.domain.store.db)).not.toHaveLength(0);
  });
});

/** Lists every text in any column of any table that looks encrypted. */
async function listSealedTexts(db: Db): Promise<string[]> {
  const secretsFound: string[] = [];
  for (const { name, columns } of await db.introspection.getTables())
    for (const column of columns.filter(({ dataType }) => /text/i.test(dataType))) {
      const { rows } = await sql<{ text: string }>`
        SELECT ${sql.ref(column.name)} AS text FROM ${sql.table(name)}
        WHERE ${sql.ref(column.name)} LIKE 'v1.%.%.%'
      `.execute(db);
      secretsFound.push(...rows.map(({ text }) => text));
    }
  return secretsFound;
}
