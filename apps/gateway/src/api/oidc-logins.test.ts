import { type LoginProviderEntry, loginProviderTable, ROLE_ADMIN } from '@tollgate/contract';
import type { OidcSimulator, Person, TokenForgery } from '@tollgate/simulators';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type LoginScene, openLoginScene } from '../../test-support/login-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import { testOnce } from '../../test-support/test-once.ts';
import { insertIdentity } from '../store/user-identities-repository.ts';
import { haveCommonProof } from '../store/user-proofs-repository.ts';

const entryOf = (id: string) =>
  loginProviderTable.find((entry) => entry.id === id) as LoginProviderEntry;
const oidc = entryOf('oidc');
const CLIENT_ID = 'oi id';

let people = 5000;
const somebody = (more: Record<string, unknown> = {}): Person & { subject: string } => {
  people += 1;
  return { subject: `sub-${people}`, username: `o${people}`, name: `Person ${people}`, more };
};

describe.each(databaseKinds)('an OpenID Connect login on %s', (kind) => {
  let scene: LoginScene;
  let site: OidcSimulator;
  beforeAll(async () => {
    scene = await openLoginScene(kind);
    site = scene.simulator(oidc) as OidcSimulator;
  });
  afterAll(() => scene.close());

  const login = async (person: Person, client?: Client) =>
    (await scene.login(oidc, person, client)).body;
  const countUsers = async () =>
    (await scene.gateway.app.domain.store.db.selectFrom('users').select('id').execute()).length;
  const now = () => Math.floor(scene.clock.nowMs() / 1000);

  const forgeries: [string, () => TokenForgery][] = [
    ['that is for another audience', () => ({ claims: { aud: 'somebody-else' } })],
    [
      'that is for several audiences and was asked for by another',
      () => ({ claims: { aud: [CLIENT_ID, 'somebody-else'], azp: 'somebody-else' } }),
    ],
    [
      'that is for several audiences and does not say who asked',
      () => ({ claims: { aud: [CLIENT_ID, 'somebody-else'] } }),
    ],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example.org' } })],
    ['without an issuer', () => ({ claims: { iss: undefined } })],
    ['that has expired', () => ({ claims: { exp: now() - 61 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['that is not valid yet', () => ({ claims: { nbf: now() + 120 } })],
    ['from the future', () => ({ claims: { iat: now() + 120 } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['with the nonce of another login', () => ({ claims: { nonce: 'a'.repeat(64) } })],
    ['without a signature', () => ({ signature: 'none' })],
    ['signed with the public key as a secret', () => ({ signature: 'HS256' })],
    ['signed with our own secret', () => ({ signature: 'secret' })],
    ['signed with a key that nobody published', () => ({ signature: 'stranger' })],
    ['that came from another sender', () => ({ sender: 'https://evil.example.org' })],
    ['of which nobody says who sent it', () => ({ sender: '' })],
    ['whose user endpoint speaks of another', () => ({ user: { sub: 'victim' } })],
  ];
  // What tokens claim is checked in memory, so one database is enough.
  const once = testOnce(kind);
  once.each(forgeries)('refuses a token %s, and creates no account', async (_what, forge) => {
    const before = await countUsers();
    site.forge(forge());
    const { success, code } = await login(somebody());
    site.forge(undefined);
    expect([success, code]).toEqual([false, 'oauth_failed']);
    expect(await countUsers()).toBe(before);
    expect((await login(somebody())).success).toBe(true);
  });

  once("accepts no code that was issued for somebody else's state", async () => {
    const [victim, thief] = [await scene.begin(oidc), await scene.begin(oidc)];
    const stolen = scene.prove(oidc, somebody(), victim);
    const own = scene.prove(oidc, somebody(), thief);
    const proof = { ...stolen, state: own.state ?? '' };
    expect((await scene.finish(oidc, proof, thief)).body.code).toBe('oauth_failed');
  });

  once('fetches the keys again for an unknown key id, at most every half minute', async () => {
    const other = await openLoginScene(kind);
    onTestFinished(async () => {
      vi.useRealTimers();
      await other.close();
    });
    expect((await other.login(oidc, somebody())).body.success).toBe(true);
    (other.simulator(oidc) as OidcSimulator).rotateKey();
    expect((await other.login(oidc, somebody())).body.success).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect((await other.login(oidc, somebody())).body.success).toBe(true);
  });

  once(
    'creates no account for an address of a blocked domain, or of a subdomain of one',
    async () => {
      await scene.gateway.setOption('EmailDomainBlocklist', 'spam.example');
      const from = async (email: string) =>
        (await login(somebody({ email, email_verified: true }))).code ?? 'done';
      expect(await from('a@spam.example')).toBe('email_domain_not_allowed');
      expect(await from('a@deep.spam.example')).toBe('email_domain_not_allowed');
      expect(await from('a@nospam.example')).toBe('done');
      await scene.gateway.setOption('EmailDomainBlocklist', '');
    },
  );

  test('does not recognize a user of another issuer by the same subject', async () => {
    const person = somebody();
    const { data } = await login(person);
    expect(data.oidc_id).toBe(`${site.issuer}|${person.subject}`);
  });

  test('recognizes a user whose issuer named itself with a trailing slash before', async () => {
    const [person, owner] = [somebody(), await scene.gateway.user()];
    const before = { provider: 'oidc', subject: `${site.issuer}/|${person.subject}` };
    const { db } = scene.gateway.app.domain.store;
    await insertIdentity(db, { ...before, user_id: owner.id, bound_at: 1 });
    expect((await login(person)).data).toMatchObject({
      id: owner.id,
      oidc_id: `${site.issuer}|${person.subject}`,
    });
  });

  test('accepts an address that the provider verified, and no other', async () => {
    const verified = { email: 'ada@example.org', email_verified: true };
    expect((await login(somebody(verified))).data.email).toBe('ada@example.org');
    for (const email_verified of [false, 'true', undefined]) {
      const { data } = await login(somebody({ email: 'bob@example.org', email_verified }));
      expect(data.email).toBe('');
    }
    const unverified = somebody({ email: 'dan@example.org' });
    site.forge({ user: verified });
    expect((await login(unverified)).data.email).not.toBe('dan@example.org');
    site.forge(undefined);
    const discord = await scene.login(entryOf('discord'), {
      ...somebody({ email: 'cy@example.org', verified: false }),
      subject: 77,
    });
    expect(discord.body.data.email).toBe('');
  });

  test('an address that the provider verified proves the person: no gifts for a second account, nor rebates between both', async () => {
    const { gateway } = scene;
    const { db } = gateway.app.domain.store;
    await gateway.setOption('QuotaForNewUser', '100');
    onTestFinished(() => gateway.setOption('QuotaForNewUser', '0'));
    const email = 'twice@example.org';
    const first = (await login(somebody({ email, email_verified: true }))).data;
    expect(first).toMatchObject({ email, quota: 100 });
    await gateway.root.call('POST', '/api/user/manage', { id: first.id, action: 'delete' });
    const second = (await login(somebody({ email: 'Twice@example.org', email_verified: true })))
      .data;
    expect(second).toMatchObject({ email: 'Twice@example.org', quota: 0 });
    expect(await haveCommonProof(db, Number(first.id), Number(second.id))).toBe(true);
  });

  test('strips characters from names that databases cannot store or people cannot read', async () => {
    const { data } = await login({ ...somebody({ sid: 's\0' }), name: 'A\0d\u202ea\n' });
    expect(data.display_name).toBe('Ada');
  });

  test('never gives access to the account with the same address, verified or not', async () => {
    const email = 'owner@example.org';
    const owner = (await login(somebody({ email, email_verified: true }))).data;
    for (const email_verified of [true, false]) {
      const { data } = await login(somebody({ email: 'Owner@Example.org', email_verified }));
      expect(data.id).not.toBe(owner.id);
      expect(data.email).toBe('');
    }
  });

  test('does not bypass a second factor: there is no session before it', async () => {
    const { gateway } = scene;
    const [person, user] = [somebody(), await gateway.user()];
    await login(person, user);
    const { body } = await user.call('POST', '/api/user/totp/setup');
    const code = new TOTP({ secret: String(body.data['secret']) }).generate({
      timestamp: scene.clock.nowMs(),
    });
    expect((await user.call('POST', '/api/user/totp/confirm', { code })).body.success).toBe(true);
    const answer = await scene.login(oidc, person);
    expect(answer.body).toMatchObject({
      data: null,
      second_factor: { methods: ['totp', 'recovery_code'] },
    });
    expect(answer.headers.getSetCookie().join()).not.toContain('session=');
  });

  test('assigns group and role by claims at each login, up to administrator, and revokes them', async () => {
    const { gateway } = scene;
    await gateway.setOptions({
      GroupRatio: '{"default":1,"vip":1,"svip":1}',
      OidcGroupMap: '{"gold":"vip","platinum":"svip"}',
      OidcAdminValues: 'Ops',
    });
    const person = somebody();
    const as = async (groups: unknown) => (await login({ ...person, more: { groups } })).data;
    const first = await as(['gold', 'ops']);
    expect(first).toMatchObject({ group: 'vip', role: ROLE_ADMIN });
    const admin = { authorization: `Bearer ${String(first.token)}` };
    const list = () => gateway.visitor.call('GET', '/api/user/?p=1', undefined, admin);
    expect((await list()).status).toBe(200);
    expect(await as('platinum')).toMatchObject({ id: first.id, group: 'svip', role: 1 });
    expect((await list()).status).not.toBe(200);
    expect(await as(['ghost', 7, null])).toMatchObject({ group: 'svip', role: 1 });
    await gateway.setOption('OidcAdminValues', '');
    expect(await as({ ops: true })).toMatchObject({ group: 'svip', role: 1 });
  });

  test('never changes a super admin by claims, and records in the audit log whom it changed', async () => {
    const { gateway } = scene;
    await gateway.setOptions({ OidcGroupMap: '{"gold":"vip"}', OidcAdminValues: 'ops' });
    const root = somebody({ groups: ['gold'] });
    expect((await login(root, gateway.root)).message).toBe('bind');
    expect((await login(root)).data).toMatchObject({ role: 100, group: 'default' });
    const { data } = await login(somebody({ groups: ['gold', 'ops'] }));
    const rows = await gateway.app.domain.store.db
      .selectFrom('audit_log')
      .select(['object_id', 'changes'])
      .where('action', '=', 'applyClaims')
      .execute();
    const changed = rows.filter(({ object_id: id }) => id === String(data.id));
    expect(changed).toHaveLength(1);
    expect(changed[0]?.changes).toContain('vip');
    await gateway.setOption('OidcAdminValues', '');
  });

  test('ends the session at the provider along with the one here, if the provider supports it', async () => {
    const { visitor } = scene.gateway;
    const logoutOf = async (id: string, more: Record<string, unknown> = {}) => {
      const person = { ...somebody(more), subject: people };
      const { headers, body } = await scene.login(entryOf(id), person);
      expect(body.success).toBe(true);
      // nginx's limit for response headers.
      expect(JSON.stringify([...headers]).length).toBeLessThan(4096);
      const cookie = (headers.getSetCookie() ?? []).map((one) => one.split(';')[0]).join('; ');
      const answer = await visitor.call('GET', '/api/user/logout', undefined, { cookie });
      return answer.body.logout_url as string | undefined;
    };
    const url = new URL((await logoutOf('oidc')) ?? '');
    expect(url.origin + url.pathname).toBe(`${site.issuer}/logout`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: CLIENT_ID,
      // An ID token: three parts, signed by the provider.
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      post_logout_redirect_uri: 'https://gate.example.org/login',
    });
    const large = new URL((await logoutOf('oidc', { text: 'x'.repeat(2000) })) ?? '');
    expect(large.searchParams.has('id_token_hint')).toBe(false);
    expect(await logoutOf('google')).toBeUndefined();
    expect(await logoutOf('github')).toBeUndefined();
  });

  const sayLogout = (token: string) =>
    fetch(`${scene.gateway.url}/api/oauth/oidc/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
  const signedIn = async (person: Person, sid: string): Promise<Client> => {
    const { data } = await login({ ...person, more: { sid } });
    const { id, token } = data as unknown as { id: number; token: string };
    const headers = { authorization: `Bearer ${token}` };
    const call: Client['call'] = (method, path, body) =>
      scene.gateway.visitor.call(method, path, body, headers);
    return { id, token, call };
  };
  const isIn = async ({ call }: Client) => (await call('GET', '/api/user/self')).status === 200;

  test("a logout at the provider ends the sessions that began with it, or all of its user's, and its token works once", async () => {
    const person = somebody();
    const [one, other] = [await signedIn(person, 'sid-1'), await signedIn(person, 'sid-2')];
    const stranger = await signedIn(somebody(), 'sid-3');
    const token = site.logoutToken({ sub: person.subject, sid: 'sid-1' }, now());
    const answer = await sayLogout(token);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect([await isIn(one), await isIn(other), await isIn(stranger)]).toEqual([false, true, true]);
    expect((await sayLogout(token)).status).toBe(400);
    expect((await sayLogout(site.logoutToken({ sub: person.subject }, now()))).status).toBe(200);
    expect([await isIn(other), await isIn(stranger)]).toEqual([false, true]);
    expect((await sayLogout(site.logoutToken({ sub: 'nobody-here' }, now()))).status).toBe(200);
  });

  test('a logout that the database could not complete is done when the provider reports it again', async () => {
    const { db } = scene.gateway.app.domain.store;
    const client = await signedIn(somebody(), 'sid-again');
    const token = site.logoutToken({ sid: 'sid-again' }, now());
    await db.schema.alterTable('login_challenges').renameTo('gone').execute();
    expect((await sayLogout(token)).status).toBe(500);
    await db.schema.alterTable('gone').renameTo('login_challenges').execute();
    expect((await sayLogout(token)).status).toBe(200);
    expect(await isIn(client)).toBe(false);
  });

  test('a logout at the provider also ends a session that used a second factor', async () => {
    const { visitor, user } = scene.gateway;
    const [person, owner] = [somebody({ sid: 'sid-second' }), await user()];
    await login(person, owner);
    const setup = await owner.call('POST', '/api/user/totp/setup');
    const app = new TOTP({ secret: String(setup.body.data['secret']) });
    const code = () => app.generate({ timestamp: scene.clock.nowMs() });
    await owner.call('POST', '/api/user/totp/confirm', { code: code() });
    scene.clock.advance(30_000);
    const { headers, body } = await scene.login(oidc, person);
    const { challenge } = body['second_factor'] as { challenge: string };
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const proof = { challenge, code: code() };
    const finished = await visitor.call('POST', '/api/user/login/second_factor', proof, { cookie });
    const authorization = `Bearer ${String(finished.body.data['token'])}`;
    const client: Client = {
      ...owner,
      call: (method, path, sent) => visitor.call(method, path, sent, { authorization }),
    };
    expect(await isIn(client)).toBe(true);
    await sayLogout(site.logoutToken({ sid: 'sid-second' }, now()));
    expect([await isIn(client), await isIn(owner)]).toEqual([false, true]);
  });

  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const wrongLogouts: [string, Record<string, unknown>, TokenForgery?][] = [
    ['for another audience', { aud: 'somebody-else' }],
    ['of another issuer', { iss: 'https://evil.example.org' }],
    ['that is an ID token', { events: undefined, nonce: 'n' }],
    ['with a nonce', { nonce: 'n' }],
    ['about another event', { events: { other: EVENTS } }],
    ['without an id', { jti: undefined }],
    ['about nobody', { sub: undefined }],
    ['of long ago', { iat: Math.floor(Date.UTC(2025, 0, 1) / 1000) }],
    ['without a signature', {}, { signature: 'none' }],
    ['signed with our own secret', {}, { signature: 'secret' }],
    ['signed with a key that nobody published', {}, { signature: 'stranger' }],
  ];
  once.each(wrongLogouts)('a logout token %s ends nothing', async (_what, claims, forgery) => {
    const person = somebody();
    const client = await signedIn(person, 'sid-kept');
    site.forge(forgery);
    const token = site.logoutToken({ sub: person.subject, ...claims }, now());
    site.forge(undefined);
    expect((await sayLogout(token)).status).toBe(400);
    expect(await isIn(client)).toBe(true);
  });
});
