import {
  allEndpoints,
  type AnyEndpoint,
  hasTeamRole,
  minimumRole,
  TEAM_HEADER,
  TEAM_ROLES,
  type TeamRole,
} from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

const fill = (path: string) => path.replace(/\{\w+\}/g, '999999');
/** Calls that would end the session or access of the caller in the middle of the test. */
const ENDS_THE_CALLER = new Set(['logout', 'deleteSelf', 'createAccessToken']);

/** Calls that would delete or leave the team in the middle of the test. */
const ENDS_THE_TEAM = new Set(['deleteTeam', 'leaveTeam']);

interface RoleCaller {
  role: number;
  inTeam: TeamRole | 'stranger';
  client: Client;
  /** The team that a call is about; it has one owner, so there is one team per site role. */
  team: number;
}

/** Creates users with every combination of site role and team role, including non-members and a visitor. */
async function makeTeamsOfAllRoles(gateway: TestGateway) {
  const { db } = gateway.app.domain.store;
  const callers: RoleCaller[] = [];
  for (const role of [1, 10, 100]) {
    const maker = await gateway.user();
    const made = await maker.call('POST', '/api/team/', { name: `All roles ${role}` });
    const team = made.body.data.id as number;
    if (role === 1) callers.push({ role: 0, inTeam: 'stranger', client: gateway.visitor, team });
    for (const inTeam of ['stranger', ...TEAM_ROLES] as const) {
      const client = await gateway.user(role === 1 ? {} : { role: 10 });
      await db.updateTable('users').set({ role }).where('id', '=', client.id).execute();
      callers.push({ role, inTeam, client, team });
    }
  }
  const teams = [...new Set(callers.map(({ team }) => team))];
  const restore = async () => {
    await db.updateTable('users').set({ deleted_at: null }).where('id', 'in', teams).execute();
    await db.deleteFrom('team_members').where('team_id', 'in', teams).execute();
    const rows = callers.flatMap(({ inTeam, client, team }) =>
      inTeam === 'stranger'
        ? []
        : [{ team_id: team, user_id: client.id, role: inTeam, joined_at: 1 }],
    );
    await db.insertInto('team_members').values(rows).execute();
  };
  await restore();
  return { callers, restore };
}

