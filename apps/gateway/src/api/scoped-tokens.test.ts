import {
  allEndpoints,
  allowsScope,
  type AreaScope,
  OWN_SCOPE_AREAS,
  ROLE_ROOT,
  type Scope,
  SCOPE_AREAS,
  SCOPES,
} from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';

const LOOKS = ['checkPrices', 'previewPrices', 'planConfiguration', 'getPayableAmount'];

test('no read-only scope allows any change, and public calls need no scope', () => {
  const wrong = allEndpoints.filter(({ name, endpoint }) => {
    const { scope } = endpoint;
    const isRead = endpoint.method === 'GET' && endpoint.changesState !== true;
    if (endpoint.access === 'public') return scope !== 'open';
    if (scope === 'open') return endpoint.access !== 'optional';
    return scope.endsWith(':read') && !isRead && !LOOKS.includes(name);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('users without a site role are offered the areas that they can use', () => {
  const own = allEndpoints
    .filter(({ endpoint }) => endpoint.access === 'user')
    .map(({ endpoint }) => endpoint.scope.split(':')[0]);
  expect(SCOPE_AREAS.filter((area) => own.includes(area))).toEqual(OWN_SCOPE_AREAS);
});

const callerBy =
  ({ visitor }: TestGateway) =>
  (token: string, method: string, path: string, body?: unknown) =>
    visitor.call(method, path, body, { authorization: `Bearer ${token}` });
const make = async (owner: Client, scopes: Scope[], more: object = {}) =>
  (await owner.call('POST', '/api/user/access_tokens', { name: 'ci', scopes, ...more })).body;
const tokenOf = async (owner: Client, ...scopes: Scope[]) =>
  (await make(owner, scopes)).data.token as string;

test('tokens can make the calls of their scopes and no others, for every endpoint', async () => {
  const gateway = await startTestGateway();
  const by = callerBy(gateway);
  const areas = SCOPES.filter((scope) => !scope.startsWith('*'));
  const [holder, other] = [await gateway.user(), await gateway.user()];
  const ids = [holder.id, other.id];
  const { db } = gateway.app.domain.store;
  await db.updateTable('users').set({ role: ROLE_ROOT }).where('id', 'in', ids).execute();
  const tokens = new Map<string, { only: string; allBut: string }>();
  for (const scope of areas) {
    const others = areas.filter((each) => !allowsScope([each], scope as AreaScope));
    const only = await tokenOf(holder, scope);
    tokens.set(scope, { only, allBut: await tokenOf(other, ...others) });
  }
  const everything = await tokenOf(other, '*:write');
  for (const { name, endpoint } of allEndpoints) {
    const needed = endpoint.scope;
    if (needed === 'open') continue;
    const call = async (token: string) => {
      const path = endpoint.path.replace(/\{\w+\}/g, '999999');
      const { status, body } = await by(token, endpoint.method, path, bodyOf(endpoint.method));
      return [name, status, body.code];
    };
    if (needed === 'session') {
      expect(await call(everything)).toEqual([name, 403, 'session_required']);
      continue;
    }
    const { only = '', allBut = '' } = tokens.get(needed) ?? {};
    expect(await call(allBut)).toEqual([name, 403, 'scope_missing']);
    const [, , code] = await call(only);
    expect([name, code]).not.toEqual([name, 'scope_missing']);
    expect([name, code]).not.toEqual([name, 'session_required']);
    expect([name, code]).not.toEqual([name, 'not_signed_in']);
  }
  await gateway.close();
});

describe.each(databaseKinds)('access tokens with scopes on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
  });
  afterAll(() => gateway.close());

  const by: ReturnType<typeof callerBy> = (...call) => callerBy(gateway)(...call);
  const list = async (owner: Client) =>
    (await owner.call('GET', '/api/user/access_tokens')).body.data as unknown as {
      id: number;
      last_used_at: number;
      last_used_ip: string;
    }[];

  test('start no import, which brings super admins with passwords of its own', async () => {
    const token = await tokenOf(gateway.root, '*:write');
    for (const path of ['/api/import/start', '/api/import/upload'])
      expect((await by(token, 'POST', path, {})).body.code).toBe('session_required');
  });

  test('never exceed the role of their owner', async () => {
    const user = await gateway.user();
    const token = await tokenOf(user, '*:write');
    expect((await by(token, 'GET', '/api/channel/')).body.code).toBe('forbidden');
    expect((await by(token, 'GET', '/api/user/self')).status).toBe(200);
    const admin = await gateway.user({ role: 10 });
    const options = await tokenOf(admin, 'options:write');
    const change = { key: 'ServerAddress', value: 'https://x.example' };
    const refused = await by(options, 'PUT', '/api/option/', change);
    expect(refused.body.code).toBe('option_requires_super_admin');
  });

  test('are shown once, stored as a hash, and listed with their last use and address', async () => {
    const user = await gateway.user();
    const { data } = await make(user, ['account:read', 'account:read']);
    expect(data).toMatchObject({ scopes: ['account:read'], expires_at: 0, last_used_at: 0 });
    const token = data.token as string;
    expect(token).toMatch(/^tgat_[\w-]{43}$/);
    const rows = await gateway.app.domain.store.db
      .selectFrom('scoped_tokens')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    clock.advance(5000);
    await by(token, 'GET', '/api/user/self');
    const [listed] = await list(user);
    expect(listed).toMatchObject({
      last_used_at: Math.floor(clock.nowMs() / 1000),
      last_used_ip: expect.stringMatching(/127\.0\.0\.1|::1/) as string,
    });
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  test('end when they expire or are revoked, by their owner only', async () => {
    const user = await gateway.user();
    const now = Math.floor(clock.nowMs() / 1000);
    const { data } = await make(user, ['account:read'], { expires_at: now + 60 });
    const token = data.token as string;
    const works = async () => (await by(token, 'GET', '/api/user/self')).status === 200;
    expect(await works()).toBe(true);
    clock.advance(60_000);
    expect(await works()).toBe(false);
    expect((await make(user, ['account:read'], { expires_at: now })).code).toBe(
      'scoped_token_expiry_past',
    );
    const { data: other } = await make(user, ['account:read']);
    const path = `/api/user/access_tokens/${String(other.id)}`;
    expect((await gateway.root.call('DELETE', path)).body.code).toBe('scoped_token_not_found');
    expect((await by(other.token as string, 'DELETE', path)).body.code).toBe('session_required');
    expect((await user.call('DELETE', path)).body.success).toBe(true);
    expect((await by(other.token as string, 'GET', '/api/user/self')).status).toBe(401);
  });

  test('are created only in a session, not by the system access token, and at most 50', async () => {
    const user = await gateway.user();
    const system = (await user.call('GET', '/api/user/token')).body.data as unknown as string;
    const draft = { name: 'x', scopes: ['*:write'] };
    const made = await by(system, 'POST', '/api/user/access_tokens', draft);
    expect(made.body.code).toBe('session_required');
    expect((await by(system, 'GET', '/api/user/access_tokens')).status).toBe(200);
    for (let count = 0; count < 50; count += 1) await make(user, ['logs:read']);
    expect((await make(user, ['logs:read'])).code).toBe('scoped_token_limit');
    for (const wrong of [{ scopes: [] }, { scopes: ['all'] }, { name: ' ' }])
      expect((await make(await gateway.user(), ['logs:read'], wrong)).success).toBe(false);
  });
});

const bodyOf = (method: string) => (method === 'GET' ? undefined : {});
