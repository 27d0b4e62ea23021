import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crashNextTransaction } from '../../../test-support/crash-transaction.ts';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  AGENT_TERMS,
  answerOf,
  askPayout,
  makeAgent as makeAgentIn,
  moneyOf as moneyIn,
  startAgentGateway,
} from '../../../test-support/money/agent-scene.ts';
import { makeInvited, payOrder, placeOrder } from '../../../test-support/money/rebate-scene.ts';
import type { Client, TestGateway } from '../../../test-support/test-gateway.ts';
import { AppError } from '../../platform/app-error.ts';
import type { OrderRow } from '../../store/orders-repository.ts';
import type { RedemptionRow } from '../../store/redemptions-repository.ts';
import { findInviter, findUserById } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { redeemCode } from '../redemptions/redeem-code.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';
import { transferEarnings } from '../accounts/own-account.ts';
import { cancelPayout, decidePayout, requestPayout } from './payouts.ts';
import { buyCodes, voidCode } from './sold-codes.ts';

describe.each(databaseKinds)('agents on %s', (kind) => {
  let gateway: TestGateway;
  let domain: Domain;
  beforeAll(async () => {
    gateway = await startAgentGateway(kind);
    domain = gateway.app.domain;
  });
  afterAll(() => gateway.close());

  const makeAgent = (quota = 0) => makeAgentIn(gateway, quota);
  async function earn(agent: { id: number }, amount: number): Promise<number> {
    const invitee = await makeInvited(domain, agent.id);
    await payOrder(domain, await placeOrder(domain, invitee, amount * 5));
    return invitee;
  }
  const moneyOf = (user: { id: number }) => moneyIn(gateway, user);
  const booksAreRight = async () =>
    expect(await reconcileLedger(domain.store, Math.floor(Date.now() / 1000))).toEqual([]);

  test('an agent earns their individual share, invites with their own code, and visitors see their invitation text', async () => {
    const agent = await makeAgent();
    const saved = await answerOf(
      agent.call('PUT', '/api/user/agent', { code: 'Best-Deal', invitation: 'Come **in**' }),
    );
    expect(saved).toMatchObject({ code: 'best-deal', share_percent: 20, earned: 0 });
    expect(await answerOf(agent.call('GET', '/api/invitation/BEST-deal'))).toMatchObject({
      invitation: 'Come **in**',
    });
    const registration = await agent.call('POST', '/api/user/register', {
      username: `joined${agent.id}`,
      password: 'password1',
      aff_code: 'best-deal',
    });
    expect(registration.body.code).toBeUndefined();
    const user = await domain.store.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', `joined${agent.id}`)
      .executeTakeFirstOrThrow();
    expect(user.inviter_id).toBe(agent.id);
    await payOrder(domain, await placeOrder(domain, user.id, 1000));
    expect(await answerOf(agent.call('GET', '/api/user/agent'))).toMatchObject({
      invitees: 1,
      topped_up: 1000,
      earned: 200,
      available: 200,
    });
    const { items } = (await answerOf(agent.call('GET', '/api/user/agent/invitees'))) as {
      items: unknown;
    };
    const { name } = (items as { name: string }[])[0] ?? { name: '' };
    expect(items).toMatchObject([{ topped_up: 1000, earned: 200 }]);
    expect(name).toMatch(/^j\*\*\*.$/);
    const listed = await answerOf(
      gateway.root.call('GET', `/api/payout/agents?keyword=${agent.id}`),
    );
    expect(listed).toMatchObject({
      total: 1,
      items: [
        {
          user_id: agent.id,
          enabled: true,
          share_percent: 20,
          invitees: 1,
          topped_up: 1000,
          earned: 200,
          pending: 0,
          available: 200,
          requested: 0,
        },
      ],
    });
    const refused = await agent.call('GET', '/api/payout/agents');
    expect(refused.body.code).toBe('forbidden');
    const months = (await answerOf(agent.call('GET', '/api/user/agent/months'))) as never;
    expect(months).toMatchObject([{ earned: 200, paid_out: 0 }]);
    const other = await makeAgent();
    expect(
      await answerOf(other.call('PUT', '/api/user/agent', { code: 'best-DEAL', invitation: '' })),
    ).toBe('agent_code_taken');
  });

  test('an agent’s own code takes over nobody else’s invitations, however it is spelt', async () => {
    const agent = await makeAgent();
    const [inviter, former] = [await gateway.user(), await gateway.user()];
    const codes = [`own${inviter.id}`, `own${former.id}`, `OWN${agent.id}`];
    const other = await gateway.user();
    for (const [index, { id }] of [inviter, former, other].entries())
      await domain.store.db
        .updateTable('users')
        .set({ aff_code: codes[index] as string, status: id === former.id ? 2 : 1 })
        .where('id', '=', id)
        .execute();
    const choose = (code: string) =>
      answerOf(agent.call('PUT', '/api/user/agent', { code, invitation: '' }));
    // A code is stored in lower case; that of a disabled user may be used again.
    for (const code of codes.slice(0, 2))
      for (const spelling of [code, code.toUpperCase()])
        expect(await choose(spelling)).toBe('agent_code_taken');
    const lower = codes[2]?.toLowerCase() as string;
    expect(await choose(lower)).toMatchObject({ code: lower });
    const invitedBy = async (code: string) => (await findInviter(domain.store.db, code))?.id;
    expect(await invitedBy(lower)).toBe(agent.id);
    expect(await invitedBy(lower.toUpperCase())).toBe(other.id);
  });

  test('users who are not agents have none of their rights, and an administrator ends an agent', async () => {
    const user = await gateway.user();
    expect(await answerOf(user.call('GET', '/api/user/agent'))).toBe('agent_required');
    expect(await askPayout(user, 100, 'nobody-01')).toBe('agent_required');
    const agent = await makeAgent();
    await gateway.root.call('PUT', `/api/user/${agent.id}/agent`, {
      ...AGENT_TERMS,
      enabled: false,
    });
    await earn(agent, 100);
    expect((await moneyOf(agent)).earnings).toBe(0);
    const admin = await gateway.user({ role: 10 });
    const response = await admin.call('PUT', `/api/user/${admin.id}/agent`, AGENT_TERMS);
    expect(response.body.code).toBe('cannot_update_same_or_higher');
    await booksAreRight();
  });

  test('codes cost the discounted price once, and voiding an unredeemed one refunds it once', async () => {
    const agent = await makeAgent(1000);
    const buy = (count: number, key: string) =>
      answerOf(
        agent.call('POST', '/api/user/agent/codes', { quota: 101, count, idempotency_key: key }),
      );
    expect(await buy(20, 'too-dear-01')).toBe('codes_too_dear');
    const [codes, again] = await Promise.all([buy(3, 'same-buy-01'), buy(3, 'same-buy-01')]);
    expect(again).toEqual(codes);
    const end = (enabled: boolean) =>
      gateway.root.call('PUT', `/api/user/${agent.id}/agent`, { ...AGENT_TERMS, enabled });
    await end(false);
    expect(await buy(3, 'same-buy-01')).toEqual(codes);
    await end(true);
    expect(await buy(4, 'same-buy-01')).toBe('idempotency_key_reused');
    // 101 less 15 %, the latter rounded down.
    expect((await moneyOf(agent)).quota).toBe(1000 - 3 * 86);
    const [redeemed = ''] = codes as unknown as string[];
    const customer = await gateway.user();
    await redeemCode(domain, { id: customer.id, username: 'c' }, redeemed);
    expect((await moneyOf(customer)).quota).toBe(101);
    const { items } = (await answerOf(agent.call('GET', '/api/user/agent/codes'))) as unknown as {
      items: { id: number; key: string }[];
    };
    const voidOne = (key: string) => {
      const id = items.find((item) => item.key === key)?.id;
      return answerOf(agent.call('POST', `/api/user/agent/codes/${id}/void`));
    };
    const [, second = '', third = ''] = codes as unknown as string[];
    expect(await voidOne(redeemed)).toBe('code_not_voidable');
    const voids = await Promise.all([voidOne(second), voidOne(second)]);
    expect(voids.filter((done) => (done as unknown) === 'code_not_voidable')).toHaveLength(1);
    await expect(redeemCode(domain, customer as never, second)).rejects.toThrow();
    const id = items.find((item) => item.key === third)?.id;
    await gateway.root.call('DELETE', `/api/redemption/${id}/`);
    expect(await voidOne(third)).toBe('code_not_voidable');
    expect((await moneyOf(agent)).quota).toBe(1000 - 86);
    await booksAreRight();
  });

  const buyOne = (agent: Client, quota: number, key: string) =>
    answerOf(
      agent.call('POST', '/api/user/agent/codes', { quota, count: 1, idempotency_key: key }),
    ) as unknown as Promise<string[]>;
  const redeem = (user: Client, key = '') =>
    answerOf(user.call('POST', '/api/user/topup', { key }));

  test('an agent’s codes are for others: not for the agent, their other accounts, or members of their teams', async () => {
    const [agent, other, member, customer] = [
      await makeAgent(1000),
      await gateway.user(),
      await gateway.user(),
      await gateway.user(),
    ];
    const [code = ''] = await buyOne(agent, 100, 'of-seller-1');
    const proofs = [agent, other].map(({ id }) => ({
      user_id: id,
      person_hash: `both-${agent.id}`,
    }));
    await domain.store.db.insertInto('user_proofs').values(proofs).execute();
    const team = { team_id: (await gateway.user()).id, role: 'member' as const, joined_at: 1 };
    await domain.store.db
      .insertInto('team_members')
      .values([agent, member].map(({ id }) => ({ ...team, user_id: id })))
      .execute();
    for (const user of [agent, other, member])
      expect(await redeem(user, code)).toBe('redemption_of_seller');
    expect(await redeem(customer, code)).toBe(100);
    await booksAreRight();
  });

  test('quota from agents’ codes buys no codes, whatever accounts and teams it passes through', async () => {
    const agent = await makeAgent(850);
    const stranger = await gateway.user();
    const [code = ''] = await buyOne(agent, 1000, 'with-all-01');
    expect(await redeem(stranger, code)).toBe(1000);
    const created = await agent.call('POST', '/api/team/', { name: 'Purse' });
    const team = (created.body.data as never as { id: number }).id;
    await domain.store.db
      .insertInto('team_members')
      .values({ team_id: team, user_id: stranger.id, role: 'member', joined_at: 1 })
      .execute();
    const move = (user: Client, action: string) =>
      user.call('POST', `/api/team/${team}/${action}`, {
        quota: 1000,
        idempotency_key: 'move-0001',
      });
    expect((await move(stranger, 'deposit')).body.success).toBe(true);
    expect((await move(agent, 'withdraw')).body.success).toBe(true);
    expect((await moneyOf(agent)).quota).toBe(1000);
    expect(await buyOne(agent, 100, 'with-team-1')).toBe('code_funds_too_small');
    // Another agent's codes at full value do not get around it either.
    const second = await makeAgent(85);
    const [foreign = ''] = await buyOne(second, 100, 'of-second-1');
    expect(await redeem(agent, foreign)).toBe(100);
    expect(await buyOne(agent, 100, 'with-codes-1')).toBe('code_funds_too_small');
    // Quota from administrators' codes, earnings and voided codes does buy codes, exact to the unit.
    await earn(agent, 86);
    const agentRow = await findUserById(domain.store.db, agent.id);
    await transferEarnings(domain, agentRow as never, { quota: 86, idempotency_key: 'earned-001' });
    expect(await answerOf(agent.call('GET', '/api/user/agent'))).toMatchObject({ code_funds: 86 });
    expect(await buyOne(agent, 102, 'too-much-01')).toBe('code_funds_too_small');
    const [last = ''] = await buyOne(agent, 101, 'to-the-unit');
    expect(await buyOne(agent, 2, 'nothing-left')).toBe('code_funds_too_small');
    const { id } = await domain.store.db
      .selectFrom('redemptions')
      .select('id')
      .where('key_hash', '=', domain.keyring.hash('redemption', last))
      .executeTakeFirstOrThrow();
    await voidCode(domain, agent.id, id);
    expect(await answerOf(agent.call('GET', '/api/user/agent'))).toMatchObject({ code_funds: 86 });
    await booksAreRight();
  });

  test("whatever crashes at any point, an agent's funds equal earnings minus outflows, and the ledger is balanced", async () => {
    const step = fc.record({
      action: fc.constantFrom(
        'earn',
        'request',
        'decide',
        'cancel',
        'move',
        'buy',
        'void',
        'redeem',
      ),
      amount: fc.integer({ min: 1, max: 400 }),
      which: fc.nat(3),
      crash: fc.constantFrom('none', 'none', 'before', 'after'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const id = await makeInvited(domain);
        await domain.wallet.adjustUser({
          userId: id,
          delta: 1000,
          kind: 'gift',
          reason: '',
          actorId: 0,
          idempotencyKey: `agent-gift:${id}`,
        });
        const at = Math.floor(Date.now() / 1000);
        const row = { user_id: id, enabled: 1, basis_points: 2000, discount_basis_points: 1500 };
        await domain.store.db
          .insertInto('agents')
          .values({ ...row, code: null, invitation: '', created_at: at })
          .execute();
        const customer = { id: await makeInvited(domain), username: 'customer' };
        const invitee = await makeInvited(domain, id);
        for (const [place, { action, amount, which: index, crash }] of steps.entries()) {
          const payouts = await rowsOf('payouts', id);
          const codes = await rowsOf('redemptions', id);
          const payout = payouts[index % Math.max(1, payouts.length)]?.id ?? 0;
          const code = codes[index % Math.max(1, codes.length)];
          const order =
            action === 'earn' ? await placeOrder(domain, invitee, amount * 5) : undefined;
          const key = `step-${id}-${place - (index === 3 ? 1 : 0)}`;
          const heal =
            crash === 'none' ? () => {} : crashNextTransaction(domain.store, crash === 'after');
          try {
            await play({ action, amount, index, key, order, code, payout, id, customer });
          } catch (error) {
            expect(error instanceof AppError ? 'refused' : String(error)).toMatch(
              /refused|crashed/,
            );
          } finally {
            heal();
          }
        }
        await expectSums(id, customer.id);
        await booksAreRight();
      }),
      { numRuns: kind === 'sqlite' ? 40 : 10 },
    );
  });

  interface Step {
    action: string;
    amount: number;
    index: number;
    key: string;
    order: OrderRow | undefined;
    code: RedemptionRow | undefined;
    payout: number;
    id: number;
    customer: { id: number; username: string };
  }

  async function play(step: Step): Promise<void> {
    const { action, amount, index, key, order, code, payout, id, customer } = step;
    const user = { id, username: `agent${id}` };
    const actor = { id: gateway.root.id, username: 'root', role: 100 };
    const agentRow = await findUserById(domain.store.db, id);
    if (order) await payOrder(domain, order);
    else if (action === 'request')
      await requestPayout(domain, user, { amount, account: 'x', idempotency_key: key });
    else if (action === 'decide')
      await decidePayout(domain, actor, {
        id: payout,
        state: index > 1 ? 'paid' : 'refused',
        note: 'noted',
      });
    else if (action === 'cancel') await cancelPayout(domain, user, payout);
    else if (action === 'move' && agentRow)
      await transferEarnings(domain, agentRow, { quota: amount, idempotency_key: key });
    else if (action === 'buy')
      await buyCodes(domain, id, { quota: amount, count: 1 + index, idempotency_key: key });
    else if (action === 'void') await voidCode(domain, id, code?.id ?? 0);
    else if (code) await redeemCode(domain, customer, domain.keyring.decrypt(code.key_cipher));
  }

  function rowsOf(table: 'payouts' | 'redemptions', userId: number) {
    return domain.store.db
      .selectFrom(table as 'redemptions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  }

  /** Computes the outflows from tables that the ledger does not write: orders, payouts, codes. */
  async function expectSums(id: number, customerId: number): Promise<void> {
    const { db } = domain.store;
    const orders = await db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'orders.user_id')
      .select('orders.quota')
      .where('inviter_id', '=', id)
      .where('orders.status', '=', 'paid')
      .execute();
    const payouts = await db.selectFrom('payouts').selectAll().where('user_id', '=', id).execute();
    const codes = await db
      .selectFrom('redemptions')
      .selectAll()
      .where('seller_id', '=', id)
      .execute();
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    const earned = sum(orders.map(({ quota }) => Math.floor(quota / 5)));
    const activePayouts = payouts.filter(({ state }) => state === 'paid' || state === 'requested');
    const activeCodes = codes.filter(({ deleted_at }) => deleted_at === null);
    const agent = await moneyOf({ id });
    expect(agent.quota + agent.earnings).toBe(
      1000 +
        earned -
        sum(activePayouts.map(({ amount }) => amount)) -
        sum(activeCodes.map(({ price }) => price)),
    );
    expect(Math.min(agent.quota, agent.earnings)).toBeGreaterThanOrEqual(0);
    const redeemed = activeCodes.filter(({ status }) => status === 3);
    expect((await moneyOf({ id: customerId })).quota).toBe(sum(redeemed.map(({ quota }) => quota)));
  }
});
