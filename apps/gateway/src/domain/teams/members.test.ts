import { TOKEN_DISABLED, TOKEN_ENABLED } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { openTeamScene, type TeamScene } from '../../../test-support/team-scene.ts';
import type { Client } from '../../../test-support/test-gateway.ts';
import { untilBlocked } from '../../../test-support/until-blocked.ts';
import { findOwnApiKey } from '../../store/api-keys-repository.ts';
import { deleteMember, stopTeamKeys } from '../../store/teams-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { createApiKey } from '../accounts/api-key-administration.ts';
import { deleteSelf } from '../accounts/own-account.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Domain } from '../domain.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import { createTeam } from './own-teams.ts';

describe.each(databaseKinds)('members of a team, on %s', (kind) => {
  let scene: TeamScene;
  let domain: Domain;
  beforeAll(async () => {
    scene = await openTeamScene(kind);
    ({ domain } = scene.gateway.app);
  });
  afterAll(() => scene.close());

  const userAt = async (id: number) => (await findUserById(domain.store.db, id)) as UserRow;
  const invite = async (by: Client, team: number, body: Record<string, string> = {}) => {
    const made: { code: string } = await scene.ask(
      by,
      'POST',
      `/api/team/${team}/invitations`,
      body,
    );
    return made.code;
  };
  const follow = (who: Client, code: string) =>
    scene.ask(who, 'POST', '/api/team/invitation/accept', { code });
  const receivedBy = async (who: Client) => {
    const rows: unknown[] = await scene.ask(who, 'GET', '/api/team/invitation');
    return rows.length;
  };

  test('nobody comes back, or sheds limits, by an invitation from before they left', async () => {
    const owner = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const fired = await scene.join(team, { by: owner, role: 'admin' });
    const ownLink = await invite(fired, team);
    const ofOwner = await invite(owner, team);
    await invite(owner, team, { invitee: (await userAt(fired.id)).username });
    expect(await receivedBy(fired)).toBe(1);
    await scene.ask(owner, 'DELETE', `/api/team/${team}/members/${fired.id}`);
    expect(await receivedBy(fired)).toBe(0);
    expect(await follow(fired, ownLink)).toBe('team_invitation_gone');
    expect(await follow(await scene.gateway.user(), ofOwner)).toMatchObject({ id: team });
  });

  test('nobody joins by an invitation of somebody who is disabled, until they are enabled again', async () => {
    const owner = await scene.gateway.user();
    const root = await scene.gateway.user({ role: 10 });
    const guest = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const sender = await scene.join(team, { by: owner, role: 'admin' });
    const link = await invite(sender, team);
    await invite(sender, team, { invitee: (await userAt(guest.id)).username });
    const manage = (action: string) =>
      scene.ask(root, 'POST', '/api/user/manage', { id: sender.id, action });
    await manage('disable');
    expect(await receivedBy(guest)).toBe(0);
    const path = `/api/team/invitation/link/${link}`;
    expect(await scene.ask(guest, 'GET', path)).toBe('team_invitation_gone');
    expect(await follow(guest, link)).toBe('team_invitation_gone');
    await manage('enable');
    expect(await receivedBy(guest)).toBe(1);
    expect(await follow(guest, link)).toMatchObject({ id: team });
  });

  test('whoever leaves and returns has the same limits, by whatever invitation', async () => {
    const owner = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const limited = await scene.join(team, { by: owner });
    const path = `/api/team/${team}/members/${limited.id}`;
    const limits = { day_quota: 100, week_quota: 0, month_quota: 900, models: 'gpt-4o-mini' };
    await scene.ask(owner, 'PUT', path, limits);
    const limitsNow = async () => {
      const rows: { user_id: number; limits: object }[] = await scene.ask(
        owner,
        'GET',
        `/api/team/${team}/members`,
      );
      return rows.find(({ user_id: id }) => id === limited.id)?.limits;
    };
    const leave = {
      leaving: () => scene.ask(limited, 'POST', `/api/team/${team}/leave`),
      'being removed': () => scene.ask(owner, 'DELETE', path),
    };
    for (const [how, end] of Object.entries(leave)) {
      expect([how, await limitsNow()]).toEqual([how, limits]);
      expect([how, await end()]).toEqual([how, null]);
      expect(await limitsNow()).toBeUndefined();
      // The link was made for somebody else.
      await follow(limited, await invite(owner, team));
      expect([how, await limitsNow()]).toEqual([how, limits]);
    }
  });

  test('an invitation by address reaches nobody whose name merely looks like it', async () => {
    const owner = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const [address, squatted] = ['12345@qq.com', '12345＠qq.com'];
    const squatter = await scene.gateway.user();
    const rename = (username: string) => scene.ask(squatter, 'PUT', '/api/user/self', { username });
    // Both are folded to a plain @, and the name would be as good as the address.
    for (const name of [squatted, '12345﹫qq.com'])
      expect(await rename(name)).toBe('username_invalid');
    // Imported accounts may have such names, and earlier releases accepted them.
    await domain.store.db
      .updateTable('users')
      .set({ username: squatted, username_lower: address })
      .where('id', '=', squatter.id)
      .execute();
    await invite(owner, team, { invitee: address });
    expect(await receivedBy(squatter)).toBe(0);
    const [invitation]: { id: number }[] = await scene.ask(
      owner,
      'GET',
      `/api/team/${team}/invitations`,
    );
    const accept = (who: Client) =>
      scene.ask(who, 'POST', '/api/team/invitation/accept', { id: invitation?.id });
    expect(await accept(squatter)).toBe('team_invitation_gone');
    expect(await rename('squatter')).toBeNull();
    expect(await receivedBy(squatter)).toBe(0);
    const invited = await scene.gateway.user();
    await domain.store.db
      .updateTable('users')
      .set({ email: address, email_lower: address })
      .where('id', '=', invited.id)
      .execute();
    expect(await accept(invited)).toMatchObject({ id: team });
  });

  test('an invitation by username follows its bearer, not the name', async () => {
    const owner = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const [invited, thief] = [await scene.gateway.user(), await scene.gateway.user()];
    const { username } = await userAt(invited.id);
    await invite(owner, team, { invitee: username.toUpperCase() });
    await scene.ask(invited, 'PUT', '/api/user/self', { username: `${username}x` });
    expect(await scene.ask(thief, 'PUT', '/api/user/self', { username })).toBeNull();
    expect([await receivedBy(invited), await receivedBy(thief)]).toEqual([1, 0]);
  });

  test('an invitation to a role ends when whoever made it may no longer give that role', async () => {
    const owner = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const [heir, demoted] = [
      await scene.join(team, { by: owner, role: 'admin' }),
      await scene.join(team, { by: owner, role: 'admin' }),
    ];
    const [toAdmin, toMember] = [
      await invite(owner, team, { role: 'admin' }),
      await invite(owner, team, { role: 'member' }),
    ];
    const ofDemoted = await invite(demoted, team);
    const path = `/api/team/${team}/members/${demoted.id}`;
    await scene.ask(owner, 'PUT', path, { role: 'member' });
    await scene.ask(owner, 'POST', `/api/team/${team}/owner`, { user_id: heir.id });
    const guest = await scene.gateway.user();
    for (const code of [toAdmin, ofDemoted])
      expect(await follow(guest, code)).toBe('team_invitation_gone');
    expect(await follow(guest, toMember)).toMatchObject({ id: team, role: 'member' });
  });

  test('whoever has just left a team leaves no new key in it', async () => {
    const owner = await scene.gateway.user();
    const team = await userAt(await scene.makeTeam(owner));
    const left = await scene.gateway.user();
    const key = {
      name: 'late',
      expired_time: -1,
      remain_quota: 0,
      unlimited_quota: true,
      allow_ips: '',
      group: '',
      model_limits_enabled: false,
      model_limits: '',
      rate_limit: 0,
      mj_mode: '',
      day_quota: 0,
      week_quota: 0,
      month_quota: 0,
    };
    const member = { id: team.id, group: team.group, memberId: left.id, onlyOwn: true };
    await expect(createApiKey(domain, member, key)).rejects.toMatchObject({
      code: 'team_not_found',
    });
  });

  test('a removed member can’t enable a key at that moment, which would work again if they return', async () => {
    const owner = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const member = await scene.join(team, { by: owner });
    const { id } = await scene.makeKey(member, team);
    const isLocked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const removal = domain.store.transaction(async (trx) => {
      await lockUsers(trx, [team]);
      await deleteMember(trx, team, member.id);
      await stopTeamKeys(trx, { teamId: team, userId: member.id, status: TOKEN_DISABLED });
      isLocked.resolve();
      await held.promise;
    });
    await isLocked.promise;
    const path = '/api/token/?status_only=1';
    const body = { id, status: TOKEN_ENABLED };
    const edit: Promise<unknown> = scene.ask(member, 'PUT', path, body, team);
    await untilBlocked(domain.store);
    held.resolve();
    await removal;
    expect(await edit).toBe('team_not_found');
    const key = await findOwnApiKey(domain.store.db, { userId: team }, id);
    expect(key?.status).toBe(TOKEN_DISABLED);
  });

  test('no team is left with an owner who deletes the account while creating it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await userAt((await scene.gateway.user()).id);
      const [deleted, created] = await Promise.allSettled([
        deleteSelf(domain, user),
        createTeam(domain, user, 'Late'),
      ]);
      expect([deleted.status, created.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});
