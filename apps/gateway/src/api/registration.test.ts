import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';
import { findLedgerDifferences } from '../store/ledger-repository.ts';

describe.each(databaseKinds)('registration on %s', (kind) => {
  let scene: MailScene;
  let names = 0;
  beforeAll(async () => {
    scene = await startMailScene(kind);
  });
  afterAll(() => scene.close());

  const fresh = () => ({ username: `new${(names += 1)}`, password: 'password1' });
  const register = async (fields: Record<string, unknown>) =>
    (await scene.gateway.visitor.call('POST', '/api/user/register', fields)).body;
  const verified = async <Result>(work: () => Promise<Result>) => {
    await scene.gateway.setOption('EmailVerificationEnabled', 'true');
    try {
      return await work();
    } finally {
      await scene.gateway.setOption('EmailVerificationEnabled', 'false');
    }
  };
  const rowOf = (username: string) =>
    scene.gateway.app.domain.store.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirstOrThrow();

  test('whoever registers can log in, as a regular user with an empty balance and no email address', async () => {
    const person = fresh();
    const answer = await register({ ...person, password2: 'password1', email: 'x@example.org' });
    expect(answer).toMatchObject({ success: true, data: null });
    const client = await scene.gateway.login(person.username, person.password);
    expect((await client.call('GET', '/api/user/self')).body.data).toMatchObject({
      username: person.username,
      role: 1,
      status: 1,
      quota: 0,
      email: '',
      inviter_id: 0,
    });
  });

  test('invalid names and passwords and mismatched passwords are refused', async () => {
    const refused = [
      [{ password: 'password1' }, 'username_invalid'],
      [{ ...fresh(), username: 'a b' }, 'username_invalid'],
      [{ ...fresh(), username: 'a'.repeat(13) }, 'username_invalid'],
      [{ username: 'nobody' }, 'password_length'],
      [{ ...fresh(), password: '1234567' }, 'password_length'],
      [{ ...fresh(), password: 'a'.repeat(21) }, 'password_length'],
      [{ ...fresh(), password2: 'password2' }, 'passwords_differ'],
    ] as const;
    for (const [fields, code] of refused)
      expect(await register(fields)).toMatchObject({ success: false, code });
  });

  test('nobody registers with a password while any required switch is off, including password login, and the status says so', async () => {
    const offers = async () => {
      const { body } = await scene.gateway.visitor.call('GET', '/api/status');
      return { any: body.data.register, byPassword: body.data.password_register };
    };
    const { setOption } = scene.gateway;
    await scene.gateway.bindRoot();
    expect(await offers()).toEqual({ any: true, byPassword: true });
    for (const key of ['RegisterEnabled', 'PasswordRegisterEnabled', 'PasswordLoginEnabled']) {
      await setOption(key, 'false');
      expect([key, (await register(fresh())).code]).toEqual([key, 'registration_disabled']);
      // An enabled login provider is a separate way to register.
      expect([key, await offers()]).toEqual([
        key,
        { any: key !== 'RegisterEnabled', byPassword: false },
      ]);
      await setOption(key, 'true');
    }
    await setOption('TelegramOAuthEnabled', 'false');
    await setOption('PasswordRegisterEnabled', 'false');
    expect(await offers()).toEqual({ any: false, byPassword: false });
    await setOption('PasswordRegisterEnabled', 'true');
  });

  test('of many concurrent requests for one name, in any letter case, one gets it', async () => {
    const { username, password } = fresh();
    const answers = await Promise.all(
      [username, username.toUpperCase(), username].map((name) =>
        register({ username: name, password }),
      ),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'username_taken')).toHaveLength(2);
  });

  test('with email verification on, the code from the mail creates an account with that address', () =>
    verified(async () => {
      const [person, email] = [fresh(), scene.address()];
      const code = await scene.code(email);
      expect(await register({ ...person, email, verification_code: code })).toMatchObject({
        success: true,
      });
      expect(await rowOf(person.username)).toMatchObject({ email, email_lower: email });
    }));

  test('with email verification on, no account is created without an address and its correct code', () =>
    verified(async () => {
      const email = scene.address();
      const code = await scene.code(email);
      const other = scene.address();
      const refused = [
        [{}, 'email_required'],
        [{ email }, 'verification_code_required'],
        [{ email, verification_code: 'nope' }, 'verification_code_wrong'],
        [{ email: other, verification_code: code }, 'verification_code_wrong'],
        [{ email: 'no address', verification_code: code }, 'email_invalid'],
      ] as const;
      for (const [fields, wanted] of refused)
        expect(await register({ ...fresh(), ...fields })).toMatchObject({
          success: false,
          code: wanted,
        });
    }));

  test('a code creates one account, at any concurrency', () =>
    verified(async () => {
      const email = scene.address();
      const verification_code = await scene.code(email);
      const answers = await Promise.all(
        [1, 2, 3].map(() => register({ ...fresh(), email, verification_code })),
      );
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
    }));

  test('a taken name does not use up the code', () =>
    verified(async () => {
      const [taken, email] = [fresh(), scene.address()];
      const verification_code = await scene.code(email);
      const user = await scene.gateway.user({ name: taken.username });
      expect(user.id).toBeGreaterThan(0);
      for (let round = 0; round < 6; round += 1)
        expect((await register({ ...taken, email, verification_code })).code).toBe(
          'username_taken',
        );
      expect((await register({ ...fresh(), email, verification_code })).success).toBe(true);
    }));

  test('the address of a deleted account can be used again, and stays with its new account when the old one is restored', () =>
    verified(async () => {
      const [person, email] = [fresh(), scene.address()];
      const gone = await scene.userWith(email);
      await gone.call('DELETE', '/api/user/self');
      const verification_code = await scene.code(email);
      expect((await register({ ...person, email, verification_code })).success).toBe(true);
      const heir = await scene.gateway.login(email, person.password);
      expect(heir.id).not.toBe(gone.id);
      const restored = await scene.gateway.root.call('POST', `/api/user/${gone.id}/restore`);
      expect(restored.body.data).toMatchObject({ id: gone.id, email: '' });
      expect((await scene.gateway.login(email, person.password)).id).toBe(heir.id);
    }));

  describe('rewards', () => {
    const rewards = { QuotaForNewUser: '1000', QuotaForInvitee: '300', QuotaForInviter: '50' };
    beforeAll(async () => {
      for (const [key, value] of Object.entries(rewards)) await scene.gateway.setOption(key, value);
    });
    afterAll(async () => {
      for (const key of Object.keys(rewards)) await scene.gateway.setOption(key, '0');
    });

    const logOf = async (userId: number) =>
      (
        await scene.gateway.app.domain.store.db
          .selectFrom('logs')
          .select('content')
          .where('user_id', '=', userId)
          .where('type', '=', 4)
          .orderBy('id')
          .execute()
      ).map(({ content }) => content);
    const self = async (client: { call: MailScene['gateway']['root']['call'] }) =>
      (await client.call('GET', '/api/user/self')).body.data;

    test('a new user gets the gift; an invited one more, and the inviter pending earnings: in balance, ledger and log', async () => {
      const inviter = await scene.gateway.user();
      const { aff_code } = await self(inviter);
      const [alone, invited] = [fresh(), fresh()];
      expect((await register(alone)).success).toBe(true);
      expect((await register({ ...invited, aff_code })).success).toBe(true);
      const [first, second] = [await rowOf(alone.username), await rowOf(invited.username)];
      expect([first.quota, first.inviter_id]).toEqual([1000, 0]);
      expect([second.quota, second.inviter_id, second.total_topup]).toEqual([1300, inviter.id, 0]);
      expect(await self(inviter)).toMatchObject({
        quota: 0,
        aff_count: 1,
        aff_quota: 50,
        aff_history_quota: 50,
      });
      expect(await findLedgerDifferences(scene.gateway.app.domain.store.db)).toEqual([]);
      expect(await logOf(first.id)).toEqual(['$0.002 added for registering']);
      expect(await logOf(second.id)).toEqual([
        '$0.002 added for registering',
        '$0.0006 added for registering by invitation',
      ]);
      expect(await logOf(inviter.id)).toEqual([
        `Earned $0.0001 (pending) for inviting ${invited.username}`,
      ]);
    });

    test('gifts are given once per address: an account created again earns nobody anything', () =>
      verified(async () => {
        const inviter = await scene.gateway.user({ name: `inv${(names += 1)}` });
        const { aff_code } = await self(inviter);
        const email = scene.address();
        const balances = [];
        for (const person of [fresh(), fresh()]) {
          const verification_code = await scene.code(email);
          scene.clock.advance(30_000);
          await register({ ...person, email, verification_code, aff_code });
          const { quota, inviter_id } = await rowOf(person.username);
          balances.push([quota, inviter_id]);
          const client = await scene.gateway.login(person.username, person.password);
          await client.call('DELETE', '/api/user/self');
        }
        expect(balances).toEqual([
          [1300, inviter.id],
          [0, 0],
        ]);
        expect(await self(inviter)).toMatchObject({ aff_count: 1, aff_quota: 50 });
      }));

    test('a gift can be spent at once', async () => {
      const person = fresh();
      await register(person);
      const client = await scene.gateway.login(person.username, person.password);
      const { wallet } = scene.gateway.app.domain;
      const reserved = await wallet.reserve({
        userId: client.id,
        limitedApiKeyId: undefined,
        amount: 1000,
      });
      expect(reserved).toMatchObject({ amount: 1000 });
      if (typeof reserved === 'object') wallet.void(reserved);
    });

    test('unknown codes, and those of deleted and disabled users, invite nobody', async () => {
      const [deleted, disabled] = [await scene.gateway.user(), await scene.gateway.user()];
      const codes = ['nobody', (await self(deleted)).aff_code, (await self(disabled)).aff_code];
      await deleted.call('DELETE', '/api/user/self');
      await scene.gateway.root.call('POST', '/api/user/manage', {
        id: disabled.id,
        action: 'disable',
      });
      for (const aff_code of codes) {
        const person = fresh();
        expect((await register({ ...person, aff_code })).success).toBe(true);
        expect(await rowOf(person.username)).toMatchObject({ quota: 1000, inviter_id: 0 });
      }
    });

    test('a failed registration earns nobody anything', async () => {
      const inviter = await scene.gateway.user({ name: `inv${(names += 1)}` });
      const { aff_code } = await self(inviter);
      const { username, password } = fresh();
      await Promise.all([1, 2, 3].map(() => register({ username, password, aff_code })));
      expect(await self(inviter)).toMatchObject({ aff_count: 1, aff_quota: 50 });
      expect(await findLedgerDifferences(scene.gateway.app.domain.store.db)).toEqual([]);
    });
  });
});
