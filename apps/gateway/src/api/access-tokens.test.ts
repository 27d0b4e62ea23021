import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import { untilBlocked } from '../../test-support/until-blocked.ts';
import { recoverAccess } from '../domain/accounts/recover-access.ts';
import { nowSeconds } from '../platform/clock.ts';
import { insertScopedToken, listScopedTokens } from '../store/scoped-tokens-repository.ts';
import { lockUser } from '../store/users-repository.ts';

describe.each(databaseKinds)('access tokens on %s', (kind) => {
  let scene: MailScene;
  beforeAll(async () => {
    scene = await startMailScene(kind);
  });
  afterAll(() => scene.close());

  const tokenOf = async (client: Client) =>
    (await client.call('GET', '/api/user/token')).body.data as unknown as string;
  const byToken = (token: string, method: string, path: string, body?: unknown) =>
    scene.gateway.visitor.call(method, path, body, { authorization: `Bearer ${token}` });
  const works = async (token: string) =>
    (await byToken(token, 'GET', '/api/user/self')).status === 200;
  /** A refused response has no token. */
  const scopedTokenOf = async (client: Client) => {
    const draft = { name: 'ci', scopes: ['account:read'] };
    const { body } = await client.call('POST', '/api/user/access_tokens', draft);
    return (body.data as unknown as { token: string } | null)?.token as string;
  };
  const manage = (id: number, action: string) =>
    scene.gateway.root.call('POST', '/api/user/manage', { id, action });

  const ENDS: [string, 1 | 10, (user: Client, email: string) => Promise<unknown>][] = [
    [
      'a new password of its owner',
      1,
      (user) =>
        user.call('PUT', '/api/user/self', {
          original_password: 'password1',
          password: 'password2',
        }),
    ],
    [
      'a new password from an administrator',
      1,
      ({ id }) => scene.gateway.root.call('PUT', '/api/user/', { id, password: 'password2' }),
    ],
    [
      'a reset by mail',
      1,
      async (_user, email) =>
        scene.gateway.visitor.call('POST', '/api/user/reset', {
          email,
          token: await scene.resetToken(email),
        }),
    ],
    ['a demotion', 10, ({ id }) => manage(id, 'demote')],
    [
      'a ban, also after it is lifted',
      1,
      async ({ id }) => [await manage(id, 'disable'), await manage(id, 'enable')],
    ],
    ['a deletion by an administrator', 1, ({ id }) => manage(id, 'delete')],
    ['a deletion by its owner', 1, (user) => user.call('DELETE', '/api/user/self')],
  ];

  test.each(ENDS)('end with %s', async (_what, role, end) => {
    const email = scene.address();
    const user = await scene.gateway.user({ role });
    await scene.gateway.app.domain.store.db
      .updateTable('users')
      .set({ email, email_lower: email })
      .where('id', '=', user.id)
      .execute();
    const tokens = [await tokenOf(user), await scopedTokenOf(user)];
    expect(await Promise.all(tokens.map(works))).toEqual([true, true]);
    await end(user, email);
    expect(await Promise.all(tokens.map(works))).toEqual([false, false]);
  });

  test('cannot set a password without the old one, and are revoked by the new one', async () => {
    const user = await scene.gateway.user();
    const token = await tokenOf(user);
    const change = async (original?: string) =>
      (
        await byToken(token, 'PUT', '/api/user/self', {
          password: 'password2',
          ...(original === undefined ? {} : { original_password: original }),
        })
      ).body.code;
    expect(await change()).toBe('original_password_required');
    expect(await change('')).toBe('original_password_wrong');
    expect(await change('wrong-one')).toBe('original_password_wrong');
    expect(await works(token)).toBe(true);
    expect(await change('password1')).toBeUndefined();
    expect(await works(token)).toBe(false);
  });

  test('cannot link an email address or an account elsewhere, which could be used to set a password', async () => {
    const user = await scene.gateway.user();
    const token = await tokenOf(user);
    const email = scene.address();
    const path = `/api/oauth/email/bind?email=${email}&code=${await scene.code(email)}`;
    const refused = await byToken(token, 'GET', path);
    expect([refused.status, refused.body.code]).toEqual([403, 'session_required']);
    // The code is still valid: the refused call changed nothing.
    expect((await user.call('GET', path)).body.success).toBe(true);
  });

  test('cannot be created by a login that ended meanwhile', async () => {
    const user = await scene.gateway.user({ name: `race${kind}` });
    const other = await scene.gateway.login(`race${kind}`, 'password1');
    const [made] = await Promise.all([
      Promise.all(
        Array.from({ length: 8 }, (_none, index) =>
          index % 2 === 0 ? tokenOf(other) : scopedTokenOf(other),
        ),
      ),
      user.call('PUT', '/api/user/self', {
        original_password: 'password1',
        password: 'password2',
      }),
    ]);
    const tokens = made.filter((token) => typeof token === 'string');
    expect(await Promise.all(tokens.map(works))).not.toContain(true);
  });

  test('cannot be created while the password changes and outlive the change', async () => {
    const { store, clock } = scene.gateway.app.domain;
    const user = await scene.gateway.user();
    const name = 'ci';
    const inserted = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const creation = store.transaction(async (trx) => {
      await lockUser(trx, user.id);
      await insertScopedToken(trx, {
        user_id: user.id,
        name,
        token_hash: name,
        tail: '',
        scopes: '[]',
        created_at: nowSeconds(clock),
        expires_at: 0,
        last_used_at: 0,
        last_used_ip: '',
      });
      inserted.resolve();
      await held.promise;
    });
    await inserted.promise;
    const change = user.call('PUT', '/api/user/self', {
      original_password: 'password1',
      password: 'password2',
    });
    await untilBlocked(store);
    held.resolve();
    await creation;
    expect((await change).body.success).toBe(true);
    expect(await listScopedTokens(store.db, user.id)).toEqual([]);
  });

  test('of the super admin are revoked by npm run recover', async () => {
    const tokens = [await tokenOf(scene.gateway.root), await scopedTokenOf(scene.gateway.root)];
    await recoverAccess(scene.gateway.app.domain.config);
    expect(await Promise.all(tokens.map(works))).toEqual([false, false]);
  });
});
