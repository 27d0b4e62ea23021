import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allEndpoints, needsAudit } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { runAudited } from '../domain/audit/audit-scope.ts';
import { expireAuditLog } from '../domain/jobs/expire-audit-log.ts';
import { insertAuditRows } from '../store/audit-repository.ts';

/** Calls with a write method for administrators that only read. */
const LOOKS = [
  'fetchModels',
  'testNewChannel',
  'checkPrices',
  'previewPrices',
  'planConfiguration',
];

test.each(allEndpoints.filter(({ endpoint }) => needsAudit(endpoint)))(
  '$name declares what the audit log records about it',
  ({ name, endpoint }) => {
    if (LOOKS.includes(name)) expect(endpoint.audit).toBe(false);
    else expect(endpoint.audit, `${name} changes something: say what, as audit`).toBeTruthy();
  },
);

test.each(['zh', 'en'] as const)(
  'every action and object of the audit log has a name (%s)',
  (language) => {
    const { actions, subjects } = texts[language].audit;
    for (const { name, endpoint } of allEndpoints) {
      if (!endpoint.audit) continue;
      expect(actions).toHaveProperty(name);
      expect(subjects).toHaveProperty(endpoint.audit);
    }
  },
);

interface Entry {
  action: string;
  actor_name: string;
  ip: string;
  object_id: string;
  object_name: string;
  reason: string;
  changes: { field: string; from?: string; to?: string }[];
}

