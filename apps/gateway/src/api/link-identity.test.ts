import { type LoginProviderEntry, loginProviderTable } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type LoginScene, openLoginScene } from '../../test-support/login-scene.ts';

const github = loginProviderTable.find(({ id }) => id === 'github') as LoginProviderEntry;

describe.each(databaseKinds)('linking an account at a provider on %s', (kind) => {
  let scene: LoginScene;
  beforeAll(async () => {
    scene = await openLoginScene(kind);
  });
  afterAll(() => scene.close());

  test('links nothing for a session that ends while the provider is asked: it would let a thief in after a new password', async () => {
    const { gateway } = scene;
    const owner = await gateway.user({ name: `robbed${kind}` });
    const thief = await gateway.login(`robbed${kind}`, 'password1');
    const { loginProviderContext } = gateway.app.domain;
    const { trusted } = loginProviderContext;
    const passwords = { original_password: 'password1', password: 'password2' };
    vi.spyOn(loginProviderContext, 'trusted').mockImplementationOnce(async (request) => {
      expect((await owner.call('PUT', '/api/user/self', passwords)).body.success).toBe(true);
      return trusted(request);
    });
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const person = { subject: 77_001, username: 'thief', name: '' };
    expect((await scene.login(github, person, thief)).body.code).toBe('not_signed_in');
    expect((await scene.login(github, person)).body.data.id).not.toBe(owner.id);
  });
});
