import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { optionRegistry } from '@tollgate/contract';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { runCli } from '../../../test-support/run-cli.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { createLogger } from '../../platform/logger.ts';

/** Does not look like a key, so it is found only by knowing that it is one. */
const MARKER = 'plain~words~which~nobody~may~read';
const PATH_SECRET = 'q8Zk2vT0pW5xNc';
const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'some-project',
  client_email: 'someone@project.example',
  private_key: `-----BEGIN PRIVATE KEY-----\n${MARKER}+account\n-----END PRIVATE KEY-----\n`,
});
const METRICS_TOKEN = `${MARKER}-metrics`;

async function unpack(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const entries = extract();
  Readable.from([archive]).pipe(createGunzip()).pipe(entries);
  for await (const entry of entries)
    files.set(entry.header.name.replace(/^[^/]+\//, ''), await text(entry));
  return files;
}

describe.each(databaseKinds)('a support bundle on %s', (kind) => {
  let gateway: TestGateway;

  const download = async (client = gateway.root) => {
    const response = await fetch(`${gateway.url}/api/system/support-bundle`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'new-api-user': String(client.id) },
    });
    return { answer: response, body: Buffer.from(await response.arrayBuffer()) };
  };

  beforeAll(async () => {
    gateway = await startTestGateway({ kind, env: { METRICS_TOKEN } });
    const { store, keyring } = gateway.app.domain;
    const secret = optionRegistry.filter((option) => option.secret);
    await store.db
      .insertInto('options')
      .values([
        ...secret.map(({ key }) => ({
          key,
          value: keyring.encrypt(`${MARKER}-${key}`),
          updated_at: 1,
        })),
        { key: 'SMTPFrom', value: 'someone@mail.example', updated_at: 1 },
      ])
      .execute();
    const channel = { base_url: 'http://127.0.0.1:9', models: 'gpt-4o-mini' };
    await gateway.channel({
      ...channel,
      name: 'one',
      key: `${MARKER}-channel`,
      setting: JSON.stringify({ header_override: { 'x-gate-token': `Bearer ${MARKER}-header` } }),
    });
    await gateway.channel({ ...channel, name: 'account', type: 41, key: SERVICE_ACCOUNT });
    // Refused now, but an old import may have left one.
    await store.db
      .updateTable('channels')
      .set({ base_url: `http://somebody:${MARKER}@127.0.0.1:9/v1/${PATH_SECRET}` })
      .execute();
    const log = createLogger('info', 'ecs', { write: () => {} });
    log.info('nothing is wrong');
    log.error(
      {
        err: new Error(
          `refused ${MARKER}-channel, no /${PATH_SECRET}/chat and ${encodeURIComponent(`${MARKER}-channel`)}`,
        ),
      },
      `the upstream named someone@mail.example and ${MARKER}-header`,
    );
    log.warn({ body: SERVICE_ACCOUNT, headers: { 'x-token': MARKER } }, 'the account is refused');
  });
  afterAll(() => gateway.close());

  test('contains versions, health, metrics, tables, jobs and the latest errors, but no secret at all', async () => {
    const { answer: response, body } = await download();
    expect(response.headers.get('content-type')).toBe('application/gzip');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="tollgate-support-\d{8}T\d{6}Z\.tar\.gz"$/,
    );
    const files = await unpack(body);
    for (const [name, content] of files) {
      expect(content, name).not.toContain(MARKER);
      expect(content, name).not.toContain(PATH_SECRET);
      expect(content, name).not.toContain('someone@');
      expect(content, name).not.toContain('This part could not be read');
    }
    const json = (name: string) => JSON.parse(files.get(name) ?? '') as Record<string, unknown>;
    expect(json('about.json')).toMatchObject({ version: '0.2.0', database: kind });
    expect(json('variables.json')).toMatchObject({ PORT: 0, METRICS_TOKEN: 'set' });
    expect(json('options.json')).toMatchObject({ SMTPFrom: '••••••', SMTPToken: 'set' });
    expect(files.get('health.txt')).toContain('[+] database ok');
    expect(files.get('metrics.txt')).toContain('tollgate_dependency_up{dependency="database"} 1');
    expect(json('database.json')).toMatchObject({
      pending: [],
      bytes: expect.any(Number),
      tables: expect.arrayContaining([
        expect.objectContaining({ name: 'channels', rows: kind === 'sqlite' ? 2 : null }),
      ]),
    });
    expect(json('channels.json')).toMatchObject([{ name: 'one' }, { name: 'account' }]);
    expect(json('jobs.json')).toEqual(expect.any(Array));
    const errors = files.get('errors.ndjson') ?? '';
    expect(errors).toContain('the account is refused');
    expect(errors).toContain('the upstream named');
    expect(errors).not.toContain('nothing is wrong');
  });

  test('is for the super admin only, and is recorded in the audit log', async () => {
    const { body: refusal } = await download(await gateway.user({ role: 10 }));
    expect(JSON.parse(refusal.toString())).toMatchObject({ success: false });
    const { body } = await gateway.root.call('GET', '/api/audit/?action=makeSupportBundle');
    expect(body.data.items).toMatchObject([{ actor_name: 'root', subject: 'system' }]);
  });

  test('can also be written by a command, which takes the errors from a log file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-bundle-'));
    try {
      const out = join(folder, 'bundle.tar.gz');
      const log = join(folder, 'log');
      writeFileSync(
        log,
        `Nov 23 host tollgate[1]: {"level":50,"msg":"bad ${MARKER}-channel"}\n{"level":30,"msg":"fine"}\n`,
      );
      const { dataDir, databaseUrl } = gateway.database;
      const { port } = new URL(gateway.url);
      const env = {
        DATA_DIR: dataDir,
        PORT: port,
        METRICS_TOKEN,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      };
      const { code } = await runCli(env, 'support-bundle', '--out', out, '--log', log);
      expect(code).toBe(0);
      const files = await unpack(readFileSync(out));
      for (const [name, content] of files) expect(content, name).not.toContain(MARKER);
      expect(files.get('errors.ndjson')).toBe('{"level":50,"msg":"bad ••••••"}\n');
      expect(files.get('health.txt')).toMatch(/^ready\n/);
      expect(files.get('metrics.txt')).toContain('tollgate_dependency_up');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('is not written without the log that it was asked for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-bundle-'));
    try {
      const { dataDir, databaseUrl } = gateway.database;
      const env = {
        DATA_DIR: dataDir,
        LANG: 'en_US',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      };
      for (const log of [join(folder, 'missing.log'), folder]) {
        const out = join(folder, 'bundle.tar.gz');
        const { code, said, noted } = await runCli(
          env,
          'support-bundle',
          '--out',
          out,
          '--log',
          log,
        );
        expect([code, said]).toEqual([1, '']);
        expect(noted).toContain(`Cannot read ${log}:`);
        expect(readdirSync(folder)).toEqual([]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
