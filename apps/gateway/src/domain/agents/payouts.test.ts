import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { makeInvited, payOrder, placeOrder } from '../../../test-support/money/rebate-scene.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';
import { findUserById } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { refundOrder } from '../payments/refund-order.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';

describe.each(databaseKinds)('payouts of agents on %s', (kind) => {
  let gateway: TestGateway;
  let domain: Domain;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    domain = gateway.app.domain;
    const options = { RebateWaitDays: '0', PayoutMinimum: '10', QuotaPerUnit: '1' };
    for (const [key, value] of Object.entries(options)) await gateway.setOption(key, value);
  });
  afterAll(() => gateway.close());

  async function makeAgent(): Promise<Client> {
    const agent = await gateway.user();
    const terms = { enabled: true, share_percent: 20, discount_percent: 15 };
    await gateway.root.call('PUT', `/api/user/${agent.id}/agent`, terms);
    return agent;
  }
  /** Earns a share of a top-up; answers its order. */
  async function earn(agent: Client, amount: number): Promise<number> {
    const order = await placeOrder(domain, await makeInvited(domain, agent.id), amount * 5);
    await payOrder(domain, order);
    return order.id;
  }
  const moneyOf = async ({ id }: Client) => {
    const user = await findUserById(domain.store.db, id);
    return { earnings: (user?.aff_quota ?? 0) - (user?.aff_owed ?? 0) };
  };
  const booksAreRight = async () =>
    expect(await reconcileLedger(domain.store, Math.floor(Date.now() / 1000))).toEqual([]);
  const answerOf = async (call: ReturnType<Client['call']>) => {
    const { body } = await call;
    return (body.code ?? body.data) as never as Record<string, unknown>;
  };
  const request = (agent: Client, amount: number, key: string) =>
    answerOf(
      agent.call('POST', '/api/user/agent/payouts', {
        amount,
        account: 'IBAN DE00',
        idempotency_key: key,
      }),
    );

  test('a payout takes earnings once, ends once, and gives them back where it is refused or withdrawn', async () => {
    const agent = await makeAgent();
    await earn(agent, 100);
    expect(await request(agent, 9, 'too-small-1')).toBe('payout_too_small');
    expect(await request(agent, 101, 'too-large-1')).toBe('payout_too_large');
    const [first, again] = await Promise.all([
      request(agent, 60, 'the-same-01'),
      request(agent, 60, 'the-same-01'),
    ]);
    expect(again).toEqual(first);
    expect((await moneyOf(agent)).earnings).toBe(40);
    const settle = (what: string) =>
      answerOf(
        gateway.root.call('POST', `/api/payout/${String(first.id)}/${what}`, { note: 'bank 7' }),
      );
    const ends = await Promise.all([settle('refuse'), settle('settle'), settle('refuse')]);
    expect(ends.filter((end) => (end as unknown) === 'payout_ended')).toHaveLength(2);
    const refused = ends.some(({ state }) => state === 'refused');
    expect((await moneyOf(agent)).earnings).toBe(refused ? 100 : 40);
    const second = await request(agent, 30, 'another-001');
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

  test('a payout is not settled while refunds since its request leave its agent in debt, which refusing it covers first', async () => {
    const agent = await makeAgent();
    const order = await earn(agent, 100);
    const { id } = await request(agent, 90, 'charged-bk1');
    await refundOrder(
      domain,
      { id: gateway.root.id, username: 'root', role: 100 },
      {
        id: order,
        reason: 'chargeback',
        takeQuota: true,
      },
    );
    const decide = (what: string) =>
      gateway.root.call('POST', `/api/payout/${String(id)}/${what}`, { note: 'bank 7' });
    const { body } = await decide('settle');
    expect(body).toMatchObject({ code: 'payout_agent_owes' });
    expect(body.message).toMatch(/90/);
    expect(await moneyOf(agent)).toMatchObject({ earnings: -90 });
    expect(await answerOf(decide('refuse'))).toMatchObject({ state: 'refused' });
    expect(await moneyOf(agent)).toMatchObject({ earnings: 0 });
    await booksAreRight();
  });
});
