import { optionRegistry } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { testOnce } from '../../test-support/test-once.ts';

const CANARY = 'canary-8f3a-secret';

describe.each(databaseKinds)('the rules of the console API on %s', (kind) => {
  // What no database has a part in is tested on one.
  const once = testOnce(kind);
  let gateway: TestGateway;
  let root: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    root = gateway.root;
  });
  afterAll(() => gateway.close());

  const code = async (answer: Promise<{ body: { code?: string; success: boolean } }>) =>
    (await answer).body.code ?? 'done';

  describe('login', () => {
    once('the factory password is reported until it is changed', async () => {
      const fresh = await startTestGateway({ kind });
      const login = (password: string) =>
        fresh.visitor.call('POST', '/api/user/login', { username: 'ROOT', password });
      expect((await login('123456')).body.data).toMatchObject({
        default_credentials: true,
        role: 100,
      });
      await fresh.root.call('PUT', '/api/user/self', {
        original_password: '123456',
        password: 'better-password',
      });
      expect((await login('better-password')).body.data).toMatchObject({
        default_credentials: false,
      });
      await fresh.close();
    });

    test('unknown user and wrong password give the same response; a disabled account is reported only with the right password', async () => {
      const person = await gateway.user({ name: 'sleeper' });
      await root.call('POST', '/api/user/manage', { id: person.id, action: 'disable' });
      const login = (username: string, password: string) =>
        code(gateway.visitor.call('POST', '/api/user/login', { username, password }));
      expect(await login('nobody', 'password1')).toBe('login_failed');
      expect(await login('sleeper', 'wrong-one')).toBe('login_failed');
      expect(await login('sleeper', 'password1')).toBe('user_disabled');
      expect(await login('', '')).toBe('login_fields_required');
    });

    once('too many attempts are refused with 429 and the time to wait', async () => {
      const strict = await startTestGateway({ kind, env: { RATE_LIMIT: 'on' } });
      // Attempts without a password count too, and cost no hash.
      const login = () => strict.visitor.call('POST', '/api/user/login', {});
      for (let attempt = 0; attempt < 20; attempt += 1) expect((await login()).status).toBe(200);
      const last = await login();
      expect([last.status, last.body.code]).toEqual([429, 'too_many_requests']);
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
      await strict.close();
    });

    test('password login can be disabled', async () => {
      await gateway.bindRoot();
      await gateway.setOption('PasswordLoginEnabled', 'false');
      expect(
        await code(
          gateway.visitor.call('POST', '/api/user/login', { username: 'root', password: '123456' }),
        ),
      ).toBe('login_disabled');
      await gateway.setOption('PasswordLoginEnabled', 'true');
    });
  });

  describe('user administration', () => {
    test('nobody acts on a user of the same or a higher role, and nobody on the super admin', async () => {
      const admin = await gateway.user({ role: 10 });
      const other = await gateway.user({ role: 10 });
      const person = await gateway.user();
      const manage = (actor: Client, id: number, action: string) =>
        code(actor.call('POST', '/api/user/manage', { id, action }));
      expect(await manage(admin, person.id, 'promote')).toBe('admin_cannot_promote');
      expect(await manage(admin, other.id, 'disable')).toBe('cannot_act_on_same_or_higher');
      expect(await manage(admin, other.id, 'delete')).toBe('cannot_delete_same_or_higher');
      expect(await manage(admin, 1, 'demote')).toBe('super_admin_cannot_be_demoted');
      expect(await manage(root, 1, 'disable')).toBe('super_admin_cannot_be_disabled');
      expect(await manage(root, 1, 'delete')).toBe('super_admin_cannot_be_deleted');
      expect(await code(root.call('DELETE', '/api/user/self'))).toBe(
        'super_admin_cannot_be_deleted',
      );
      expect(await manage(admin, admin.id, 'disable')).toBe('cannot_act_on_self');
      expect(await manage(root, person.id, 'fly')).toBe('unknown_action');
      expect(await manage(root, 999_999, 'disable')).toBe('user_not_found');
      expect(
        await code(
          admin.call('POST', '/api/user/', { username: 'boss', password: 'password1', role: 10 }),
        ),
      ).toBe('cannot_create_same_or_higher');
      expect(await code(admin.call('PUT', '/api/user/', { id: other.id, quota: 5 }))).toBe(
        'cannot_update_same_or_higher',
      );
      expect(await code(admin.call('PUT', '/api/user/', { id: person.id, role: 100 }))).toBe(
        'cannot_update_same_or_higher',
      );
      expect(
        (await root.call('POST', '/api/user/manage', { id: person.id, action: 'promote' })).body
          .data,
      ).toEqual({
        status: 1,
        role: 10,
      });
    });

    test('a banned user cannot be enabled', async () => {
      const person = await gateway.user();
      await gateway.app.domain.store.db
        .updateTable('users')
        .set({ status: 3 })
        .where('id', '=', person.id)
        .execute();
      expect(
        await code(root.call('POST', '/api/user/manage', { id: person.id, action: 'enable' })),
      ).toBe('banned_cannot_be_enabled');
    });

    test('quota is booked as a difference, with a ledger row and a management entry', async () => {
      const person = await gateway.user({ quota: 1000 });
      await root.call('PUT', '/api/user/', {
        id: person.id,
        quota: 1500,
        quota_before: 1000,
        reason: 'a gift',
      });
      await root.call('PUT', '/api/user/', { id: person.id, quota: 1200, quota_before: 1000 });
      expect((await person.call('GET', '/api/user/self')).body.data).toMatchObject({ quota: 1700 });
      const { body } = await root.call('GET', `/api/log/?type=3&page_size=50`);
      expect(
        (body.data.items as { content: string; user_id: number }[]).some(
          ({ content, user_id }) =>
            user_id === person.id && content.includes('+$0.001') && content.includes('a gift'),
        ),
      ).toBe(true);
      expect(await code(root.call('PUT', '/api/user/', { id: person.id, quota: -5 }))).toBe(
        'quota_invalid',
      );
      expect(await code(root.call('PUT', '/api/user/', { id: person.id, quota: 1.5 }))).toBe(
        'quota_invalid',
      );
    });

    test('users cannot raise their own role, quota or group', async () => {
      const person = await gateway.user();
      await person.call('PUT', '/api/user/self', {
        role: 100,
        quota: 5_000_000,
        group: 'svip',
        status: 1,
        inviter_id: 1,
        aff_quota: 99,
        display_name: 'Me',
      });
      expect((await person.call('GET', '/api/user/self')).body.data).toMatchObject({
        role: 1,
        quota: 0,
        group: 'default',
        inviter_id: 0,
        aff_quota: 0,
        display_name: 'Me',
      });
    });

    test.each([
      [{ username: '', password: 'password1' }, 'user_fields_required'],
      [{ username: 'a b', password: 'password1' }, 'username_invalid'],
      [{ username: 'a@b', password: 'password1' }, 'username_invalid'],
      [{ username: '1234567890123', password: 'password1' }, 'username_invalid'],
      [{ username: 'ok', password: 'seven77' }, 'password_length'],
      [{ username: 'ok', password: 'x'.repeat(21) }, 'password_length'],
      [{ username: 'RoOt', password: 'password1' }, 'username_taken'],
    ])('a user like %j is refused with %s', async (body, expected) => {
      expect(await code(root.call('POST', '/api/user/', body))).toBe(expected);
    });

    test('the search takes wildcards literally and matches each field', async () => {
      await gateway.user({ name: 'find%me_x' });
      const found = async (keyword: string) =>
        (
          (await root.call('GET', `/api/user/search?keyword=${encodeURIComponent(keyword)}`)).body
            .data.items as {
            username: string;
          }[]
        ).map(({ username }) => username);
      expect(await found('%ME_')).toEqual(['find%me_x']);
      expect(await found('d_me')).toEqual([]);
      expect(await found('1')).toContain('root');
    });
  });

  describe('options', () => {
    once(
      'every key of the registry is stored, read back as a string, and refused if it is nonsense',
      async () => {
        for (const { key, secret, default: initial, seeded } of optionRegistry) {
          if (secret || seeded) continue;
          expect([
            key,
            await code(
              root.call('PUT', '/api/option/', { key, value: initial === '' ? '' : initial }),
            ),
          ]).toEqual([key, 'done']);
        }
        const listed = (await root.call('GET', '/api/option/')).body.data as unknown as {
          key: string;
          value: unknown;
        }[];
        expect(listed.every(({ value }) => typeof value === 'string')).toBe(true);
        expect(await code(root.call('PUT', '/api/option/', { key: 'Nope', value: '1' }))).toBe(
          'option_unknown',
        );
        for (const [key, value, expected] of [
          ['ModelRatio', '{', 'option_invalid_json'],
          ['ModelRatio', '{"a":-1}', 'option_invalid_json'],
          ['RetryTimes', 'x', 'option_invalid_integer'],
          ['RetryTimes', '1.5', 'option_invalid_integer'],
          ['Price', 'x', 'option_invalid_number'],
          ['LifeTime', '4', 'option_lifetime_invalid'],
          ['LifeTime', '721', 'option_lifetime_invalid'],
          ['LifeTime', '10.5', 'option_lifetime_invalid'],
          ['MinTopUp', '0', 'option_out_of_range'],
          ['Price', '-1', 'option_out_of_range'],
          ['DrawingEnabled', 'maybe', 'option_invalid_boolean'],
          ['DataExportDefaultTime', 'year', 'option_invalid_choice'],
          ['ServerAddress', 'javascript:alert(1)', 'option_invalid_url'],
          ['ServerAddress', 'https://name:password@gate.example', 'option_invalid_url'],
          ['PayAddress', 'https://pay.example:99999', 'option_invalid_url'],
          ['UsdtApiUrl', 'https://a|b', 'option_invalid_url'],
          ['SMTPServer', 'smtp://mail.example', 'option_invalid_host'],
          ['SMTPServer', 'mail.example:465', 'option_invalid_host'],
          ['Chats', '[{"x":"javascript:1"}]', 'option_invalid_json'],
          ['Chats', '[{"x":"https://"}]', 'option_invalid_json'],
          ['Notice', 'x'.repeat(100_001), 'option_too_long'],
        ])
          expect([
            key,
            value?.slice(0, 20),
            await code(root.call('PUT', '/api/option/', { key, value })),
          ]).toEqual([key, value?.slice(0, 20), expected]);
      },
    );

    test.each([
      'https://[2001:db8::1]:8443/gate',
      'https://例子.测试',
      'https://{address}/#/?settings={"key":"{key}","url":"{address}"}',
    ])('%s is an address', async (address) => {
      expect(
        await code(root.call('PUT', '/api/option/', { key: 'ChatLink', value: address })),
      ).toBe('done');
    });

    test('addresses lose their trailing slash', async () => {
      await gateway.setOption('ServerAddress', ' https://gate.example/ ');
      expect((await root.call('GET', '/api/status')).body.data).toMatchObject({
        server_address: 'https://gate.example',
      });
    });

    test('a batch with one bad value changes nothing', async () => {
      const options = [
        { key: 'RetryTimes', value: '7' },
        { key: 'Price', value: 'nope' },
      ];
      expect(await code(root.call('POST', '/api/option/batch', { options }))).toBe(
        'option_invalid_number',
      );
      const listed = (await root.call('GET', '/api/option/')).body.data as unknown as {
        key: string;
        value: string;
      }[];
      expect(listed.find(({ key }) => key === 'RetryTimes')?.value).toBe('0');
    });

    test('only the super admin sets the top-up link', async () => {
      const admin = await gateway.user({ role: 10 });
      expect(
        (await admin.call('PUT', '/api/option/', { key: 'TopUpLink', value: 'https://x.example' }))
          .status,
      ).toBe(403);
      expect(
        await code(
          root.call('PUT', '/api/option/', { key: 'TopUpLink', value: 'https://x.example' }),
        ),
      ).toBe('done');
    });

    once(
      'a secret leaves the server nowhere: not in options, status, history, users, logs or errors',
      async () => {
        const admin = await gateway.user({ role: 10 });
        for (const { key, secret } of optionRegistry)
          if (secret) await gateway.setOption(key, `${CANARY}-${key}`);
        await gateway.channel({
          name: 'canary',
          key: `${CANARY}-channel`,
          base_url: 'http://127.0.0.1:9',
        });
        await root.call('GET', '/api/channel/test/1');
        for (const path of [
          '/api/option/',
          '/api/status',
          '/api/option/history',
          '/api/user/',
          '/api/log/',
          '/api/channel/',
          '/api/channel/search?keyword=canary',
          '/api/channel/1',
          '/api/channel/?tag_mode=true',
          '/api/openapi.json',
        ])
          for (const client of [root, admin])
            expect([
              path,
              JSON.stringify((await client.call('GET', path)).body).includes(CANARY),
            ]).toEqual([path, false]);
        const rows = await gateway.app.domain.store.db.selectFrom('options').selectAll().execute();
        expect(JSON.stringify(rows)).not.toContain(CANARY);
      },
    );
  });

  describe('tokens', () => {
    test("another user's key looks like a missing one, for administrators too", async () => {
      const token = await gateway.token(await gateway.user());
      for (const [method, path, body] of [
        ['GET', `/api/token/${token.id}`],
        ['PUT', '/api/token/', { id: token.id, name: 'mine' }],
        ['DELETE', `/api/token/${token.id}/`],
      ] as const)
        expect([method, await code(root.call(method, path, body))]).toEqual([
          method,
          'token_not_found',
        ]);
    });

    test.each([
      [{ name: 'x'.repeat(31) }, 'token_name_length'],
      [{ name: '' }, 'token_name_length'],
      [{ name: 'k', group: 'svip' }, 'token_group_not_usable'],
      [{ name: 'k', allow_ips: '10.0.0.0/8\nnonsense' }, 'allow_ips_invalid'],
      [{ name: 'k', remain_quota: -1 }, 'quota_invalid'],
      [{ name: 'k', expired_time: 0 }, 'expired_time_invalid'],
    ])('a key like %j is refused with %s', async (body, expected) => {
      expect(await code((await gateway.user()).call('POST', '/api/token/', body))).toBe(expected);
    });

    test('an edit changes only what it names, and an expired key cannot be enabled by a switch', async () => {
      const person = await gateway.user();
      const token = await gateway.token(person, { name: 'k', rate_limit: 5, expired_time: 1 });
      const { body } = await person.call('PUT', '/api/token/', { id: token.id, name: 'renamed' });
      expect(body.data).toMatchObject({
        name: 'renamed',
        rate_limit: 5,
        expired_time: 1,
        status: 3,
      });
      expect(
        await code(
          person.call('PUT', '/api/token/?status_only=true', {
            id: token.id,
            status: 1,
            name: 'ignored',
          }),
        ),
      ).toBe('token_expired_cannot_enable');
    });
  });
});
