import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { insertSampleTask } from '../../../test-support/insert-sample-task.ts';
import { placeOrder } from '../../../test-support/money/rebate-scene.ts';
import { openTeamScene, type TeamScene } from '../../../test-support/team-scene.ts';
import { updateUser } from '../../store/users-repository.ts';

/** An imported user may have a username that looks like a team's. */
const IMPORTED = 'joe@office';

interface Owned {
  user_id: number;
  is_team: boolean;
}
interface ReportRow {
  name: string;
  owner: string;
  is_team: boolean;
}

describe.each(databaseKinds)('whether an owner is a team, on %s', (kind) => {
  let scene: TeamScene;
  let joe: number;
  let team: number;
  beforeAll(async () => {
    scene = await openTeamScene(kind);
    const person = await scene.gateway.user({ quota: 20_000_000 });
    joe = person.id;
    const { domain } = scene.gateway.app;
    await domain.changes.commit({ topic: 'user', id: joe }, (trx) =>
      updateUser(trx, joe, { username: IMPORTED, username_lower: IMPORTED }),
    );
    team = await scene.makeTeam(person);
    await scene.transfer(person, team, 'deposit', 5_000_000);
    const ofTeam = await scene.makeKey(person, team, { name: 'shared' });
    const own: { key: string } = await scene.ask(person, 'POST', '/api/token/', { name: 'own' });
    for (const secret of [ofTeam.secret, `sk-${own.key}`]) await scene.chat(secret);
    await domain.wallet.flush();
  });
  afterAll(() => scene.close());

  const ask = <Data>(path: string, body?: unknown): Promise<Data> =>
    scene.ask(scene.gateway.root, body === undefined ? 'GET' : 'POST', path, body);
  /** Which of the two own something in a list. */
  const marksOf = (items: readonly Owned[]) =>
    new Map(
      items
        .filter(({ user_id: id }) => id === joe || id === team)
        .map(({ user_id: id, is_team }) => [id, is_team]),
    );
  const marks = () =>
    new Map([
      [team, true],
      [joe, false],
    ]);

  test('the log says so of each row, whatever the username looks like', async () => {
    const { items }: { items: Owned[] } = await ask('/api/log/?p=1&type=2');
    expect(marksOf(items)).toEqual(marks());
  });

  test('orders say so, in the list and one by one', async () => {
    const { domain } = scene.gateway.app;
    for (const id of [joe, team]) await placeOrder(domain, id, 500_000);
    const { items }: { items: (Owned & { id: number })[] } = await ask('/api/order/?p=1');
    expect(marksOf(items)).toEqual(marks());
    const details = items.map(({ id }) => ask<Owned>(`/api/order/${id}`));
    expect(marksOf(await Promise.all(details))).toEqual(marks());
  });

  test('image and music tasks say so', async () => {
    for (const id of [joe, team])
      for (const platform of ['mj', 'suno'] as const)
        await insertSampleTask(scene.gateway, { id }, { platform });
    for (const path of ['/api/mj/', '/api/task/']) {
      const { items }: { items: Owned[] } = await ask(`${path}?p=1`);
      expect(marksOf(items)).toEqual(marks());
    }
  });

  test('the dashboard says so of users and of the owners of keys', async () => {
    const rowsBy = async (by: string) => {
      const { rows }: { rows: ReportRow[] } = await ask(`/api/data/report?by=${by}`);
      return rows.map(({ name, owner, is_team }) => ({ name, owner, is_team }));
    };
    const acme = expect.stringMatching(/^Acme@/) as string;
    const byUser = await rowsBy('user');
    expect(byUser).toContainEqual({ name: IMPORTED, owner: '', is_team: false });
    expect(byUser).toContainEqual({ name: acme, owner: '', is_team: true });
    const byKey = await rowsBy('key');
    expect(byKey).toContainEqual({ name: 'own', owner: IMPORTED, is_team: false });
    expect(byKey).toContainEqual({ name: 'shared', owner: acme, is_team: true });
  });

  test('the preview of a price change says so of those whom it affects', async () => {
    const value = JSON.stringify({ default: 2, vip: 1, svip: 1 });
    const options = [{ key: 'GroupRatio', value }];
    const { users }: { users: Owned[] } = await ask('/api/price/preview', { options });
    expect(marksOf(users)).toEqual(marks());
  });

  test('a user says so, by whose id the dashboard is filtered', async () => {
    for (const [id, isTeam] of marks())
      expect(await ask<{ is_team: boolean }>(`/api/user/${id}`)).toMatchObject({ is_team: isTeam });
  });
});
