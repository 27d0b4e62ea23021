import type { ImportRunEntry } from '@tollgate/contract';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  createMysqlDatabase,
  mysqlUrl,
} from '../../test-support/foreign-databases/write-mysql-database.ts';
import { createImportScene } from '../../test-support/import-scene.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

const SIZE = { users: 12, channels: 2, logs: 130 };
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

let gateway: TestGateway;
const open = async (options: Parameters<typeof startTestGateway>[0] = {}) => {
  gateway = await startTestGateway(options);
  scene.atEnd(() => gateway.close());
};

async function upload(content: Uint8Array, { path = '/api/import/upload' } = {}) {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.root.token}`,
      'new-api-user': String(gateway.root.id),
      'content-type': 'application/octet-stream',
    },
    body: content as Uint8Array<ArrayBuffer>,
  });
  return { status: response.status, body: (await response.json()) as { data: { id: string } } };
}

/** Starts an import and waits for its end. */
async function run(body: Record<string, unknown>): Promise<ImportRunEntry> {
  const { body: started } = await gateway.root.call('POST', '/api/import/start', body);
  expect(started).toMatchObject({ success: true });
  let found: ImportRunEntry | undefined;
  const state = async () => {
    const { body: read } = await gateway.root.call('GET', '/api/import/');
    found = read.data as unknown as ImportRunEntry;
    return found.state;
  };
  await expect.poll(state).not.toBe('running');
  return found as unknown as ImportRunEntry;
}

/** Rows that a run imported; only a real run shows which options are compatible. */
const importedOf = ({ report }: ImportRunEntry) =>
  Object.fromEntries(
    report?.areas
      .filter(({ area }) => area !== 'options')
      .map(({ area, imported }) => [area, imported]) ?? [],
  );
const countUsers = async () => {
  const { n } = await gateway.app.domain.store.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

describe.each(databaseKinds)('an import in the console on %s', (kind) => {
  beforeEach(() => open({ kind }));

  test('of an uploaded file is a dry run first, then real, and changes nothing when repeated', async () => {
    const file = (statements: string[] = []) =>
      readFileSync(scene.writeSource('new-api', SIZE, statements));
    const { body: kept } = await upload(file(['DROP TABLE logs']));
    // The log is in a separate database.
    const { body: log } = await upload(file());
    const source = { upload: kept.data.id, logs: true, logs_upload: log.data.id };
    const dry = await run(source);
    expect(dry).toMatchObject({ state: 'done', dry_run: true, failure: null });
    expect(await countUsers()).toBe(1);
    const real = await run({ ...source, dry_run: false });
    expect(importedOf(real)).toEqual(importedOf(dry));
    expect(real.report?.money).toMatchObject({
      differences: 0,
      debts: 42,
      balances: real.report?.money.opened,
    });
    expect(real.report?.findings.map(({ code }) => code)).toContain('user_debt');
    const again = await run({ ...source, dry_run: false });
    expect(new Set(Object.values(importedOf(again)))).toEqual(new Set([0]));
    const { body: audit } = await gateway.root.call('GET', '/api/audit/?action=startImport');
    expect(audit.data).toMatchObject({ total: 3 });
    const { body: uploads } = await gateway.root.call('GET', '/api/audit/?action=uploadImport');
    expect(uploads.data).toMatchObject({ total: 2 });
  });
});

describe('an import in the console', () => {
  test.skipIf(mysqlUrl === undefined)(
    'by address stores no password anywhere, and states why the server refuses it',
    async () => {
      await open();
      const { address, remove } = await createMysqlDatabase('one-hub', SIZE);
      scene.atEnd(remove);
      const { host, pathname } = new URL(address);
      const done = await run({ address: `mysql://root:s3cret-word@${host}${pathname}` });
      expect(done).toMatchObject({ state: 'done', source: `mysql://root@${host}${pathname}` });
      const dump = await Promise.all(
        (['jobs', 'audit_log'] as const).map((table) =>
          gateway.app.domain.store.db.selectFrom(table).selectAll().execute(),
        ),
      );
      expect(JSON.stringify([dump, done])).not.toContain('s3cret-word');
      const wrong = await run({ address: `mysql://root@${host}/nothing_here` });
      expect(wrong.failure).toMatchObject({ code: 'database_unknown' });
    },
  );

  test('connects to no private address and reads no file of the server', async () => {
    await open({ env: { ALLOW_PRIVATE_UPSTREAMS: 'off' } });
    const failures = [];
    for (const address of [
      'mysql://root@127.0.0.1:3306/shop',
      'postgres://root@localhost/shop',
      'postgres://root@127.0.0.1/shop?host=/var/run/postgresql',
      'root:x@tcp(10.0.0.1:3306)/shop',
    ])
      failures.push((await run({ address })).failure?.code);
    expect(new Set(failures)).toEqual(new Set(['address_private']));
    for (const address of ['/etc/passwd', 'one-api.db', 'file:///etc/passwd']) {
      const { body } = await gateway.root.call('POST', '/api/import/start', { address });
      expect(body.code).toBe('import_source_missing');
    }
    const { body } = await gateway.root.call('POST', '/api/import/start', {
      upload: '../../../../../../etc/hostname/passwd00',
    });
    expect(body.code).toMatch(/import_upload_missing|invalid_parameter/);
  });

  test('of something that is not a database, or into an installation in use, reports that', async () => {
    await open();
    const { body: text } = await upload(Buffer.from('no database'));
    expect((await run({ upload: text.data.id })).failure?.detail).toContain('CREATE TABLE');
    const { body: gone } = await gateway.root.call('POST', '/api/import/start', {
      upload: text.data.id.replace(/^./, (first) => (first === '0' ? '1' : '0')),
    });
    expect(gone.code).toBe('import_upload_missing');
    await gateway.user();
    const { body: kept } = await upload(readFileSync(scene.writeSource('one-api', SIZE)));
    const refused = await run({ upload: kept.data.id, dry_run: false });
    expect(refused).toMatchObject({ state: 'failed', failure: { code: 'in_use' } });
    expect(await run({ upload: kept.data.id, dry_run: false, merge: true })).toMatchObject({
      state: 'done',
    });
  });

  test('is for super admins, runs one at a time, and can be stopped and resumed', async () => {
    await open();
    const admin = await gateway.user({ role: 10 });
    expect((await admin.call('GET', '/api/import/')).status).toBe(403);
    expect((await admin.call('POST', '/api/import/start', {})).status).toBe(403);
    const elsewhere = await upload(Buffer.from('x'), { path: '/api/channel/' });
    expect(elsewhere.status).toBe(415);
    const { db } = gateway.app.domain.store;
    const { body: kept } = await upload(readFileSync(scene.writeSource('one-api', SIZE)));
    const source = { upload: kept.data.id, dry_run: false, merge: true };
    await run(source);
    await db
      .updateTable('jobs')
      .set({ lease_owner: 'another node', lease_until: Math.floor(Date.now() / 1000) + 60 })
      .set({ progress: JSON.stringify({ state: 'running', done: 5, total: 9 }) })
      .where('name', '=', 'import')
      .execute();
    const { body: second } = await gateway.root.call('POST', '/api/import/start', source);
    expect(second.code).toBe('import_running');
    await gateway.root.call('POST', '/api/import/stop');
    const { body: stopped } = await gateway.root.call('GET', '/api/import/');
    expect(stopped.data).toMatchObject({ state: 'stopped', done: 5 });
    const { body: audit } = await gateway.root.call('GET', '/api/audit/?action=stopImport');
    expect(audit.data).toMatchObject({ total: 1 });
    expect(await run(source)).toMatchObject({ state: 'done' });
  });
});