describe.each(databaseKinds)('who may call what on %s', (kind) => {
  let gateway: TestGateway;
  let user: Client;

  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    user = await gateway.user();
  });
  afterAll(() => gateway.close());

  /** The response expected for a site role and team role, before anything is done. */
  const expectedOf = (endpoint: AnyEndpoint, role: number, inTeam: TeamRole | 'stranger') => {
    if (role < minimumRole(endpoint.access)) return role === 0 ? 401 : 403;
    if (!endpoint.team || role === 0) return 'let in';
    if (inTeam === 'stranger') return 'team_not_found';
    return hasTeamRole(inTeam, endpoint.team) ? 'let in' : 'team_role_forbidden';
  };

  // Only once: the rules are in the contract and do not depend on the database.
  if (kind === 'sqlite')
    test('every endpoint admits everyone with its site role and team role, and nobody else', async () => {
      const { callers, restore } = await makeTeamsOfAllRoles(gateway);
      for (const { name, endpoint } of allEndpoints) {
        if (ENDS_THE_CALLER.has(name)) continue;
        for (const { role, inTeam, client, team } of callers) {
          const path = fill(endpoint.path.replace('/api/team/{id}', `/api/team/${team}`));
          // If the contract does not mention teams, the team role must make no difference.
          if (!endpoint.team && role > 0 && inTeam !== 'owner') continue;
          const { status, body } = await client.call(
            endpoint.method,
            path,
            endpoint.body ? {} : undefined,
            { [TEAM_HEADER]: String(team) },
          );
          const code = String(body.code);
          const refused = status === 401 || (status === 403 && !code.startsWith('team_'));
          const ofTeam = ['team_not_found', 'team_role_forbidden'].includes(code) ? code : 'let in';
          const got = refused ? status : endpoint.team ? ofTeam : 'let in';
          const expected = expectedOf(endpoint, role, inTeam);
          expect([name, role, inTeam, got]).toEqual([name, role, inTeam, expected]);
          expect(typeof body.success).toBe('boolean');
          expect(typeof body.message).toBe('string');
          if (expected !== 'let in') expect(body).toMatchObject({ success: false, data: null });
          if (ENDS_THE_TEAM.has(name)) await restore();
        }
      }
    });

  test('the user-id header never signs anybody in and must match', async () => {
    expect(
      (await gateway.visitor.call('GET', '/api/user/self', undefined, { 'new-api-user': '1' }))
        .status,
    ).toBe(401);
    expect(
      (await user.call('GET', '/api/user/self', undefined, { 'new-api-user': '1' })).status,
    ).toBe(401);
    expect(
      (await user.call('GET', '/api/user/self', undefined, { 'new-api-user': String(user.id) }))
        .status,
    ).toBe(200);
  });

  test('a cookie alone may read, but changes also need the header', async () => {
    const cookie = { cookie: `session=${user.token}` };
    const call = (method: string, headers: Record<string, string>) =>
      gateway.visitor.call(
        method,
        '/api/user/self',
        method === 'PUT' ? { display_name: 'x' } : undefined,
        headers,
      );
    expect((await call('GET', cookie)).status).toBe(200);
    expect((await call('PUT', cookie)).body.code).toBe('csrf_header_missing');
    expect((await call('PUT', { ...cookie, 'new-api-user': String(user.id) })).body.success).toBe(
      true,
    );
  });

  test('a demotion, a ban and a logout take effect on the very next call', async () => {
    const person = await gateway.user({ role: 10 });
    expect((await person.call('GET', '/api/user/')).status).toBe(200);
    await gateway.root.call('POST', '/api/user/manage', { id: person.id, action: 'demote' });
    // Still signed in, but not permitted: logging in again would change nothing.
    expect((await person.call('GET', '/api/user/')).status).toBe(403);
    expect((await person.call('GET', '/api/user/self')).body.data).toMatchObject({ role: 1 });
    const again = await gateway.user();
    await again.call('GET', '/api/user/logout');
    expect((await again.call('GET', '/api/user/self')).status).toBe(401);
    const banned = await gateway.user();
    const access = (await banned.call('GET', '/api/user/token')).body.data as unknown as string;
    const byToken = { authorization: `Bearer ${access}` };
    expect((await gateway.visitor.call('GET', '/api/user/self', undefined, byToken)).status).toBe(
      200,
    );
    await gateway.root.call('POST', '/api/user/manage', { id: banned.id, action: 'disable' });
    expect((await banned.call('GET', '/api/user/self')).status).toBe(401);
    expect((await gateway.visitor.call('GET', '/api/user/self', undefined, byToken)).status).toBe(
      401,
    );
  });

  test('a new password ends the other sessions, and a new access token revokes the old one', async () => {
    const person = await gateway.user({ name: 'sessions' });
    const other = await gateway.login('sessions', 'password1');
    await person.call('PUT', '/api/user/self', {
      password: 'password2',
      original_password: 'password1',
    });
    expect((await person.call('GET', '/api/user/self')).status).toBe(200);
    expect((await other.call('GET', '/api/user/self')).status).toBe(401);
    await expect(gateway.login('sessions', 'password1')).rejects.toThrow();
    const first = (await person.call('GET', '/api/user/token')).body.data as unknown as string;
    await person.call('GET', '/api/user/token');
    expect(
      (
        await gateway.visitor.call('GET', '/api/user/self', undefined, {
          authorization: `Bearer ${first}`,
        })
      ).status,
    ).toBe(401);
  });

  test('unknown paths and methods return JSON, and both slash forms work', async () => {
    expect(await gateway.root.call('GET', '/api/nope')).toMatchObject({
      status: 404,
      body: { success: false, code: 'unknown_path' },
    });
    expect((await gateway.root.call('DELETE', '/api/status')).status).toBe(405);
    for (const path of [
      '/api/token',
      '/api/token/',
      '/api/user',
      '/api/log/self',
      '/api/log/self/?p=1',
    ])
      expect([path, (await gateway.root.call('GET', path)).status]).toEqual([path, 200]);
  });
});
