import { loginProviderTable } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type LoginScene, openLoginScene } from '../../test-support/login-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import { untilBlocked } from '../../test-support/until-blocked.ts';
import { setRegistrationCodeDisabled } from '../store/registration-codes-repository.ts';

const DAY = 86_400;
let people = 5000;

describe.each(databaseKinds)('registration by invitation on %s', (kind) => {
  let scene: LoginScene;
  beforeAll(async () => {
    scene = await openLoginScene(kind);
    await scene.gateway.setOption('RegistrationCodeRequired', 'true');
  });
  afterAll(() => scene.close());

  const root = () => scene.gateway.root;
  const makeCodes = async (body: Record<string, unknown> = {}) =>
    (await root().call('POST', '/api/registration-code/', { name: 'test', uses: 1, ...body })).body
      .data as unknown as string[];
  const makeCode = async (body: Record<string, unknown> = {}) => (await makeCodes(body))[0] ?? '';
  const listed = async (keyword: string) => {
    const { body } = await root().call('GET', `/api/registration-code/?keyword=${keyword}`);
    return body.data.items as { id: number; tail: string; state: string; uses: number }[];
  };
  const register = async (code: string | undefined, username = `p${(people += 1)}`) => {
    const { body } = await scene.gateway.visitor.call('POST', '/api/user/register', {
      username,
      password: 'password1',
      ...(code === undefined ? {} : { registration_code: code }),
    });
    return body.code ?? 'done';
  };

  test('requires a code, lists who used it, and shows it only when it is created', async () => {
    const code = await makeCode({ name: `friends-${kind}` });
    expect(code).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(await register(undefined)).toBe('registration_code_required');
    const username = `guest${kind.slice(0, 4)}`;
    expect(await register(` ${code} `, username)).toBe('done');
    const [row] = await listed(`friends-${kind}`);
    expect(row).toMatchObject({ tail: code.slice(-4), state: 'used', uses: 1, creator: 'root' });
    expect(JSON.stringify(row)).not.toContain(code);
    const users = await root().call('GET', `/api/registration-code/${row?.id}/users`);
    expect(users.body.data).toMatchObject([{ username }]);
  });

  test('lists those who used a code last first', async () => {
    const code = await makeCode({ name: `order-${kind}`, uses: 3 });
    for (const name of ['one', 'two', 'three'])
      expect(await register(code, `${name}${kind.slice(0, 4)}`)).toBe('done');
    const [row] = await listed(`order-${kind}`);
    const read = async () => {
      const { body } = await root().call('GET', `/api/registration-code/${row?.id}/users`);
      return body.data as { user_id: number; used_at: number }[];
    };
    const [three, two, one] = await read();
    const { db } = scene.gateway.app.domain.store;
    await db
      .updateTable('registration_code_uses')
      .set({ used_at: (two?.used_at ?? 0) + 60 })
      .where('user_id', '=', two?.user_id ?? 0)
      .execute();
    expect((await read()).map(({ user_id: id }) => id)).toEqual(
      [two, three, one].map((user) => user?.user_id),
    );
  });

  test('responds the same for a code that is unknown, used up, expired or disabled, before checking the name', async () => {
    const { db } = scene.gateway.app.domain.store;
    const [used, expired, disabled] = await makeCodes({ name: `dead-${kind}`, count: 3 });
    expect(await register(used)).toBe('done');
    await db
      .updateTable('registration_codes')
      .set({ expires_at: 1 })
      .where('tail', '=', expired?.slice(-4) ?? '')
      .execute();
    const row = (await listed(disabled?.slice(-4) ?? '')).at(0);
    await root().call('PUT', '/api/registration-code/', { id: row?.id, disabled: true });
    for (const code of ['unknown', used, expired, disabled])
      expect(await register(code, 'root')).toBe('registration_code_invalid');
    for (const [state, code] of Object.entries({ used, expired, disabled }))
      expect(await listed(`dead-${kind}&state=${state}`)).toMatchObject([
        { state, tail: code?.slice(-4) },
      ]);
  });

  test('admits as many people as a code has uses, however many come concurrently', async () => {
    const code = await makeCode({ uses: 3 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => register(code)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(3);
    expect(new Set(answers)).toEqual(new Set(['done', 'registration_code_invalid']));
  });

  test('admits nobody with a code that is being disabled', async () => {
    const code = await makeCode({ name: `going-${kind}` });
    const [row] = await listed(`going-${kind}`);
    const { store } = scene.gateway.app.domain;
    const held = Promise.withResolvers<void>();
    const disabled = Promise.withResolvers<void>();
    const disabling = store.transaction(async (trx) => {
      await setRegistrationCodeDisabled(trx, row?.id ?? 0, true);
      disabled.resolve();
      await held.promise;
    });
    await disabled.promise;
    const answer = register(code);
    await untilBlocked(store);
    held.resolve();
    await disabling;
    expect(await answer).toBe('registration_code_invalid');
  });

  test('does not use up a code if the registration fails otherwise', async () => {
    const code = await makeCode();
    expect(await register(code, 'root')).toBe('username_taken');
    expect(await register(code)).toBe('done');
  });

  test.each(loginProviderTable.map((provider) => [provider.name, provider] as const))(
    'applies to a first login by %s, which passes the code on, and to no later one',
    async (_name, provider) => {
      people += 1;
      const person = { subject: people, username: `u${people}`, name: '' };
      const login = async (code?: string) =>
        (await scene.login(provider, person, undefined, undefined, code)).body;
      expect((await login()).code).toBe('registration_code_required');
      expect((await login('unknown')).code).toBe('registration_code_invalid');
      const code = await makeCode();
      expect((await login(code)).success).toBe(true);
      expect((await login()).success).toBe(true);
      expect(await register(code)).toBe('registration_code_invalid');
    },
  );

  test('lets users create as many codes as the site allows, even concurrently, each valid once for a month', async () => {
    const user = await scene.gateway.user();
    const make = async (who: Client) =>
      (await who.call('POST', '/api/user/self/registration-codes')).body;
    expect((await make(user)).code).toBe('registration_codes_used_up');
    await scene.gateway.setOption('RegistrationCodesPerUser', '2');
    const made = await Promise.all(Array.from({ length: 5 }, () => make(user)));
    const codes = made.flatMap(({ success, data }) => (success ? [String(data)] : []));
    expect(codes).toHaveLength(2);
    const { data } = (await user.call('GET', '/api/user/self/registration-codes')).body;
    expect(data).toMatchObject({ left: 0, items: [{ uses_max: 1 }, { uses_max: 1 }] });
    const [own] = data.items as { created_at: number; expires_at: number }[];
    expect((own?.expires_at ?? 0) - (own?.created_at ?? 0)).toBe(30 * DAY);
    expect(await register(codes[0])).toBe('done');
    expect(await register(codes[0])).toBe('registration_code_invalid');
  });

  test('admits nobody with the own code of a user who is disabled or deleted, until they are back', async () => {
    await scene.gateway.setOption('RegistrationCodesPerUser', '2');
    const user = await scene.gateway.user();
    const make = async () =>
      String((await user.call('POST', '/api/user/self/registration-codes')).body.data);
    const [first, second] = [await make(), await make()];
    const manage = (action: string) =>
      root().call('POST', '/api/user/manage', { id: user.id, action });
    const stateOf = async (code: string) => (await listed(code.slice(-4))).at(0)?.state;
    await manage('disable');
    expect(await register(first)).toBe('registration_code_invalid');
    expect(await stateOf(first)).toBe('disabled');
    expect(await listed(`${first.slice(-4)}&state=usable`)).toEqual([]);
    await manage('enable');
    expect(await stateOf(first)).toBe('usable');
    expect(await register(first)).toBe('done');
    await manage('delete');
    expect(await register(second)).toBe('registration_code_invalid');
  });

  test('refuses codes that are already expired when created, and numbers beyond the limits', async () => {
    const refused = async (body: Record<string, unknown>) =>
      (await root().call('POST', '/api/registration-code/', { name: 'test', uses: 1, ...body }))
        .body.code;
    expect(await refused({ expires_at: 5 })).toBe('registration_code_expiry_past');
    expect(await refused({ uses: 0 })).toBe('registration_code_number');
    expect(await refused({ count: 101 })).toBe('registration_code_number');
  });
});
