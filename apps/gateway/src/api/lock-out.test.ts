import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startVerifier, type Verifier } from '../../test-support/start-verifier.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

describe.each(databaseKinds)('switches that could lock people out, on %s', (kind) => {
  let verifier: Verifier;
  let gateway: TestGateway;
  beforeAll(async () => {
    verifier = await startVerifier();
    gateway = await startTestGateway({ kind, env: { HUMAN_CHECK_URL: verifier.url } });
  });
  afterAll(async () => {
    await gateway.close();
    await verifier.close();
  });

  const save = async (options: Record<string, string>) =>
    (
      await gateway.root.call('POST', '/api/option/batch', {
        options: Object.entries(options).map(([key, value]) => ({ key, value })),
      })
    ).body;

  test('mail without a From address uses the account, and one of the two is required', async () => {
    await save({ SMTPServer: 'mail.example.org', SMTPFrom: '', SMTPAccount: 'gate@example.org' });
    expect(await save({ EmailVerificationEnabled: 'true' })).toMatchObject({ success: true });
    expect((await save({ SMTPAccount: '' })).code).toBe('option_needed_by');
    expect(await save({ SMTPAccount: '', SMTPFrom: 'gate@example.org' })).toMatchObject({
      success: true,
    });
    await save({ EmailVerificationEnabled: 'false' });
  });

  test('Turnstile can only be enabled with a secret key that its service knows', async () => {
    await save({ TurnstileCheckEnabled: 'false', TurnstileSiteKey: 'site' });
    const turnOn = (secret: string) =>
      save({ TurnstileCheckEnabled: 'true', TurnstileSecretKey: secret });
    expect(await turnOn('wrong')).toMatchObject({
      code: 'human_check_secret_wrong',
      field: 'TurnstileSecretKey',
    });
    for (const says of [
      { status: 500, body: '<html>' },
      { status: 200, body: '{"success":false,"error-codes":["internal-error"]}' },
      { status: 200, body: '{"success":false}' },
      { status: 200, body: '[]' },
    ]) {
      verifier.says = says;
      expect([says.body, (await turnOn('the-secret')).code]).toEqual([
        says.body,
        'human_check_unreachable',
      ]);
    }
    verifier.says = undefined;
    expect(gateway.app.domain.options.boolean('TurnstileCheckEnabled')).toBe(false);
    expect(await turnOn('the-secret')).toMatchObject({ success: true });
    expect((await save({ TurnstileSecretKey: 'wrong' })).code).toBe('human_check_secret_wrong');
    expect(gateway.app.domain.options.text('TurnstileSecretKey')).toBe('the-secret');
    await save({ TurnstileCheckEnabled: 'false' });
  });

  test('a secret entered while another was being verified does not count as verified', async () => {
    const { options } = gateway.app.domain;
    await save({ TurnstileSiteKey: 'site', TurnstileSecretKey: 'other' });
    const on = [{ key: 'TurnstileCheckEnabled', value: 'true' }];
    const actor = { id: 1, username: 'root', role: 100 };
    await expect(options.write(on, actor, { verifiedSecret: 'the-secret' })).rejects.toThrow(
      'option_changed',
    );
    await expect(options.write(on, actor)).rejects.toThrow('option_changed');
  });

  test('password login can only be disabled while a super admin has another way in, which then cannot be disabled', async () => {
    const off = { PasswordLoginEnabled: 'false' };
    expect(await save(off)).toMatchObject({
      code: 'option_locks_out',
      field: 'PasswordLoginEnabled',
    });
    await save({ GitHubClientId: 'id', GitHubClientSecret: 'secret', GitHubOAuthEnabled: 'true' });
    await bind('linuxdo');
    expect((await save(off)).code).toBe('option_locks_out');
    await bind('github');
    expect(await save(off)).toMatchObject({ success: true });
    expect(await save({ GitHubOAuthEnabled: 'false' })).toMatchObject({
      code: 'option_locks_out',
      field: 'GitHubOAuthEnabled',
    });
    expect(await save({ PasswordLoginEnabled: 'true', GitHubOAuthEnabled: 'false' })).toMatchObject(
      { success: true },
    );
  });

  test("a super admin's passkey is a way in without passwords, for the address it was created for", async () => {
    const { db } = gateway.app.domain.store;
    const passkey = {
      user_id: 1,
      name: 'laptop',
      credential_id: 'lock-out',
      rp_id: 'gate.example',
      public_key: '',
      counter: 0,
      transports: '',
      is_synced: 0,
      created_at: 1,
      last_used_at: 0,
    };
    await db.insertInto('passkeys').values(passkey).execute();
    const off = { PasswordLoginEnabled: 'false' };
    for (const unfit of ['', 'https://other.example', 'http://gate.example', 'https://192.0.2.1'])
      expect((await save({ ServerAddress: unfit, ...off })).code).toBe('option_locks_out');
    const server = { ServerAddress: 'https://gate.example' };
    expect(await save({ ...server, ...off })).toMatchObject({ success: true });
    expect(await save({ ServerAddress: 'https://moved.example' })).toMatchObject({
      code: 'option_locks_out',
      field: 'ServerAddress',
    });
    expect(await save({ ServerAddress: 'https://gate.example/' })).toMatchObject({ success: true });
    await save({ PasswordLoginEnabled: 'true' });
    expect(await save({ ServerAddress: 'https://moved.example' })).toMatchObject({ success: true });
    expect((await save(off)).code).toBe('option_locks_out');
    await save(server);
    await db.deleteFrom('passkeys').where('credential_id', '=', 'lock-out').execute();
    expect((await save({ PasswordLoginEnabled: 'false' })).code).toBe('option_locks_out');
  });

  test('the issuer of the last way in without passwords cannot be changed, as its identities are valid for no other', async () => {
    const issuer = 'https://id.example';
    const oidc = { OidcIssuer: issuer, OidcClientId: 'id', OidcClientSecret: 'secret' };
    await save({ ...oidc, OidcEnabled: 'true', ServerAddress: 'https://gate.example' });
    const { db } = gateway.app.domain.store;
    await db.deleteFrom('user_identities').execute();
    await bind('oidc', 'https://elsewhere.example|7');
    expect((await save({ PasswordLoginEnabled: 'false' })).code).toBe('option_locks_out');
    await db.deleteFrom('user_identities').execute();
    await bind('oidc', `${issuer}/|7`);
    expect(await save({ PasswordLoginEnabled: 'false' })).toMatchObject({ success: true });
    const moved = { OidcIssuer: 'https://elsewhere.example', OidcClientSecret: 'secret' };
    expect(await save(moved)).toMatchObject({ code: 'option_locks_out', field: 'OidcIssuer' });
    await save({ PasswordLoginEnabled: 'true' });
  });

  const bind = (provider: string, subject = '7') =>
    gateway.app.domain.store.db
      .insertInto('user_identities')
      .values({ provider, subject, user_id: gateway.root.id, bound_at: 1 })
      .execute();
});
