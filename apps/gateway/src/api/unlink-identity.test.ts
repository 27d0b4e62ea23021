import { type LoginProviderEntry, loginProviderTable } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type LoginScene, openLoginScene } from '../../test-support/login-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import { insertIdentity } from '../store/user-identities-repository.ts';
import { haveCommonProof } from '../store/user-proofs-repository.ts';

const entryOf = (id: string) =>
  loginProviderTable.find((entry) => entry.id === id) as LoginProviderEntry;
const [github, google] = [entryOf('github'), entryOf('google')];

let people = 9000;
const somebody = () => {
  people += 1;
  return { subject: people, username: `n${people}`, name: '' };
};

describe.each(databaseKinds)('unlinking an account at a provider on %s', (kind) => {
  let scene: LoginScene;
  beforeAll(async () => {
    scene = await openLoginScene(kind);
  });
  afterAll(() => scene.close());

  const unlink = async (client: Client, id = 'github') =>
    (await client.call('DELETE', `/api/user/self/identities/${id}`)).body;
  const readSelf = async (client: Client) => (await client.call('GET', '/api/user/self')).body.data;
  /** A user without a password, signed in by GitHub and linked to Google. */
  const newcomer = async (): Promise<Client & { id: number }> => {
    const { data } = (await scene.login(github, somebody())).body;
    const headers = { authorization: `Bearer ${String(data.token)}` };
    const client = {
      ...scene.gateway.visitor,
      id: Number(data.id),
      call: (method: string, path: string, body?: unknown, more = {}) =>
        scene.gateway.visitor.call(method, path, body, { ...headers, ...more }),
    } as Client & { id: number };
    expect((await scene.login(google, somebody(), client)).body.message).toBe('bind');
    return client;
  };

  test('frees the account for another user, and fails if nothing is linked', async () => {
    const [user, next, person] = [
      await scene.gateway.user(),
      await scene.gateway.user(),
      somebody(),
    ];
    await scene.login(github, person, user);
    expect((await unlink(user)).success).toBe(true);
    expect((await readSelf(user)).github_id).toBe('');
    expect((await unlink(user)).code).toBe('identity_not_linked');
    expect((await scene.login(github, person, next)).body.message).toBe('bind');
    expect((await scene.login(github, person)).body.data.id).toBe(next.id);
  });

  test('remembers whose an imported account was: no rebates between its former and its next bearer', async () => {
    const { db } = scene.gateway.app.domain.store;
    const [former, next, person] = [
      await scene.gateway.user(),
      await scene.gateway.user(),
      somebody(),
    ];
    const imported = { provider: 'github', subject: String(person.subject), user_id: former.id };
    await insertIdentity(db, { ...imported, bound_at: 1 });
    await unlink(former);
    await scene.login(github, person, next);
    expect(await haveCommonProof(db, former.id, next.id)).toBe(true);
  });

  test('keeps the last way in, whichever of the two is unlinked first', async () => {
    const user = await newcomer();
    expect((await unlink(user, 'google')).success).toBe(true);
    expect((await unlink(user)).code).toBe('last_way_in');
    expect((await readSelf(user)).github_id).not.toBe('');
  });

  test('keeps one of two that are unlinked concurrently', async () => {
    const user = await newcomer();
    const answers = await Promise.all([unlink(user), unlink(user, 'google')]);
    expect(answers.map(({ code }) => code ?? 'done').toSorted()).toEqual(['done', 'last_way_in']);
  });

  test('does not count providers whose login is off, nor the password while password login is off', async () => {
    const user = await newcomer();
    await scene.setSwitch(google, false);
    expect((await unlink(user)).code).toBe('last_way_in');
    await scene.setSwitch(google, true);

    const other = await scene.gateway.user();
    await scene.login(github, somebody(), other);
    await scene.login(google, somebody(), scene.gateway.root);
    await scene.gateway.setOption('PasswordLoginEnabled', 'false');
    expect((await unlink(other)).code).toBe('last_way_in');
    await scene.gateway.setOption('PasswordLoginEnabled', 'true');
    expect((await unlink(other)).success).toBe(true);
  });

  test('by an administrator works only below their own role, keeps the last way in and is audited', async () => {
    const { gateway } = scene;
    const [admin, peer] = [await gateway.user({ role: 10 }), await gateway.user({ role: 10 })];
    const user = await newcomer();
    const free = async (id: number, provider: string) =>
      (await admin.call('DELETE', `/api/user/${id}/identities/${provider}`)).body;
    await scene.login(github, somebody(), peer);
    expect((await free(peer.id, 'github')).code).toBe('cannot_update_same_or_higher');
    expect((await free(user.id, 'github')).success).toBe(true);
    expect((await free(user.id, 'google')).code).toBe('last_way_in');
    const { body } = await gateway.root.call(
      'GET',
      `/api/audit/?subject=user&object_id=${user.id}`,
    );
    expect((body.data.items as unknown[])[0]).toMatchObject({
      action: 'unlinkIdentityOfUser',
      actor_id: admin.id,
      changes: [{ field: 'github', to: '' }],
    });
  });
});
