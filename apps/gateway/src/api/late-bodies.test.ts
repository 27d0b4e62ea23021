import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginLateCall } from '../../test-support/begin-late-call.ts';
import { openTeamScene, type TeamScene } from '../../test-support/team-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';

describe('a call to the console API whose body is completed', () => {
  let scene: TeamScene;
  beforeAll(async () => {
    scene = await openTeamScene('sqlite');
  });
  afterAll(() => scene.close());

  const CODES = { name: 'late', count: 1, quota: 1000 };
  /** Begins to create redemption codes. */
  const begin = ({ token }: Client) =>
    beginLateCall(`${scene.gateway.url}/api/redemption/`, {
      headers: { authorization: `Bearer ${token}` },
      body: CODES,
      isChunked: true,
    });
  const manage = (id: number, action: string) =>
    scene.gateway.root.call('POST', '/api/user/manage', { id, action });

  test.each([
    ['after a demotion', 403, 'forbidden', (admin: Client) => manage(admin.id, 'demote')],
    ['after a ban', 401, 'not_signed_in', (admin: Client) => manage(admin.id, 'disable')],
    [
      'after its session ended',
      401,
      'not_signed_in',
      (admin: Client) => admin.call('GET', '/api/user/logout'),
    ],
  ])('%s changes nothing', async (_when, status, code, end) => {
    const admin = await scene.gateway.user({ role: 10 });
    const late = await begin(admin);
    expect((await end(admin)).body.success).toBe(true);
    expect(await late.complete()).toMatchObject({ status, body: { code } });
    const { body } = await scene.gateway.root.call('GET', '/api/redemption/?p=1');
    expect(body.data.items).toEqual([]);
  });

  test('after its member left the team does not enable the key again that was disabled then', async () => {
    const owner = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const member = await scene.join(team, { by: owner });
    const { id } = await scene.makeKey(member, team);
    const late = await beginLateCall(`${scene.gateway.url}/api/token/?status_only=true`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${member.token}`, 'tollgate-team': String(team) },
      body: { id, status: 1 },
      isChunked: true,
    });
    const removed = await owner.call('DELETE', `/api/team/${team}/members/${member.id}`);
    expect(removed.body.success).toBe(true);
    expect((await late.complete()).body.code).toBe('team_not_found');
    const { body } = await owner.call('GET', `/api/token/${id}`, undefined, {
      'tollgate-team': String(team),
    });
    expect(body.data.status).toBe(2);
  });

  test('is served as usual if nothing changed', async () => {
    const admin = await scene.gateway.user({ role: 10 });
    const late = await begin(admin);
    expect(await late.complete()).toMatchObject({ status: 200, body: { success: true } });
  });
});
