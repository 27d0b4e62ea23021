import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { afterCommitOf } from '../../test-support/after-commit-of.ts';
import { databaseKinds } from '../../test-support/databases.ts';
import { type PaymentScene, startPaymentScene } from '../../test-support/payment-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import type { Domain } from '../domain/domain.ts';
import { findAgent } from '../store/agents-repository.ts';
import { findOrderById } from '../store/order-search-repository.ts';
import { findUserById } from '../store/users-repository.ts';

const PEOPLE = 8;

/** Whatever others change between a commit and its response, the response reflects the commit. */
describe.each(databaseKinds)('a response reports what its own transaction did on %s', (kind) => {
  let scene: PaymentScene;
  let domain: Domain;
  let root: Client;
  let keys = 0;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
    ({ domain } = scene.gateway.app);
    ({ root } = scene.gateway);
  });
  afterAll(() => scene.close());

  const key = () => `answer-${(keys += 1)}`;
  const makeTeam = async (owner: Client) =>
    (await owner.call('POST', '/api/team/', { name: 'Acme' })).body.data.id as number;
  const credit = async (team: number, quota: number) =>
    (
      await root.call('POST', `/api/teams/${team}/credit`, {
        quota,
        reason: 'goodwill',
        idempotency_key: key(),
      })
    ).body;
  const quotaOf = async (id: number) => (await findUserById(domain.store.db, id))?.quota ?? -1;
  const transfer = async (who: Client, team: number, way: string, quota: number) =>
    (await who.call('POST', `/api/team/${team}/${way}`, { quota, idempotency_key: key() })).body;
  const deleteTeam = (owner: Client, team: number) => owner.call('DELETE', `/api/team/${team}`);

  test('each of many concurrent credits to a team returns the balance that it made', async () => {
    const team = await makeTeam(await scene.gateway.user());
    const answers = await Promise.all(Array.from({ length: PEOPLE }, () => credit(team, 10)));
    const quotas = answers.map(({ data }) => data.quota as number);
    expect(quotas.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: PEOPLE }, (_, at) => (at + 1) * 10),
    );
  });

  test('a credit, a deposit and a withdrawal are reported as done even if the team is deleted right afterwards', async () => {
    for (const [way, quota, expected] of [
      ['credit', 7, 17],
      ['deposit', 5, 15],
      ['withdraw', 4, 6],
    ] as const) {
      const owner = await scene.gateway.user({ quota: 100 });
      const team = await makeTeam(owner);
      await transfer(owner, team, 'deposit', 10);
      const done = afterCommitOf(
        domain.store,
        async () => (await quotaOf(team)) === expected,
        () => deleteTeam(owner, team),
      );
      const answer =
        way === 'credit' ? await credit(team, quota) : await transfer(owner, team, way, quota);
      expect(answer, way).toMatchObject({ success: true, data: { id: team, quota: expected } });
      expect(done()).toBe(true);
      expect(await quotaOf(team)).toBe(0);
    }
  });

  test('a deleted team gets no credit', async () => {
    const owner = await scene.gateway.user();
    const team = await makeTeam(owner);
    await deleteTeam(owner, team);
    expect(await credit(team, 5)).toMatchObject({ success: false, code: 'team_not_found' });
    expect(await quotaOf(team)).toBe(0);
  });

  test('a team that is disabled is reported as disabled even if another call enables it right afterwards', async () => {
    const team = await makeTeam(await scene.gateway.user());
    const set = async (enabled: boolean) =>
      (await root.call('PUT', `/api/teams/${team}`, { enabled })).body;
    const done = afterCommitOf(
      domain.store,
      async () => (await findUserById(domain.store.db, team))?.status === 2,
      () => set(true),
    );
    expect(await set(false)).toMatchObject({ data: { status: 2 } });
    expect(done()).toBe(true);
  });

  test('the terms of an agent are returned as this administrator saved them', async () => {
    const agent = await scene.gateway.user();
    const save = async (share: number) =>
      (
        await root.call('PUT', `/api/user/${agent.id}/agent`, {
          enabled: true,
          share_percent: share,
          discount_percent: 0,
        })
      ).body;
    const done = afterCommitOf(
      domain.store,
      async () => (await findAgent(domain.store.db, agent.id))?.basis_points === 500,
      () => save(9),
    );
    expect(await save(5)).toMatchObject({ data: { share_percent: 5 } });
    expect(done()).toBe(true);
    expect((await findAgent(domain.store.db, agent.id))?.basis_points).toBe(900);
  });

  test('an order is reported as credited and as refunded with the balance at that time', async () => {
    const user = await scene.gateway.user();
    const number = await scene.orderByEpay(user);
    const { body } = await root.call('GET', `/api/order/?keyword=${number}`);
    const { id, quota } = (body.data.items as { id: number; quota: number }[])[0] ?? {
      id: 0,
      quota: 0,
    };
    const becomes = (status: string) => async () =>
      (await findOrderById(domain.store.db, id))?.status === status;
    const give = () =>
      domain.wallet.adjustUser({
        userId: user.id,
        delta: 1000,
        kind: 'gift',
        reason: '',
        actorId: 0,
        idempotencyKey: key(),
      });
    const act = async (what: string, more: object) =>
      (await root.call('POST', `/api/order/${id}/${what}`, { reason: 'by hand', ...more })).body;
    const credited = afterCommitOf(domain.store, becomes('paid'), give);
    expect(await act('complete', {})).toMatchObject({ data: { state: 'paid', user_quota: quota } });
    const refunded = afterCommitOf(domain.store, becomes('refunded'), give);
    expect(await act('refund', { take_quota: true })).toMatchObject({
      data: { state: 'refunded', user_quota: 1000 },
    });
    expect([credited(), refunded()]).toEqual([true, true]);
  });

  test('moving earnings returns what the move left', async () => {
    const user = await scene.gateway.user();
    const unit = domain.options.number('QuotaPerUnit');
    await domain.store.db
      .updateTable('users')
      .set({ aff_quota: unit * 3 })
      .where('id', '=', user.id)
      .execute();
    const move = async (quota: number) =>
      (await user.call('POST', '/api/user/aff_transfer', { quota, idempotency_key: key() })).body;
    const done = afterCommitOf(
      domain.store,
      async () => (await quotaOf(user.id)) === unit,
      () => move(unit * 2),
    );
    expect(await move(unit)).toMatchObject({ data: { quota: unit } });
    expect(done()).toBe(true);
  });
});
