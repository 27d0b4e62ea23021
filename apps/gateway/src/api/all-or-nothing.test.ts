import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { holdTransaction } from '../../test-support/hold-transaction.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { findLedgerDifferences } from '../store/ledger-repository.ts';
import { listLedger } from '../../test-support/list-ledger.ts';
import { insertIdentity } from '../store/user-identities-repository.ts';
import { updateUser } from '../store/users-repository.ts';

const TIMES = 40;

describe.each(databaseKinds)('calls with two effects have both or none, on %s', (kind) => {
  let gateway: TestGateway;
  let root: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    root = gateway.root;
  });
  afterAll(() => gateway.close());

  /** Usernames have at most twelve characters. */
  const at = kind.slice(0, 2);
  const db = () => gateway.app.domain.store.db;
  const edit = async (id: number, fields: Record<string, unknown>, client = root) =>
    (await client.call('PUT', '/api/user/', { id, ...fields })).body;
  const balance = async (user: Client) => {
    const { quota } = await db()
      .selectFrom('users')
      .select('quota')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    return quota;
  };

  test('a quota edit that is refused because of a concurrent change books nothing', async () => {
    const users = await Promise.all(Array.from({ length: TIMES }, () => gateway.user()));
    const answers = await Promise.all(
      users.map(async (user, index) => {
        const name = `ren${at}${index}`;
        const [edited] = await Promise.all([
          edit(user.id, { quota: 500, quota_before: 0, username: name, group: 'vip' }),
          root.call('POST', '/api/user/manage', { id: user.id, action: 'disable' }),
        ]);
        return { user, edited };
      }),
    );
    for (const { user, edited } of answers) {
      expect(edited.code ?? 'done').toMatch(/^(done|user_changed)$/);
      expect([edited.code, await balance(user)]).toEqual([edited.code, edited.success ? 500 : 0]);
    }
    expect(await findLedgerDifferences(db())).toEqual([]);
  });

  test('an edit that is refused at its last step books nothing', async () => {
    const user = await gateway.user({ quota: 100 });
    const taken = `taken${at}`;
    await gateway.user({ name: taken });
    const { db: store } = gateway.app.domain.store;
    const noted = await listLedger(store, user.id, 10);
    // A name that is taken between the check and the write violates its unique index.
    const clash = await Promise.all(
      Array.from({ length: 8 }, (_none, index) => gateway.user({ name: `c${at}${index}` })),
    );
    const answers = await Promise.all(
      clash.map(({ id }) => edit(id, { username: `same${at}`, quota: 70, quota_before: 0 })),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    for (const [index, one] of clash.entries())
      expect(await balance(one)).toBe(answers[index]?.success ? 70 : 0);
    expect((await edit(user.id, { username: taken, quota: 999, quota_before: 100 })).code).toBe(
      'username_taken',
    );
    expect(await listLedger(store, user.id, 10)).toEqual(noted);
  });

  test('an edit that would make the quota negative changes nothing else either', async () => {
    const user = await gateway.user({ quota: 100 });
    const refused = await edit(user.id, {
      quota: 0,
      quota_before: 101,
      group: 'vip',
      password: 'password2',
    });
    expect(refused.code).toBe('quota_below_zero');
    const { body } = await user.call('GET', '/api/user/self');
    expect(body.data).toMatchObject({ quota: 100, group: 'default' });
  });

  test('the same edit sent again under its key is booked once, even concurrently', async () => {
    const user = await gateway.user({ quota: 100 });
    const wish = { quota: 150, quota_before: 100, idempotency_key: `key-${kind}` };
    const answers = await Promise.all(Array.from({ length: 12 }, () => edit(user.id, wish)));
    expect(answers.every(({ success }) => success)).toBe(true);
    expect(await balance(user)).toBe(150);
  });

  test('an administrator books nothing on a user who is promoted to administrator concurrently', async () => {
    const admin = await gateway.user({ role: 10 });
    const users = await Promise.all(Array.from({ length: 12 }, () => gateway.user()));
    for (const user of users) {
      const [edited] = await Promise.all([
        edit(user.id, { quota: 9, quota_before: 0 }, admin),
        root.call('POST', '/api/user/manage', { id: user.id, action: 'promote' }),
      ]);
      expect(await balance(user)).toBe(edited.success ? 9 : 0);
    }
  });

  test('an administrator neither unlinks, removes factors, ends sessions nor notes anything of a user who is promoted meanwhile', async () => {
    const admin = await gateway.user({ role: 10 });
    const { store } = gateway.app.domain;
    const requests = [
      ['DELETE', '/second_factors'],
      ['DELETE', '/identities/github'],
      ['DELETE', '/sessions'],
      ['DELETE', '/sessions/1'],
      ['PUT', '/remark', { remark: 'new', before: '' }],
    ] as const;
    for (const [method, path, body] of requests) {
      const { id } = await gateway.user();
      await insertIdentity(store.db, {
        provider: 'github',
        subject: String(id),
        user_id: id,
        bound_at: 1,
      });
      const answer = await holdTransaction(store, {
        inside: (trx) => updateUser(trx, id, { role: 10 }),
        outside: () => admin.call(method, `/api/user/${id}${path}`, body),
      });
      const refused = ['user_changed', 'cannot_update_same_or_higher'];
      expect(refused, path).toContain(answer.body.code);
    }
  });

  test('a key whose limit is refused keeps its name, and one deleted meanwhile keeps its limit', async () => {
    const user = await gateway.user();
    const token = await gateway.token(user, { remain_quota: 100, unlimited_quota: false });
    const change = async (fields: Record<string, unknown>) =>
      (await user.call('PUT', '/api/token/', { id: token.id, ...fields })).body;
    const low = { remain_quota: 0, remain_quota_before: 101, name: 'other' };
    expect((await change(low)).code).toBe('quota_invalid');
    const stored = () =>
      db()
        .selectFrom('tokens')
        .select(['name', 'remain_quota'])
        .where('id', '=', token.id)
        .executeTakeFirstOrThrow();
    expect(await stored()).toEqual({ name: 'key', remain_quota: 100 });
    const [edited] = await Promise.all([
      change({ remain_quota: 300, remain_quota_before: 100, name: 'other' }),
      user.call('DELETE', `/api/token/${token.id}/`),
    ]);
    expect(await stored()).toEqual(
      edited.success ? { name: 'other', remain_quota: 300 } : { name: 'key', remain_quota: 100 },
    );
  });

  test('a request that raises the limit of a key raises it once, also if it is repeated', async () => {
    const user = await gateway.user();
    const token = await gateway.token(user, { remain_quota: 100, unlimited_quota: false });
    const raise = async (to: number, from: number) => {
      const fields = { id: token.id, remain_quota: to, remain_quota_before: from };
      return (await user.call('PUT', '/api/token/', fields)).body;
    };
    const together = await Promise.all([raise(500, 100), raise(500, 100), raise(500, 100)]);
    const refused = together.filter(({ success }) => !success).map(({ code }) => code);
    expect(refused).toEqual(['token_limit_raised', 'token_limit_raised']);
    expect((await raise(500, 100)).code).toBe('token_limit_raised');
    expect((await raise(700, 500)).data).toMatchObject({ remain_quota: 700 });
    expect((await raise(650, 700)).data).toMatchObject({ remain_quota: 650 });
  });

  test('a user whose creation cannot be audited is not created', async () => {
    const name = `unnoted${at}`;
    const { store } = gateway.app.domain;
    await store.db.schema.alterTable('logs').renameTo('logs_away').execute();
    const made = await root.call('POST', '/api/user/', { username: name, password: 'password1' });
    await store.db.schema.alterTable('logs_away').renameTo('logs').execute();
    expect(made.body.success).toBe(false);
    expect(
      await db().selectFrom('users').select('id').where('username', '=', name).execute(),
    ).toEqual([]);
  });
});
