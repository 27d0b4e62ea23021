import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  answerOf,
  askPayout,
  makeAgent as makeAgentIn,
  moneyOf as moneyIn,
  startAgentGateway,
} from '../../../test-support/money/agent-scene.ts';
import { makeInvited, payOrder, placeOrder } from '../../../test-support/money/rebate-scene.ts';
import type { Client, TestGateway } from '../../../test-support/test-gateway.ts';
import type { Domain } from '../domain.ts';
import { refundOrder } from '../payments/refund-order.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';

describe.each(databaseKinds)('payouts of agents on %s', (kind) => {
  let gateway: TestGateway;
  let domain: Domain;
  beforeAll(async () => {
    gateway = await startAgentGateway(kind);
    domain = gateway.app.domain;
  });
  afterAll(() => gateway.close());

  const makeAgent = () => makeAgentIn(gateway);
  /** Earns a share of a top-up; returns the id of its order. */
  async function earn(agent: Client, amount: number): Promise<number> {
    const order = await placeOrder(domain, await makeInvited(domain, agent.id), amount * 5);
    await payOrder(domain, order);
    return order.id;
  }
  const moneyOf = (user: { id: number }) => moneyIn(gateway, user);
  const booksAreRight = async () =>
    expect(await reconcileLedger(domain.store, Math.floor(Date.now() / 1000))).toEqual([]);

  test('a payout takes earnings once, ends once, and returns them if it is refused or withdrawn', async () => {
    const agent = await makeAgent();
    await earn(agent, 100);
    expect(await askPayout(agent, 9, 'too-small-1')).toBe('payout_too_small');
    expect(await askPayout(agent, 101, 'too-large-1')).toBe('payout_too_large');
    const [first, again] = await Promise.all([
      askPayout(agent, 60, 'the-same-01'),
      askPayout(agent, 60, 'the-same-01'),
    ]);
    expect(again).toEqual(first);
    expect(await askPayout(agent, 30, 'the-same-01')).toBe('idempotency_key_reused');
    expect((await moneyOf(agent)).earnings).toBe(40);
    const settle = (action: string) =>
      answerOf(
        gateway.root.call('POST', `/api/payout/${String(first.id)}/${action}`, { note: 'bank 7' }),
      );
    const ends = await Promise.all([settle('refuse'), settle('settle'), settle('refuse')]);
    expect(ends.filter((end) => (end as unknown) === 'payout_ended')).toHaveLength(2);
    const refused = ends.some(({ state }) => state === 'refused');
    const { body: log } = await agent.call('GET', '/api/log/self');
    expect(JSON.stringify(log.data)).toMatch(/Payout \d+ (refused|paid)[^"]*\$60\.00/);
    expect((await moneyOf(agent)).earnings).toBe(refused ? 100 : 40);
    const second = await askPayout(agent, 30, 'another-001');
    const cancel = () =>
      answerOf(agent.call('POST', `/api/user/agent/payouts/${String(second.id)}/cancel`));
    const stranger = await makeAgent();
    expect(
      await answerOf(stranger.call('POST', `/api/user/agent/payouts/${String(second.id)}/cancel`)),
    ).toBe('payout_not_found');
    expect(await cancel()).toMatchObject({ state: 'cancelled' });
    expect(await cancel()).toBe('payout_ended');
    expect((await moneyOf(agent)).earnings).toBe(refused ? 100 : 40);
    await booksAreRight();
  });

  test('the list of payouts counts those in each state, whatever state is asked for', async () => {
    const agent = await makeAgent();
    await earn(agent, 100);
    const countsIn = async (state: string) => {
      const { body } = await gateway.root.call('GET', `/api/payout/?state=${state}`);
      return (body.data as unknown as { counts: Record<string, number> }).counts;
    };
    const before = await countsIn('');
    const { id } = await askPayout(agent, 30, 'counted-001');
    expect(await countsIn('paid')).toEqual({ ...before, requested: (before.requested ?? 0) + 1 });
    await gateway.root.call('POST', `/api/payout/${String(id)}/settle`, { note: 'bank 7' });
    expect(await countsIn('requested')).toEqual({ ...before, paid: (before.paid ?? 0) + 1 });
  });

  test('a payout is not settled while refunds since its request leave its agent in debt; refusing it covers the debt first', async () => {
    const agent = await makeAgent();
    const order = await earn(agent, 100);
    const { id } = await askPayout(agent, 90, 'charged-bk1');
    await refundOrder(
      domain,
      { id: gateway.root.id, username: 'root', role: 100 },
      {
        id: order,
        reason: 'chargeback',
        takeQuota: true,
      },
    );
    const decide = (action: string) =>
      gateway.root.call('POST', `/api/payout/${String(id)}/${action}`, { note: 'bank 7' });
    const { body } = await decide('settle');
    expect(body).toMatchObject({ code: 'payout_agent_owes' });
    expect(body.message).toMatch(/90/);
    expect(await moneyOf(agent)).toMatchObject({ earnings: -90 });
    expect(await answerOf(decide('refuse'))).toMatchObject({ state: 'refused' });
    expect(await moneyOf(agent)).toMatchObject({ earnings: 0 });
    await booksAreRight();
  });
});
