import { teamNameOf } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { openTeamScene, type TeamScene } from '../../test-support/team-scene.ts';
import { listUserIdsByName } from './named-users-repository.ts';
import { findUserById } from './users-repository.ts';

describe.each(databaseKinds)('users by name, on %s', (kind) => {
  let scene: TeamScene;
  beforeAll(async () => {
    scene = await openTeamScene(kind);
  });
  afterAll(() => scene.close());

  test('a team is found by the name that people see, and by its former one, but not by a part of it', async () => {
    const { db } = scene.gateway.app.domain.store;
    const owner = await scene.gateway.user();
    const make = async (name: string): Promise<{ id: number }> =>
      scene.ask(owner, 'POST', '/api/team/', { name });
    const [first, second] = [await make('50%_Research'), await make('50%_Research')];
    const find = (name: string) => listUserIdsByName(db, name).then((ids) => new Set(ids));
    expect(await find('50%_Research')).toEqual(new Set([first.id, second.id]));
    expect(await find('50%')).toEqual(new Set());
    await scene.ask(owner, 'PUT', `/api/team/${first.id}`, { name: 'Atlas' });
    expect(await find('Atlas')).toEqual(new Set([first.id]));
    expect(await find('50%_Research')).toEqual(new Set([first.id, second.id]));
    const { username = '' } = (await findUserById(db, second.id)) ?? {};
    expect(teamNameOf(username)).toBe('50%_Research');
    expect(await find(username)).toEqual(new Set([second.id]));
  });
});
