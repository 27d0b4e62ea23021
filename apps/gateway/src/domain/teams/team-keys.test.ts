import { type Token, TOKEN_ENABLED } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { openTeamScene, type TeamScene } from '../../../test-support/team-scene.ts';
import type { Client } from '../../../test-support/test-gateway.ts';
import { readUsernames } from '../../store/usage-names-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { applyGrants } from '../logins/apply-grants.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';

const DISABLED = 'key_disabled';

describe.each(databaseKinds)('keys of a team, on %s', (kind) => {
  let scene: TeamScene;
  beforeAll(async () => {
    scene = await openTeamScene(kind);
  });
  afterAll(() => scene.close());

  /** A team with a balance, its owner, an admin and a member with a key. */
  const makeCrew = async () => {
    const owner = await scene.gateway.user({ quota: 10_000_000 });
    const team = await scene.makeTeam(owner);
    await scene.transfer(owner, team, 'deposit', 5_000_000);
    const admin = await scene.join(team, { by: owner, role: 'admin' });
    const member = await scene.join(team, { by: owner });
    const key = await scene.makeKey(member, team);
    return { owner, team, admin, member, key };
  };
  const manage = (user: Client, action: string) =>
    scene.ask(scene.gateway.root, 'POST', '/api/user/manage', { id: user.id, action });
  const keysSeen = async (reader: Client, team?: number) => {
    const page: { items: Token[] } = await scene.ask(reader, 'GET', '/api/token/', undefined, team);
    return page.items.map(({ id }) => id).toSorted((left, right) => left - right);
  };

  test('a call with a team’s key is paid by the team, and nobody’s own balance changes', async () => {
    const { owner, team, member, key } = await makeCrew();
    expect(await scene.chat(key.secret)).toBe(200);
    await scene.gateway.app.domain.wallet.flush();
    expect(await scene.quotaOf(team)).toBeLessThan(5_000_000);
    expect([await scene.quotaOf(owner.id), await scene.quotaOf(member.id)]).toEqual([5_000_000, 0]);
    const now = Math.floor(Date.now() / 1000);
    expect(await reconcileLedger(scene.gateway.app.domain.store, now)).toEqual([]);
  });

  test('a member sees, edits and deletes only their own keys, an admin all of them, and personal keys stay separate', async () => {
    const { team, admin, member, owner, key } = await makeCrew();
    const ofAdmin = await scene.makeKey(admin, team);
    const ownToken = await scene.gateway.token(member);
    expect(await keysSeen(member, team)).toEqual([key.id]);
    expect(await keysSeen(admin, team)).toEqual([key.id, ofAdmin.id]);
    expect(await keysSeen(owner, team)).toEqual([key.id, ofAdmin.id]);
    expect(await keysSeen(member)).toEqual([ownToken.id]);
    const readCreators = async (inTeam?: number) => {
      const path = '/api/token/?p=1';
      const list: { items: Token[] } = await scene.ask(admin, 'GET', path, undefined, inTeam);
      return new Set(list.items.map(({ created_by_name: creator }) => creator));
    };
    const { db } = scene.gateway.app.domain.store;
    const names = await readUsernames(db, [member.id, admin.id]);
    expect(await readCreators(team)).toEqual(new Set(names.values()));
    await scene.gateway.token(admin);
    expect(await readCreators()).toEqual(new Set([undefined]));
    const change = (client: Client, id: number, inTeam: number | undefined) =>
      scene.ask(client, 'PUT', '/api/token/', { id, name: 'changed' }, inTeam);
    expect(await change(member, ofAdmin.id, team)).toBe('token_not_found');
    expect(await change(member, key.id, undefined)).toBe('token_not_found');
    expect(await change(admin, ownToken.id, team)).toBe('token_not_found');
    expect(await change(admin, key.id, team)).toMatchObject({
      name: 'changed',
      created_by: member.id,
    });
    const remove = (client: Client, id: number) =>
      scene.ask(client, 'DELETE', `/api/token/${id}/`, undefined, team);
    expect(await remove(member, ofAdmin.id)).toBe('token_not_found');
    expect(await remove(admin, key.id)).toBeNull();
    expect(await scene.chat(key.secret)).toBe('invalid_api_key');
  });

  test.each(['removed', 'left', 'disabled', 'deleted'])(
    'the keys of a member who was %s stop working at the very next call; those of others keep working',
    async (how) => {
      const { owner, team, member, key } = await makeCrew();
      const other = await scene.makeKey(owner, team);
      expect(await scene.chat(key.secret)).toBe(200);
      const path = `/api/team/${team}`;
      if (how === 'removed') await scene.ask(owner, 'DELETE', `${path}/members/${member.id}`);
      else if (how === 'left') await scene.ask(member, 'POST', `${path}/leave`);
      else await manage(member, how === 'disabled' ? 'disable' : 'delete');
      expect(await scene.chat(key.secret)).toBe(DISABLED);
      expect(await scene.chat(other.secret)).toBe(200);
      if (how === 'disabled') {
        await manage(member, 'enable');
        expect(await scene.chat(key.secret)).toBe(200);
      }
      if (how === 'removed') {
        await scene.join(team, { by: owner, who: member });
        expect(await scene.chat(key.secret)).toBe(DISABLED);
      }
      if (how === 'deleted') {
        // As their own keys do, it waits until they have checked what uses it.
        await scene.ask(scene.gateway.root, 'POST', `/api/user/${member.id}/restore`);
        expect(await scene.chat(key.secret)).toBe(DISABLED);
        const row = await findUserById(scene.gateway.app.domain.store.db, member.id);
        const again = await scene.gateway.login(row?.username ?? '', 'password1');
        const enabling = { id: key.id, status: TOKEN_ENABLED };
        await scene.ask(again, 'PUT', '/api/token/?status_only=1', enabling, team);
        expect(await scene.chat(key.secret)).toBe(200);
        expect(await scene.chat(other.secret)).toBe(200);
      }
    },
  );

  test('a team in its owner’s group follows the owner to another group, however that happens', async () => {
    const groupOf = async (id: number) =>
      (await findUserById(scene.gateway.app.domain.store.db, id))?.group;
    const move = (id: number, group: string) =>
      scene.ask(scene.gateway.root, 'PUT', '/api/user/', { id, group });
    const owner = await scene.gateway.user({ quota: 1_000_000 });
    const [team, elsewhere] = [await scene.makeTeam(owner), await scene.makeTeam(owner)];
    await scene.transfer(owner, team, 'deposit', 900_000);
    await scene.ask(scene.gateway.root, 'PUT', `/api/teams/${elsewhere}`, { group: 'svip' });
    const key = await scene.makeKey(owner, team);
    expect(await scene.chat(key.secret)).toBe(200);
    await move(owner.id, 'vip');
    expect([await groupOf(team), await groupOf(elsewhere)]).toEqual(['vip', 'svip']);
    // No channel serves that group: the key is affected at once.
    expect(await scene.chat(key.secret)).toBe('model_not_found');

    const ownerRow = await findUserById(scene.gateway.app.domain.store.db, owner.id);
    if (ownerRow) await applyGrants(scene.gateway.app.domain, ownerRow, { group: 'default' });
    expect(await groupOf(team)).toBe('default');

    const heir = await scene.join(team, { by: owner });
    await move(heir.id, 'vip');
    expect(await groupOf(team)).toBe('default');
    await scene.ask(owner, 'POST', `/api/team/${team}/owner`, { user_id: heir.id });
    expect(await groupOf(team)).toBe('vip');
    const back = { owner_id: owner.id, group: 'svip' };
    expect(await scene.ask(scene.gateway.root, 'PUT', `/api/teams/${team}`, back)).toMatchObject(
      back,
    );
  });

  test('keys of a disabled or deleted team do not work, but those of a team whose owner is gone do', async () => {
    const { owner, team, admin, key } = await makeCrew();
    const byAdmin = await scene.makeKey(admin, team);
    const enable = (enabled: boolean) =>
      scene.ask(scene.gateway.root, 'PUT', `/api/teams/${team}`, { enabled });
    await enable(false);
    expect(await scene.chat(key.secret)).toBe('user_disabled');
    expect(await scene.ask(admin, 'POST', '/api/token/', { name: 'new' }, team)).toBe(
      'team_disabled',
    );
    await enable(true);
    await manage(owner, 'delete');
    expect([await scene.chat(key.secret), await scene.chat(byAdmin.secret)]).toEqual([200, 200]);
    await scene.ask(scene.gateway.root, 'PUT', `/api/teams/${team}`, { owner_id: admin.id });
    expect(await scene.ask(admin, 'DELETE', `/api/team/${team}`)).toHaveProperty('returned');
    expect(await scene.chat(byAdmin.secret)).toMatch(/disabled/);
  });

  test('a key enabled while its member was away works as soon as they are back', async () => {
    const { owner, team, admin, member, key } = await makeCrew();
    await scene.ask(owner, 'DELETE', `/api/team/${team}/members/${member.id}`);
    const enabling = { id: key.id, status: TOKEN_ENABLED };
    await scene.ask(admin, 'PUT', '/api/token/?status_only=1', enabling, team);
    const path = `/api/team/${team}/invitations`;
    const { code }: { code: string } = await scene.ask(owner, 'POST', path, {});
    // From now on, the node knows the key as that of nobody.
    expect(await scene.chat(key.secret)).toBe(DISABLED);
    await scene.ask(member, 'POST', '/api/team/invitation/accept', { code });
    expect(await scene.chat(key.secret)).toBe(200);
  });

  test('an admin who becomes a plain member no longer follows the calls of others', async () => {
    const { owner, team, admin } = await makeCrew();
    const key = await scene.makeKey(owner, team);
    const answer = await fetch(`${scene.gateway.url}/api/log/self/follow`, {
      headers: { authorization: `Bearer ${admin.token}`, 'tollgate-team': String(team) },
    });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const read = async () => {
      const { done, value } = await reader.read();
      return done ? undefined : Buffer.from(value).toString();
    };
    expect(await read()).toContain('nothing new');
    const path = `/api/team/${team}/members/${admin.id}`;
    expect(await scene.ask(owner, 'PUT', path, { role: 'member' })).toBeNull();
    expect(await scene.chat(key.secret)).toBe(200);
    await scene.gateway.app.domain.wallet.flush();
    for (let text = await read(); text !== undefined; text = await read())
      expect(text).not.toContain('data: ');
  });

  test('a member sees the log and usage of their own keys, an admin those of all, by member', async () => {
    const { team, admin, member, key } = await makeCrew();
    const ofAdmin = await scene.makeKey(admin, team);
    await scene.chat(key.secret);
    await scene.chat(ofAdmin.secret);
    await scene.chat(ofAdmin.secret);
    await scene.gateway.app.domain.wallet.flush();
    const read = <Data>(client: Client, path: string, inTeam: number | undefined = team) =>
      scene.ask(client, 'GET', path, undefined, inTeam) as Promise<Data>;
    type Log = { items: { token_id: number; type: number }[]; total: number };
    type Stat = { calls: number; quota: number };
    const seenBy = async (client: Client, query = '') => {
      const { items } = await read<Log>(client, `/api/log/self/${query}`);
      return items.filter(({ type }) => type === 2).map(({ token_id: id }) => id);
    };
    expect(await seenBy(member)).toEqual([key.id]);
    expect(await seenBy(member, '?type=2&model_name=gpt-4o-mini')).toEqual([key.id]);
    expect(new Set(await seenBy(admin))).toEqual(new Set([key.id, ofAdmin.id]));
    const [ofOne, ofAll] = [
      await read<Stat>(member, '/api/log/self/stat'),
      await read<Stat>(admin, '/api/log/self/stat'),
    ];
    expect([ofOne.calls, ofAll.calls]).toEqual([1, 3]);
    const usage = `/api/team/${team}/usage`;
    const all = await read<{ user_id: number; calls: number; spend: number }[]>(admin, usage);
    expect(all.map(({ user_id, calls }) => [user_id, calls])).toEqual([
      [admin.id, 2],
      [member.id, 1],
    ]);
    expect(all.reduce((sum, { spend }) => sum + spend, 0)).toBe(ofAll.quota);
    expect(await read(member, usage)).toMatchObject([{ user_id: member.id, spend: ofOne.quota }]);
    expect(await read(member, '/api/data/self/report')).toBe('team_role_forbidden');
    expect(await read<Log>(member, '/api/log/self/', 0)).toBe('team_not_found');
  });
});

