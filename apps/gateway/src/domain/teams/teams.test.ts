import { startMailSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { openTeamScene, type TeamScene } from '../../../test-support/team-scene.ts';
import type { Client, TestGateway } from '../../../test-support/test-gateway.ts';
import { findUserById } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';
import { deposit } from './team-money.ts';

const DAYS_8 = 8 * 86_400;
let keys = 0;

describe.each(databaseKinds)('teams, on %s', (kind) => {
  let scene: TeamScene;
  let gateway: TestGateway;
  let domain: Domain;
  beforeAll(async () => {
    scene = await openTeamScene(kind);
    ({ gateway } = scene);
    domain = gateway.app.domain;
  });
  afterAll(() => scene.close());

  const ask: TeamScene['ask'] = (...input) => scene.ask(...input);
  const makeTeam: TeamScene['makeTeam'] = (owner) => scene.makeTeam(owner);
  const join: TeamScene['join'] = (...input) => scene.join(...input);
  const transfer: TeamScene['transfer'] = (...input) => scene.transfer(...input);
  const quotaOf: TeamScene['quotaOf'] = (id) => scene.quotaOf(id);
  const nameOf = async ({ id }: Client) => (await findUserById(domain.store.db, id))?.username;
  const rolesIn = async (team: number, reader: Client) => {
    const path = `/api/team/${team}/members`;
    const rows: { user_id: number; role: string }[] = await ask(reader, 'GET', path);
    return Object.fromEntries(rows.map((row) => [row.user_id, row.role]));
  };

  test('the creator of a team owns it, up to the limit of teams', async () => {
    const owner = await gateway.user();
    const limit = domain.options.get('TeamsPerUser');
    for (let index = 0; index < limit; index += 1) await makeTeam(owner);
    expect(await ask(owner, 'POST', '/api/team/', { name: 'One more' })).toBe('team_limit_reached');
    expect(await ask(owner, 'POST', '/api/team/', { name: ' ' })).toBe('team_name_length');
    const teams: { role: string }[] = await ask(owner, 'GET', '/api/team/');
    expect(teams.map(({ role }) => role)).toEqual(Array(limit).fill('owner'));
  });

  test('nobody can exceed that limit by having teams handed over', async () => {
    const [owner, other] = [await gateway.user(), await gateway.user()];
    const limit = domain.options.get('TeamsPerUser');
    for (let index = 0; index < limit; index += 1) await makeTeam(other);
    const team = await makeTeam(owner);
    await join(team, { by: owner, who: other });
    const handOver = () => ask(owner, 'POST', `/api/team/${team}/owner`, { user_id: other.id });
    expect(await handOver()).toBe('team_owner_limit_reached');
    expect(await rolesIn(team, owner)).toEqual({ [owner.id]: 'owner', [other.id]: 'member' });
    const [first]: { id: number }[] = await ask(other, 'GET', '/api/team/');
    await ask(other, 'DELETE', `/api/team/${first?.id}`);
    expect(await handOver()).toBeNull();
  });

  test('an invitation by name or address reaches only that person, is valid once, and does not reveal who exists', async () => {
    const owner = await gateway.user();
    const team = await makeTeam(owner);
    const [guest, other] = [await gateway.user(), await gateway.user()];
    const path = `/api/team/${team}/invitations`;
    const name = (await nameOf(guest))?.toUpperCase();
    const invitation = await ask(owner, 'POST', path, { invitee: name });
    expect(await ask(owner, 'POST', path, { invitee: 'nobody@nowhere.test' })).toEqual(invitation);
    const invitations = '/api/team/invitation';
    const [received]: { id: number; team: string }[] = await ask(guest, 'GET', invitations);
    expect(received).toMatchObject({ team: 'Acme', role: 'member' });
    const accept = (client: Client) =>
      ask(client, 'POST', '/api/team/invitation/accept', { id: received?.id });
    expect(await accept(other)).toBe('team_invitation_gone');
    expect(await accept(guest)).toMatchObject({ id: team, role: 'member', members: 2 });
    expect(await accept(guest)).toBe('team_invitation_gone');
    await ask(owner, 'POST', path, { invitee: name });
    const [second]: { id: number }[] = await ask(guest, 'GET', '/api/team/invitation');
    expect(await ask(guest, 'POST', '/api/team/invitation/accept', { id: second?.id })).toBe(
      'team_member_already',
    );
    await ask(guest, 'POST', '/api/team/invitation/decline', { id: second?.id });
    expect(await ask(guest, 'GET', '/api/team/invitation')).toEqual([]);
  });

  test('an invitation by address is mailed in both languages, whether the address belongs to a user or not; one by name is not mailed', async () => {
    const mail = await startMailSimulator();
    onTestFinished(() => mail.close());
    await gateway.setOptions({
      SMTPServer: '127.0.0.1',
      SMTPPort: String(mail.port),
      SMTPFrom: 'gate@example.org',
      ServerAddress: 'https://gate.example.org',
    });
    const owner = await gateway.user({ name: 'inviter' });
    const team = await makeTeam(owner);
    const known = await gateway.user({ name: 'known' });
    await domain.store.db
      .updateTable('users')
      .set({ email: 'known@example.org', email_lower: 'known@example.org' })
      .where('id', '=', known.id)
      .execute();
    const invite = (invitee: string) =>
      ask(owner, 'POST', `/api/team/${team}/invitations`, { invitee, role: 'admin' });
    expect(await invite('known')).toEqual({ code: '', mailed: false });
    const responses = [await invite('known@example.org'), await invite('nobody@example.org')];
    for (const response of responses) expect(response).toEqual({ code: '', mailed: true });
    const texts = await Promise.all(
      ['known@example.org', 'nobody@example.org'].map(async (to) => (await mail.until(to, 1))[0]),
    );
    for (const sentMail of texts)
      expect(sentMail?.text).toMatch(
        /inviter invites you to join the team Acme as Admin [^]*https:\/\/gate\.example\.org\/team[^]*inviter 邀请你在 [^]*以管理员身份加入团队 Acme/,
      );
    expect(texts[0]?.text).toBe(texts[1]?.text);
    expect(mail.mails).toHaveLength(2);
    await gateway.setOptions({ SMTPServer: '', SMTPFrom: '' });
    expect(await invite('late@example.org')).toEqual({ code: '', mailed: false });
  });

  test('owner and admins read every change of the balance and who made it, also as a file; members do not', async () => {
    const owner = await gateway.user({ quota: 100, name: 'payer' });
    const team = await makeTeam(owner);
    const admin = await join(team, { by: owner, role: 'admin' });
    const member = await join(team, { by: owner });
    const site = await gateway.user({ role: 10 });
    await transfer(owner, team, 'deposit', 60);
    await transfer(owner, team, 'withdraw', 25);
    await ask(site, 'POST', `/api/teams/${team}/credit`, {
      quota: 7,
      reason: 'goodwill',
      idempotency_key: `credit-${(keys += 1)}`,
    });
    const path = `/api/team/${team}/balance_changes`;
    const { items }: { items: object[] } = await ask(admin, 'GET', path);
    expect(items).toMatchObject([
      { kind: 'adjustment', amount: 7, balance_after: 42, by: '', reason: 'goodwill' },
      { kind: 'team', amount: -25, balance_after: 35, by: 'payer' },
      { kind: 'team', amount: 60, balance_after: 60, by: 'payer' },
    ]);
    const file = await fetch(`${gateway.url}${path}/export`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
    });
    const [head = '', , , last = ''] = (await file.text()).split('\r\n');
    expect(head).toMatch(/Balance after.*,By$/);
    expect(last).toMatch(/Team transfer,.*,payer$/);
    for (const one of [path, `${path}/export`])
      expect(await ask(member, 'GET', one)).toBe('team_role_forbidden');
    const ofTeam = `/api/teams/${team}`;
    expect(await ask(site, 'GET', `${ofTeam}/balance_changes`)).toMatchObject({ items });
    expect(await ask(site, 'GET', `${ofTeam}/usage`)).toEqual(
      await ask(owner, 'GET', `/api/team/${team}/usage`),
    );
    for (const one of ['balance_changes', 'usage', 'members'])
      expect(await ask(owner, 'GET', `${ofTeam}/${one}`)).toBe('forbidden');
    const members: { username: string }[] = await ask(site, 'GET', `/api/teams/${team}/members`);
    expect(members).toHaveLength(3);
    expect(await ask(site, 'GET', `/api/teams/${site.id}/members`)).toBe('team_not_found');
  });

  test('of several people who follow a link concurrently, one joins; an expired or withdrawn link admits nobody', async () => {
    const owner = await gateway.user();
    const team = await makeTeam(owner);
    const path = `/api/team/${team}/invitations`;
    const makeLink = async () => {
      const response: { code: string } = await ask(owner, 'POST', path, {});
      return response.code;
    };
    const follow = (client: Client, code: string) =>
      ask(client, 'POST', '/api/team/invitation/accept', { code });
    const link = await makeLink();
    const people = await Promise.all(Array.from({ length: 6 }, () => gateway.user()));
    const responses: unknown[] = await Promise.all(people.map((person) => follow(person, link)));
    expect(responses.filter((response) => response === 'team_invitation_gone')).toHaveLength(5);
    const { db } = domain.store;
    const late = await gateway.user();
    const expired = await makeLink();
    await db.updateTable('team_invitations').set({ expires_at: 1 }).execute();
    expect(await follow(late, expired)).toBe('team_invitation_gone');
    const withdrawn = await makeLink();
    const [row]: { id: number; expires_at: number }[] = await ask(owner, 'GET', path);
    expect(row?.expires_at).toBeLessThan(Date.now() / 1000 + DAYS_8);
    await ask(owner, 'DELETE', `${path}/${row?.id}`);
    expect(await follow(late, withdrawn)).toBe('team_invitation_gone');
    const stored = await db.selectFrom('team_invitations').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(withdrawn);
  });

  test('nobody grants, changes or removes a role that is not below their own', async () => {
    const owner = await gateway.user();
    const team = await makeTeam(owner);
    const admin = await join(team, { by: owner, role: 'admin' });
    const second = await join(team, { by: owner, role: 'admin' });
    const member = await join(team, { by: admin });
    const of = (client: Client) => `/api/team/${team}/members/${client.id}`;
    const refused = 'team_role_forbidden';
    const invitation = `/api/team/${team}/invitations`;
    expect(await ask(admin, 'POST', invitation, { role: 'admin' })).toBe(refused);
    expect(await ask(admin, 'PUT', of(member), { role: 'admin' })).toBe(refused);
    expect(await ask(admin, 'DELETE', of(second))).toBe(refused);
    expect(await ask(admin, 'DELETE', of(owner))).toBe(refused);
    expect(await ask(admin, 'DELETE', of(admin))).toBe(refused);
    expect(await ask(owner, 'PUT', of(owner), { role: 'member' })).toBe(refused);
    expect(await ask(owner, 'PUT', of(member), { role: 'owner' })).toBe('team_role_unknown');
    expect(await ask(owner, 'PUT', of(second), { role: 'member' })).toBeNull();
    expect(await ask(admin, 'DELETE', of(second))).toBeNull();
    expect(await ask(second, 'GET', `/api/team/${team}`)).toBe('team_not_found');
    expect(await rolesIn(team, member)).toEqual({
      [owner.id]: 'owner',
      [admin.id]: 'admin',
      [member.id]: 'member',
    });
  });

  test('a team’s owner may hand it over, and can neither leave nor delete the account before that', async () => {
    const owner = await gateway.user();
    const team = await makeTeam(owner);
    const member = await join(team, { by: owner });
    const stranger = await gateway.user();
    const path = `/api/team/${team}`;
    expect(await ask(owner, 'POST', `${path}/leave`)).toBe('team_owner_must_stay');
    expect(await ask(owner, 'DELETE', '/api/user/self')).toBe('owns_team');
    expect(await ask(owner, 'POST', `${path}/owner`, { user_id: stranger.id })).toBe(
      'team_member_not_found',
    );
    const both = [member, owner].map((next) =>
      ask(owner, 'POST', `${path}/owner`, { user_id: next.id }),
    );
    await Promise.all(both);
    const roles = await rolesIn(team, member);
    expect(Object.values(roles).filter((role) => role === 'owner')).toHaveLength(1);
    expect(roles[member.id]).toBe('owner');
    expect(await ask(owner, 'POST', `${path}/leave`)).toBeNull();
    expect(await ask(owner, 'DELETE', '/api/user/self')).toBeNull();
  });

  test('a transfer moves quota once, completely, and never more than is available', async () => {
    const owner = await gateway.user({ quota: 1000 });
    const team = await makeTeam(owner);
    const member = await join(team, { by: owner, who: await gateway.user({ quota: 100 }) });
    expect(await transfer(member, team, 'deposit', 101)).toBe('team_own_balance_too_small');
    const same = Array.from({ length: 5 }, () => transfer(owner, team, 'deposit', 300, 'same-key'));
    await Promise.all(same);
    await Promise.all(Array.from({ length: 5 }, () => transfer(member, team, 'deposit', 30)));
    expect([await quotaOf(owner.id), await quotaOf(member.id), await quotaOf(team)]).toEqual([
      700, 10, 390,
    ]);
    expect(await transfer(member, team, 'withdraw', 1)).toBe('team_role_forbidden');
    expect(await transfer(owner, team, 'withdraw', 391)).toBe('team_balance_too_small');
    await Promise.all(Array.from({ length: 5 }, () => transfer(owner, team, 'withdraw', 100)));
    expect([await quotaOf(owner.id), await quotaOf(team)]).toEqual([1000, 90]);
    expect(await transfer(owner, team, 'deposit', 0)).toBe('quota_invalid');
    // Repeating a booked transfer is not refused, even after the member was removed.
    await domain.store.db.deleteFrom('team_members').where('team_id', '=', team).execute();
    const repeat = { quota: 300, idempotency_key: 'same-key' };
    const by = { teamId: team, userId: owner.id, role: 'owner' } as const;
    await deposit(domain, by, repeat);
    const other = deposit(domain, by, { ...repeat, quota: 301 });
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect([await quotaOf(owner.id), await quotaOf(team)]).toEqual([1000, 90]);
    expect(await reconcileLedger(domain.store, Math.floor(Date.now() / 1000))).toEqual([]);
  });

  test('a deleted team returns its whole balance to its owner and admits nobody', async () => {
    const owner = await gateway.user({ quota: 500 });
    const team = await makeTeam(owner);
    const member = await join(team, { by: owner });
    await transfer(owner, team, 'deposit', 400);
    const link: { code: string } = await ask(owner, 'POST', `/api/team/${team}/invitations`, {});
    expect(await ask(member, 'DELETE', `/api/team/${team}`)).toBe('team_role_forbidden');
    expect(await ask(owner, 'DELETE', `/api/team/${team}`)).toEqual({ returned: 400 });
    expect([await quotaOf(owner.id), await quotaOf(team)]).toEqual([500, 0]);
    expect(await ask(member, 'GET', '/api/team/')).toEqual([]);
    expect(await transfer(owner, team, 'deposit', 100)).toBe('team_not_found');
    expect(await ask(member, 'POST', '/api/team/invitation/accept', link)).toBe(
      'team_invitation_gone',
    );
    expect(await ask(owner, 'DELETE', '/api/user/self')).toBeNull();
    expect(await reconcileLedger(domain.store, Math.floor(Date.now() / 1000))).toEqual([]);
  });

  test('a team has one owner, even when it is handed over concurrently', async () => {
    const owner = await gateway.user();
    const team = await makeTeam(owner);
    const heir = await join(team, { by: owner });
    const other = await join(team, { by: owner });
    await Promise.all([
      ask(owner, 'POST', `/api/team/${team}/owner`, { user_id: heir.id }),
      ask(gateway.root, 'PUT', `/api/teams/${team}`, { owner_id: other.id }),
      ask(gateway.root, 'PUT', `/api/teams/${team}`, { owner_id: heir.id }),
    ]);
    const roles = Object.values(await rolesIn(team, heir));
    expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
  });

  test('a team is not a person: it has no login, is not listed among users, and actions on users do not apply to it', async () => {
    const owner = await gateway.user();
    const team = await makeTeam(owner);
    const row = await findUserById(domain.store.db, team);
    await expect(gateway.login(row?.username ?? '', 'password1')).rejects.toThrow();
    const found: { total: number } = await ask(
      gateway.root,
      'GET',
      `/api/user/search?keyword=${encodeURIComponent(row?.username ?? '')}`,
    );
    expect(found.total).toBe(0);
    for (const action of ['promote', 'disable', 'delete'])
      expect(await ask(gateway.root, 'POST', '/api/user/manage', { id: team, action })).toBe(
        'user_not_found',
      );
    expect(await ask(gateway.root, 'PUT', '/api/user/', { id: team, password: 'password2' })).toBe(
      'user_not_found',
    );
  });

  test("an administrator can't change a team that they or another administrator belong to; the super admin can", async () => {
    const boss = await gateway.user({ quota: 500 });
    const admin = await gateway.user({ role: 10 });
    const other = await gateway.user({ role: 10 });
    const team = await makeTeam(boss);
    await transfer(boss, team, 'deposit', 300);
    const path = `/api/teams/${team}`;
    const actions = (client: Client) => [
      () => ask(client, 'PUT', path, { owner_id: admin.id }),
      () => ask(client, 'PUT', path, { enabled: false }),
      () => ask(client, 'PUT', path, { group: 'vip' }),
      () =>
        ask(client, 'POST', `${path}/credit`, {
          quota: -300,
          reason: 'goodwill',
          idempotency_key: `team-deed-${(keys += 1)}`,
        }),
    ];
    await domain.store.db
      .insertInto('team_members')
      .values({ team_id: team, user_id: admin.id, role: 'member', joined_at: 1 })
      .execute();
    for (const client of [admin, other])
      for (const action of actions(client)) expect(await action()).toBe('team_of_same_or_higher');
    expect(await ask(boss, 'GET', `/api/team/${team}`)).toMatchObject({
      quota: 300,
      status: 1,
    });
    for (const action of actions(gateway.root)) expect(await action()).toMatchObject({ id: team });
  });

  test('site administrators find, credit, disable and hand over a team, which is recorded in the audit log', async () => {
    const owner = await gateway.user({ quota: 50 });
    const team = await makeTeam(owner);
    const member = await join(team, { by: owner });
    const admin = await gateway.user({ role: 10 });
    const path = `/api/teams/${team}`;
    const credit = (quota: number, key = `credit-${(keys += 1)}`) =>
      ask(admin, 'POST', `${path}/credit`, { quota, reason: 'goodwill', idempotency_key: key });
    expect(await credit(200, 'same-credit')).toMatchObject({ quota: 200 });
    expect(await credit(200, 'same-credit')).toMatchObject({ quota: 200 });
    expect(await credit(201, 'same-credit')).toBe('idempotency_key_reused');
    expect(await credit(-201)).toBe('quota_below_zero');
    expect(await ask(admin, 'PUT', path, { enabled: false })).toMatchObject({ status: 2 });
    expect(await ask(owner, 'GET', `/api/team/${team}`)).toMatchObject({
      status: 2,
      quota: 200,
    });
    expect(await transfer(owner, team, 'deposit', 10)).toBe('team_disabled');
    expect(await ask(admin, 'PUT', path, { group: 'no-such-group' })).toBe('channel_group_unknown');
    await ask(admin, 'POST', '/api/user/manage', { id: owner.id, action: 'delete' });
    expect(await ask(admin, 'PUT', path, { owner_id: owner.id })).toMatchObject({ status: 2 });
    expect(await ask(admin, 'PUT', path, { enabled: true, owner_id: member.id })).toMatchObject({
      owner_id: member.id,
      status: 1,
      quota: 200,
      members: 2,
    });
    const name = await nameOf(member);
    const found: { items: { id: number }[] } = await ask(
      admin,
      'GET',
      `/api/teams/?keyword=${name}`,
    );
    expect(found.items.map(({ id }) => id)).toEqual([team]);
    const audit: { items: { action: string }[] } = await ask(
      gateway.root,
      'GET',
      `/api/audit/?subject=team&object_id=${team}`,
    );
    expect(new Set(audit.items.map(({ action }) => action))).toEqual(
      new Set(['changeTeam', 'creditTeam']),
    );
    expect(await reconcileLedger(domain.store, Math.floor(Date.now() / 1000))).toEqual([]);
  });
});
