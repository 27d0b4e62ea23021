import type { User } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { untilBlocked } from '../../test-support/until-blocked.ts';
import { findUserById, lockUser, updateUser } from '../store/users-repository.ts';

describe.each(databaseKinds)('user administration on %s', (kind) => {
  let gateway: TestGateway;
  let root: Client;
  let admin: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    root = gateway.root;
    admin = await gateway.user({ role: 10, name: 'the-admin' });
  });
  afterAll(() => gateway.close());

  const edit = async (actor: Client, body: unknown) =>
    (await actor.call('PUT', '/api/user/', body)).body.code ?? 'done';
  const self = async (client: Client) => (await client.call('GET', '/api/user/self')).body.data;
  const ledgerOf = (id: number) =>
    gateway.app.domain.store.db
      .selectFrom('ledger')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();

  test('users can be sorted by every listed column, and their visits to the console are recorded', async () => {
    const seenBefore = await gateway.user({ name: 'sort-one' });
    await gateway.user({ name: 'sort-two' });
    await edit(admin, { id: seenBefore.id, quota: 700, quota_before: 0, reason: 'gift' });
    const find = async (sort: string) =>
      (await admin.call('GET', `/api/user/search?keyword=sort-&sort=${sort}`)).body.data
        .items as User[];
    const names = async (sort: string) => (await find(sort)).map(({ username }) => username);
    const [one, two] = ['sort-one', 'sort-two'];
    expect(await names('')).toEqual([two, one]);
    expect(await names('username')).toEqual([one, two]);
    expect(await names('-quota')).toEqual([one, two]);
    expect(await names('quota')).toEqual([two, one]);
    expect(await names('nonsense')).toEqual([two, one]);
    const { body } = await admin.call('POST', '/api/user/', {
      username: 'sort-three',
      password: 'password1',
    });
    expect(body.data.last_seen).toBe(0);
    await gateway.login('sort-three', 'password1');
    expect((await find('-last_seen')).at(-1)?.last_seen).toBeGreaterThan(0);
    expect((await find('last_seen')).every((user) => user.last_seen > 0)).toBe(true);
  });

  test('a batch changes those whom the administrator may change, states why not for the others, and audits each', async () => {
    const people = [await gateway.user(), await gateway.user()];
    const peer = await gateway.user({ role: 10 });
    const ids = [...people, admin, peer, root].map(({ id }) => id).concat(999_999);
    const batch = async (action: string, more = {}) =>
      (await admin.call('POST', '/api/user/manage/batch', { ids, action, ...more })).body;
    const rowOf = async (id: number) =>
      (await root.call('GET', `/api/user/${id}`)).body.data as unknown as User;
    const actions = [
      ['disable', {}],
      ['enable', {}],
      ['group', { group: 'default,vip' }],
      ['delete', {}],
    ] as const;
    for (const [action, more] of actions) {
      const { data } = await batch(action, more);
      expect([action, data.done]).toEqual([action, 2]);
      const refused = data.refused as { id: number; reason: string }[];
      expect(refused.map(({ id }) => id)).toEqual(ids.slice(2));
      expect(refused.every(({ reason }) => reason !== '')).toBe(true);
      const [one] = people;
      if (action === 'disable') expect(await rowOf(one?.id ?? 0)).toMatchObject({ status: 2 });
      if (action === 'group')
        expect(await rowOf(one?.id ?? 0)).toMatchObject({ status: 1, group: 'default,vip' });
    }
    for (const { id } of [admin, peer, root])
      expect(await rowOf(id)).toMatchObject({ status: 1, DeletedAt: null });
    const audited = await gateway.app.domain.store.db
      .selectFrom('audit_log')
      .select('object_id')
      .where('action', '=', 'manageUsers')
      .execute();
    expect(audited).toHaveLength(2 * actions.length);
    expect((await batch('group')).code).toBe('group_invalid');
    expect((await batch('promote')).success).toBe(false);
  });

  test('a batch ends where its administrator is demoted meanwhile', async () => {
    const { store } = gateway.app.domain;
    const demoted = await gateway.user({ role: 10 });
    const ids = [(await gateway.user()).id, (await gateway.user()).id];
    const isLocked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const demotion = store.transaction(async (trx) => {
      await lockUser(trx, ids[0] as number);
      await updateUser(trx, demoted.id, { role: 1 });
      isLocked.resolve();
      await held.promise;
    });
    await isLocked.promise;
    const batch = demoted.call('POST', '/api/user/manage/batch', { ids, action: 'disable' });
    await untilBlocked(store);
    held.resolve();
    await demotion;
    await batch;
    expect((await findUserById(store.db, ids[1] as number))?.status).toBe(1);
  });

  test('every quota edit is one ledger row: the difference, the balance after it, who and why', async () => {
    const person = await gateway.user();
    await edit(admin, { id: person.id, quota: 700, quota_before: 0, reason: 'welcome' });
    await edit(root, { id: person.id, quota: 500, quota_before: 700, reason: 'typo' });
    await edit(root, { id: person.id, quota: 500, quota_before: 500 });
    expect(await ledgerOf(person.id)).toMatchObject([
      {
        kind: 'adjustment',
        amount: 700,
        balance_after: 700,
        actor_id: admin.id,
        reason: 'welcome',
      },
      { kind: 'adjustment', amount: -200, balance_after: 500, actor_id: root.id, reason: 'typo' },
    ]);
  });

  test('a quota change sent again is booked once, under another key or for another user it is booked again, and with another amount under the same key never', async () => {
    const person = await gateway.user({ name: 'again' });
    const add = (key: string, actor = admin) =>
      edit(actor, { id: person.id, quota: 100, quota_before: 0, idempotency_key: key });
    await Promise.all([add('first-try'), add('first-try')]);
    await add('first-try');
    expect(await self(person)).toMatchObject({ quota: 100 });
    await add('another-one');
    await add('first-try', root);
    expect(await self(person)).toMatchObject({ quota: 300 });
    const other = { id: person.id, idempotency_key: 'first-try' };
    expect(await edit(admin, { ...other, quota: 150, quota_before: 0 })).toBe(
      'idempotency_key_reused',
    );
    expect(await edit(admin, { ...other, quota: 150 })).toBe('idempotency_key_reused');
    expect(await edit(admin, { ...other, quota: 100, reason: 'other' })).toBe(
      'idempotency_key_reused',
    );
    expect(await self(person)).toMatchObject({ quota: 300 });
    expect(await edit(root, { id: person.id, quota: 1, idempotency_key: 'a b' })).toBe(
      'invalid_parameter',
    );
  });

  test('users can change their username to a free one, and the old one no longer signs in', async () => {
    const person = await gateway.user({ name: 'before' });
    const rename = async (username: string) =>
      (await person.call('PUT', '/api/user/self', { username })).body.code ?? 'done';
    expect([await rename('ROOT'), await rename('a b'), await rename('after')]).toEqual([
      'username_taken',
      'username_invalid',
      'done',
    ]);
    expect(await self(person)).toMatchObject({ username: 'after' });
    await gateway.login('after', 'password1');
    await expect(gateway.login('before', 'password1')).rejects.toThrow();
  });

  test('a refused edit changes nothing, not even the quota', async () => {
    const person = await gateway.user({ name: 'unlucky' });
    expect(
      await edit(root, {
        id: person.id,
        quota: 900,
        username: 'the-admin',
        display_name: 'New',
        group: 'vip',
      }),
    ).toBe('username_taken');
    expect(await self(person)).toMatchObject({
      quota: 0,
      username: 'unlucky',
      display_name: 'unlucky',
      group: 'default',
    });
    expect(await ledgerOf(person.id)).toEqual([]);
  });

  test.each([
    [{ quota: 9_000_000_000_001 }],
    [{ quota: 1e300 }],
    [{ quota: '5' }],
    [{ quota: null }],
    [{ quota: 9_000_000_000_000, quota_before: -9_000_000_000_000 }],
    [{ quota: 0, quota_before: 1e300 }],
  ])('a quota like %j is refused', async (fields) => {
    const person = await gateway.user();
    expect(await edit(root, { id: person.id, ...fields })).toBe('quota_invalid');
    expect(await ledgerOf(person.id)).toEqual([]);
  });

  test('a group that does not exist is refused, and one that a user already has is kept', async () => {
    const person = await gateway.user();
    const edit = async (group: string) =>
      (await gateway.root.call('PUT', '/api/user/', { id: person.id, group })).body.code ?? 'done';
    expect(await edit('default,nobody')).toBe('channel_group_unknown');
    expect(await edit('default,vip')).toBe('done');
    await gateway.setOption('GroupRatio', '{"default":1}');
    expect(await edit('vip,default')).toBe('done');
    await gateway.setOption('GroupRatio', '{"default":1,"vip":1,"svip":1}');
  });

  test('differences cannot add up beyond the maximum balance', async () => {
    const person = await gateway.user();
    const add = () => edit(root, { id: person.id, quota: 6_000_000_000_000, quota_before: 0 });
    expect([await add(), await add()]).toEqual(['done', 'quota_invalid']);
    expect(await self(person)).toMatchObject({ quota: 6_000_000_000_000 });
  });

  test('a change that would make the balance negative is refused as a whole', async () => {
    const person = await gateway.user({ quota: 100 });
    expect(await edit(root, { id: person.id, quota: 0, quota_before: 101 })).toBe(
      'quota_below_zero',
    );
    expect(await self(person)).toMatchObject({ quota: 100 });
  });

  test('the list can be filtered by role and status, and deleted users match no status', async () => {
    const made = await Promise.all(
      ['sorted-a', 'sorted-b', 'sorted-c'].map((name) => gateway.user({ name })),
    );
    const chief = await gateway.user({ role: 10, name: 'sorted-d' });
    const manage = (id: number, action: string) =>
      root.call('POST', '/api/user/manage', { id, action });
    await manage(made[1]?.id ?? 0, 'disable');
    await manage(made[2]?.id ?? 0, 'delete');
    const found = async (query: string) => {
      const { body } = await admin.call('GET', `/api/user/search?keyword=sorted-&${query}`);
      return (body.data.items as { id: number }[]).map(({ id }) => id);
    };
    expect(await found('role=10')).toEqual([chief.id]);
    expect(await found('status=1&role=1')).toEqual([made[0]?.id]);
    expect(await found('status=2')).toEqual([made[1]?.id]);
    expect((await found('role=x&status=-1')).length).toBe(4);
  });

  test('fields that the editor may not change are ignored', async () => {
    const person = await gateway.user();
    await edit(admin, {
      id: person.id,
      display_name: 'Edited',
      status: 2,
      aff_quota: 5,
      aff_code: 'mine',
      inviter_id: 1,
      used_quota: 5,
      held: 5,
      request_count: 5,
      email: 'x@y.example',
      DeletedAt: 1,
      deleted_at: 1,
      password_hash: 'x',
      access_token_hash: 'x',
      factory_password: 1,
    });
    expect(await self(person)).toMatchObject({
      display_name: 'Edited',
      status: 1,
      role: 1,
      aff_quota: 0,
      inviter_id: 0,
      used_quota: 0,
      request_count: 0,
      email: '',
      DeletedAt: null,
    });
  });

  test('nobody gains a role by an edit or a creation: not by a role as text, not on their own account', async () => {
    const person = await gateway.user();
    for (const role of [10, 100, '100', 1.5, -1])
      expect([role, await edit(admin, { id: person.id, role })]).not.toEqual([role, 'done']);
    expect(await edit(admin, { id: admin.id, display_name: 'x' })).toBe(
      'cannot_update_same_or_higher',
    );
    expect(await edit(root, { id: root.id, quota: 1 })).toBe('cannot_update_same_or_higher');
    for (const role of [10, 100, '10', 0]) {
      const made = await admin.call('POST', '/api/user/', {
        username: `up${role}`,
        password: 'password1',
        role,
      });
      expect([role, made.body.success]).toEqual([role, false]);
    }
    expect(await self(person)).toMatchObject({ role: 1 });
  });

  test.each(['ｒｏｏｔ', 'ROOT', 'RooT'])(
    '%s counts as the name root and is taken',
    async (username) => {
      const answer = await root.call('POST', '/api/user/', { username, password: 'password1' });
      expect(answer.body.code).toBe('username_taken');
    },
  );

  test('names in any script are counted in characters and sign in however they are composed', async () => {
    const composed = 'Café'.normalize('NFC');
    await gateway.user({ name: composed });
    await gateway.login(composed.normalize('NFD'), 'password1');
    const longest = `a${'𝒜'.repeat(11)}`;
    const created = await root.call('POST', '/api/user/', {
      username: longest,
      password: 'password1',
    });
    expect(created.body.data).toMatchObject({ username: longest, display_name: longest });
    const tooLong = await root.call('POST', '/api/user/', {
      username: '𝒜'.repeat(13),
      password: 'password1',
    });
    expect(tooLong.body.code).toBe('username_invalid');
  });

  test.each(['disable', 'delete'] as const)(
    'after %s the session, the access token and every key end at once, and the login is refused',
    async (action) => {
      const person = await gateway.user({ quota: 1000, name: `gone-${action}` });
      const access = (await person.call('GET', '/api/user/token')).body.data as unknown as string;
      const { secret } = await gateway.token(person);
      const statuses = async () => {
        const ask = async (path: string, credential: string) =>
          (
            await fetch(gateway.url + path, {
              headers: { authorization: `Bearer ${credential}` },
            })
          ).status;
        return [
          await ask('/api/user/self', person.token),
          await ask('/api/user/self', access),
          await ask('/v1/models', secret),
        ];
      };
      expect(await statuses()).toEqual([200, 200, 200]);
      await root.call('POST', '/api/user/manage', { id: person.id, action });
      expect(await statuses()).toEqual([401, 401, 403]);
      const login = await gateway.visitor.call('POST', '/api/user/login', {
        username: `gone-${action}`,
        password: 'password1',
      });
      expect(login.body.code).toBe('user_disabled');
    },
  );

  test('a deleted user stays in the list with the time, and no call affects them any more', async () => {
    const person = await gateway.user({ name: 'ghost' });
    await root.call('POST', '/api/user/manage', { id: person.id, action: 'delete' });
    const { data } = (await root.call('GET', '/api/user/search?keyword=ghost')).body;
    expect(data.items).toMatchObject([{ id: person.id, DeletedAt: expect.any(Number) }]);
    expect(await edit(root, { id: person.id, display_name: 'x' })).toBe('user_not_found');
    for (const action of ['enable', 'promote', 'delete'])
      expect(
        (await root.call('POST', '/api/user/manage', { id: person.id, action })).body.code,
      ).toBe('user_not_found');
  });

  test("a new password set by an administrator ends the user's sessions", async () => {
    const person = await gateway.user();
    await edit(admin, { id: person.id, password: 'another-password' });
    expect((await person.call('GET', '/api/user/self')).status).toBe(401);
  });

  test("management is logged in the reader's language; only administrators see who acted", async () => {
    const person = await gateway.user({ name: 'noted' });
    await edit(admin, { id: person.id, quota: 5, quota_before: 0, reason: 'for fun' });
    await edit(admin, { id: person.id, group: 'vip' });
    const read = async (client: Client, path: string, language: string) =>
      (
        (await client.call('GET', path, undefined, { 'accept-language': language })).body.data
          .items as { content: string; other: string }[]
      ).map(({ content, other }) => `${content} ${other}`);
    const all = '/api/log/?type=3&username=noted';
    expect((await read(admin, all, 'en')).map((text) => text.split(' {')[0])).toEqual([
      `Account edited: group, by the-admin (${admin.id})`,
      `Quota +$0.00001, now $0.00001. for fun, by the-admin (${admin.id})`,
      'Account created, by root (1)',
    ]);
    expect((await read(admin, all, 'zh'))[0]).toContain('账户已修改：group');
    const own = await read(person, '/api/log/self/?type=3', 'zh');
    expect(own[1]).toContain('额度 +$0.00001，现为 $0.00001。for fun');
    expect(own.join()).not.toContain('the-admin');
  });

  test('a page beyond the end is empty and still has the total', async () => {
    for (const path of ['/api/user/', '/api/token/', '/api/channel/', '/api/log/']) {
      const { data } = (await root.call('GET', `${path}?p=999999999&page_size=1000`)).body;
      expect([path, data.items, Number(data.total) >= 0]).toEqual([path, [], true]);
    }
  });
});