describe.each(databaseKinds)('limits of a team, on %s', (kind) => {
  let scene: TeamScene;
  beforeAll(async () => {
    scene = await openTeamScene(kind);
  });
  afterAll(() => scene.close());

  const makeMember = async () => {
    const owner = await scene.gateway.user({ quota: 10_000_000 });
    const team = await scene.makeTeam(owner);
    await scene.transfer(owner, team, 'deposit', 5_000_000);
    const member = await scene.join(team, { by: owner });
    const limit = (body: Record<string, unknown>) =>
      scene.ask(owner, 'PUT', `/api/team/${team}/members/${member.id}`, body);
    return { owner, team, member, limit };
  };
  const spentBy = async (owner: Client, team: number, member: Client) => {
    const usage: { user_id: number; spend: number }[] = await scene.ask(
      owner,
      'GET',
      `/api/team/${team}/usage`,
    );
    return usage.find(({ user_id: id }) => id === member.id)?.spend ?? 0;
  };

  test('concurrent calls with several keys of a member never exceed the member’s daily limit, and other members’ keys keep working', async () => {
    const { owner, team, member, limit } = await makeMember();
    const first = await scene.makeKey(member, team);
    const second = await scene.makeKey(member, team);
    expect(await scene.chat(first.secret)).toBe(200);
    const one = await spentBy(owner, team, member);
    const most = one * 4;
    await limit({ day_quota: most });
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        scene.chat([first, second][index % 2]?.secret ?? ''),
      ),
    );
    expect(new Set(outcomes)).toContain('spending_limit_reached');
    expect(outcomes.every((one) => one === 200 || one === 'spending_limit_reached')).toBe(true);
    expect(await spentBy(owner, team, member)).toBeLessThanOrEqual(most);
    const others = await scene.makeKey(owner, team);
    expect(await scene.chat(others.secret)).toBe(200);
    await limit({ day_quota: 0 });
    expect(await scene.chat(first.secret)).toBe(200);
  });

  test('a key’s own limits apply in addition to the member’s, and to personal keys', async () => {
    const user = await scene.gateway.user({ quota: 5_000_000 });
    const ownToken = await scene.gateway.token(user, { month_quota: 1 });
    expect(await scene.chat(ownToken.secret)).toBe('spending_limit_reached');
    await scene.ask(user, 'PUT', '/api/token/', { id: ownToken.id, month_quota: 1_000_000 });
    expect(await scene.chat(ownToken.secret)).toBe(200);
  });

  test('a member can call only models allowed to both the member and the key', async () => {
    const { team, member, limit } = await makeMember();
    const key = await scene.makeKey(member, team);
    await limit({ models: 'other-model' });
    expect(await scene.chat(key.secret)).toBe('model_not_allowed');
    await limit({ models: 'other-model,gpt-4o-mini' });
    expect(await scene.chat(key.secret)).toBe(200);
    const narrow = await scene.makeKey(member, team, {
      model_limits_enabled: true,
      model_limits: 'other-model',
    });
    expect(await scene.chat(narrow.secret)).toBe('model_not_allowed');
  });

  test('a member sees their own limits, not those of others, and can change neither', async () => {
    const { owner, team, member, limit } = await makeMember();
    const other = await scene.join(team, { by: owner });
    await limit({ week_quota: 7000 });
    const readLimits = async (client: Client) => {
      const rows: { user_id: number; limits?: { week_quota: number } }[] = await scene.ask(
        client,
        'GET',
        `/api/team/${team}/members`,
      );
      return rows.find(({ user_id: id }) => id === member.id)?.limits?.week_quota;
    };
    expect([await readLimits(owner), await readLimits(member), await readLimits(other)]).toEqual([
      7000,
      7000,
      undefined,
    ]);
    const memberPath = `/api/team/${team}/members/${member.id}`;
    expect(await scene.ask(member, 'PUT', memberPath, { week_quota: 0 })).toBe(
      'team_role_forbidden',
    );
  });
});