describe.each(databaseKinds)('the audit log on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  const find = async (query: string, who = gateway.root) => {
    const { body } = await who.call('GET', `/api/audit/?${query}`);
    return body.data.items as Entry[];
  };

  test('an edited channel is recorded with actor, address, old and new values; of its key only that it changed', async () => {
    const { id } = await gateway.channel({ name: 'first', key: 'sk-very-secret-key-of-before' });
    await gateway.root.call('PUT', '/api/channel/', {
      id,
      name: 'second',
      key: 'sk-very-secret-key-of-after',
      setting: JSON.stringify({ header_override: { Authorization: 'Bearer hidden-words' } }),
    });
    const [edit, created] = await find(`subject=channel&object_id=${id}`);
    expect(created).toMatchObject({ action: 'createChannel', object_name: 'first' });
    expect(edit).toMatchObject({ action: 'updateChannel', actor_name: 'root', ip: '127.0.0.1' });
    expect(edit?.changes).toContainEqual({ field: 'name', from: 'first', to: 'second' });
    expect(edit?.changes).toContainEqual({ field: 'key', from: '••••••', to: '••••••' });
    expect(JSON.stringify([edit, created])).not.toMatch(/very-secret|hidden-words/);
  });

  test('a refused change leaves no entry, and neither does a read', async () => {
    const { id } = await gateway.channel({ name: 'stays' });
    const count = async () => (await find('page_size=1000')).length;
    const before = await count();
    await gateway.root.call('PUT', '/api/channel/', { id, group: 'nobody-knows-it' });
    await gateway.root.call('PUT', '/api/channel/batch', { changes: [{ id: 999_999, status: 2 }] });
    await gateway.root.call('POST', '/api/price/check', { models: ['x'] });
    expect(await count()).toBe(before);
  });

  test('a manual quota change is recorded with its reason, a password change without the password', async () => {
    const user = await gateway.user({ quota: 500 });
    await gateway.root.call('PUT', '/api/user/', {
      id: user.id,
      quota: 900,
      quota_before: 500,
      reason: 'a gift',
      password: 'another-password',
    });
    const [edit] = await find(`subject=user&object_id=${user.id}`);
    expect(edit).toMatchObject({ action: 'updateUser', reason: 'a gift' });
    expect(edit?.changes).toContainEqual({
      field: 'quota',
      from: '500',
      to: '900',
      is_quota: true,
    });
    expect(edit?.changes).toContainEqual({ field: 'password', from: '••••••', to: '••••••' });
  });

  test('a repeated request that books nothing again leaves no second entry, and neither does another one under its key', async () => {
    const { root } = gateway;
    const owner = await gateway.user();
    await gateway.setOption('TeamsPerUser', '1');
    const { body } = await owner.call('POST', '/api/team/', { name: 'Repeated' });
    const requests = [
      ['PUT', '/api/user/', { id: owner.id, quota: 70, quota_before: 0 }],
      ['POST', `/api/teams/${String(body.data.id)}/credit`, { quota: 70, reason: 'goodwill' }],
      ['POST', '/api/redemption/', { name: 'Twice', quota: 70, count: 2 }],
    ] as const;
    for (const [at, [method, path, wish]] of requests.entries()) {
      const key = `once-${kind}-${at}`;
      const send = () => root.call(method, path, { ...wish, idempotency_key: key });
      const before = await find('page_size=100');
      const first = (await send()).body;
      expect(first.success).toBe(true);
      expect((await send()).body).toEqual(first);
      const other = { ...wish, quota: 71, idempotency_key: key };
      expect((await root.call(method, path, other)).body.code).toBe('idempotency_key_reused');
      expect((await find('page_size=100')).length - before.length).toBe(1);
    }
  });

  test('options are compared member by member, and secret ones are masked', async () => {
    await gateway.setOption('GroupRatio', '{"default":1,"vip":1,"svip":1}');
    await gateway.setOption('GroupRatio', '{"default":1,"vip":0.5,"svip":1}');
    await gateway.setOption('TurnstileSecretKey', 'nobody-reads-this');
    await gateway.setOption('PayoutMinimum', '7');
    const [minimum, secret, ratio] = await find('subject=option');
    expect(minimum?.changes).toMatchObject([{ field: 'PayoutMinimum', to: '7', is_quota: true }]);
    expect(ratio?.changes).toEqual([{ field: 'GroupRatio.vip', from: '1', to: '0.5' }]);
    expect(secret?.changes).toEqual([{ field: 'TurnstileSecretKey', from: '', to: '••••••' }]);
  });

  test('differences beyond a hundred members are counted', async () => {
    const groups = Array.from({ length: 104 }, (_, index) => [`g${index}`, 2]);
    const value = JSON.stringify({ default: 1, ...Object.fromEntries(groups) });
    await gateway.setOption('GroupRatio', '{"default":1}');
    await gateway.setOption('GroupRatio', value);
    const [entry] = await find('subject=option');
    expect(entry?.changes).toHaveLength(101);
    expect(entry?.changes.at(-1)).toEqual({ field: '…', to: '+4' });
  });

  test('members named like built-in properties of objects are compared like others', async () => {
    const value = '{"default":1,"constructor":2,"__proto__":3}';
    await gateway.setOption('GroupRatio', '{"default":1}');
    await gateway.setOption('GroupRatio', value);
    const [entry] = await find('subject=option');
    expect(entry?.changes).toEqual([
      { field: 'GroupRatio.constructor', to: '2' },
      { field: 'GroupRatio.__proto__', to: '3' },
    ]);
    await gateway.setOption('GroupRatio', '{"default":1}');
  });

  test('replacing a secret leaves an entry, and setting options to their current values does not', async () => {
    const { call } = gateway.root;
    const save = (value: string) => call('PUT', '/api/option/', { key: 'SMTPToken', value });
    const entries = async () => find('subject=option&page_size=1000');
    await save('first-mail-password');
    await save('second-mail-password');
    const [replaced] = await entries();
    expect(replaced?.changes).toEqual([{ field: 'SMTPToken', from: '••••••', to: '••••••' }]);
    const before = (await entries()).length;
    const option = { key: 'SMTPToken', value: 'second-mail-password' };
    expect((await save(option.value)).body.success).toBe(true);
    expect((await call('POST', '/api/option/batch', { options: [option] })).body.success).toBe(
      true,
    );
    expect(await entries()).toHaveLength(before);
    expect(JSON.stringify(await entries())).not.toContain('mail-password');
  });

  test("changes that administrators make to their own factors are recorded, users' own and refused ones are not", async () => {
    const boss = await gateway.user({ role: 10 });
    const plain = await gateway.user();
    for (const { call } of [boss, plain]) {
      await call('DELETE', '/api/user/totp');
      expect((await call('POST', '/api/user/recovery_codes')).body.success).toBe(false);
    }
    expect(await find(`subject=user&object_id=${plain.id}`)).toEqual([]);
    const [entry, ...others] = await find(`subject=user&object_id=${boss.id}`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'removeTotp',
      changes: [{ field: 'totp', from: 'true', to: 'false' }],
    });
  });

  test('an action that changes no row of the database is recorded once it is done', async () => {
    await gateway.root.call('POST', '/api/system/check');
    expect((await find('action=checkBooks')).length).toBeGreaterThan(0);
  });

  test('a failed channel test leaves an entry with the channel and the result', async () => {
    const upstream = createServer((_request, response) => {
      response.writeHead(401).end('{"error":{"message":"no such key"}}');
    }).listen(0);
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    const { id } = await gateway.channel({ name: 'refused', base_url: `http://localhost:${port}` });
    const test = () => gateway.root.call('GET', `/api/channel/test/${id}`);
    expect((await test()).body.success).toBe(false);
    upstream.close();
    await once(upstream, 'close');
    expect((await test()).body.success).toBe(false);
    const tests = await find(`action=testChannel&subject=channel&object_id=${id}`);
    expect(tests.map(({ object_name, changes }) => [object_name, changes])).toEqual(
      ['0', '401'].map((status) => [
        'refused',
        [
          { field: 'model', to: 'gpt-4o-mini' },
          { field: 'passed', to: 'false' },
          { field: 'status', to: status },
        ],
      ]),
    );
  });

  test("an administrator sees the super admin's entries without the address, users see none", async () => {
    const admin = await gateway.user({ role: 10 });
    const [entry] = await find('actor=root', admin);
    expect(entry).toMatchObject({ actor_name: 'root', ip: '' });
    const user = await gateway.user();
    expect((await user.call('GET', '/api/audit/')).status).toBe(403);
  });

  test('a keyword finds changed fields, values and addresses, but no address that the reader must not see', async () => {
    await gateway.setOption('SystemName', 'Searched For');
    expect(await find('keyword=searched%20for')).toMatchObject([
      { changes: [{ field: 'SystemName', to: 'Searched For' }] },
    ]);
    expect((await find('keyword=SystemName&subject=option')).length).toBeGreaterThan(0);
    const ip = '127.0.0.1';
    const admin = await gateway.user({ role: 10 });
    expect((await find(`keyword=${ip}`)).length).toBeGreaterThan(0);
    expect(await find(`keyword=${ip}&actor=root`, admin)).toEqual([]);
  });

  test('exports contain the matching entries, one per line', async () => {
    const headers = {
      authorization: `Bearer ${gateway.root.token}`,
      'new-api-user': String(gateway.root.id),
    };
    const read = async (path: string) => (await fetch(gateway.url + path, { headers })).text();
    const lines = (await read('/api/audit/export.ndjson?subject=user')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { subject: string }).subject)).toEqual(
      lines.map(() => 'user'),
    );
    const csv = await read('/api/audit/export?subject=user');
    expect(csv).toContain(',root (1),');
    const { subjects, columns } = texts.zh.audit;
    expect(csv.split('\r\n')[0]).toContain(columns.object);
    expect(csv).toContain(`,${subjects.user} `);
  });

  test('nobody can change or delete any entry but the oldest ones', async () => {
    const { db } = gateway.app.domain.store;
    await expect(db.updateTable('audit_log').set({ reason: 'x' }).execute()).rejects.toThrow(
      'append only',
    );
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append only');
    const row = await db.selectFrom('audit_log').selectAll().limit(1).executeTakeFirstOrThrow();
    const { id: _id, ...fields } = row;
    await insertAuditRows(db, [{ ...fields, created_at: 1, action: 'old' }]);
    await db.deleteFrom('audit_log').where('action', '=', 'old').execute();
    expect(await find('action=old')).toEqual([]);
  });

  test('entries older than the retention are deleted, but those of the last 30 days stay whatever it is', async () => {
    const { domain } = gateway.app;
    const { db } = domain.store;
    const save = (value: string, who = gateway.root) =>
      who.call('PUT', '/api/option/', { key: 'AuditRetentionDays', value });
    expect((await save('7')).body.code).toBe('option_audit_days_invalid');
    expect((await save('60', await gateway.user({ role: 10 }))).body.success).toBe(false);
    const row = await db.selectFrom('audit_log').selectAll().limit(1).executeTakeFirstOrThrow();
    const { id: _id, ...fields } = row;
    const now = Math.floor(Date.now() / 1000);
    const aged = (days: number) => ({
      ...fields,
      action: `aged-${days}`,
      created_at: now - days * 86_400,
    });
    await insertAuditRows(db, [20, 40, 70].map(aged));
    const left = async () => {
      const rows = await db
        .selectFrom('audit_log')
        .select('action')
        .where('action', 'like', 'aged-%')
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(({ action }) => action);
    };
    const run = () => expireAuditLog(domain).run(new AbortController().signal);
    await save('60');
    await run();
    expect(await left()).toEqual(['aged-20', 'aged-40']);
    // As stored by an older version.
    const options = { number: () => 7 } as unknown as typeof domain.options;
    await expireAuditLog({ ...domain, options }).run(new AbortController().signal);
    expect(await left()).toEqual(['aged-20']);
  });

  test('an entry is committed with its change or not at all', async () => {
    const { store } = gateway.app.domain;
    const action = {
      actor: { id: 1, username: 'root', role: 100 },
      ip: '',
      credential: 'session' as const,
      action: 'torn',
      subject: 'user',
      requestId: '',
      at: 1_700_000_000,
      asked: {},
    };
    const torn = runAudited(store.db, action, () =>
      store.transaction(async () => {
        throw new Error('torn');
      }),
    );
    await expect(torn).rejects.toThrow('torn');
    expect(await find('action=torn')).toEqual([]);
  });
});
