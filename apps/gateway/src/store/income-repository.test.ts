import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { answerOf, makeAgent, startAgentGateway } from '../../test-support/money/agent-scene.ts';
import { makeInvited, payOrder, placeOrder } from '../../test-support/money/rebate-scene.ts';
import type { TestGateway } from '../../test-support/test-gateway.ts';
import { redeemCode } from '../domain/redemptions/redeem-code.ts';
import { readIncome } from './income-repository.ts';
import { claimRefundPart } from './refunds-repository.ts';

const EVER = [0, Number.MAX_SAFE_INTEGER];

describe.each(databaseKinds)('income on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startAgentGateway(kind);
  });
  afterAll(() => gateway.close());

  test('is what orders and codes brought in: without the refunded part, and an agent’s codes count once, with what paid for them', async () => {
    const { domain } = gateway.app;
    const { db } = domain.store;
    const income = async () => (await readIncome(db, EVER))[0];
    const agent = await makeAgent(gateway);
    const order = await placeOrder(domain, agent.id, 1000);
    await payOrder(domain, order);
    expect(await income()).toBe(1000);
    const purchase = { quota: 200, count: 1, idempotency_key: 'bought-once' };
    const bought = agent.call('POST', '/api/user/agent/codes', purchase);
    const [ofAgent = ''] = (await answerOf(bought)) as unknown as string[];
    const made = gateway.root.call('POST', '/api/redemption/', { name: 'a', quota: 50, count: 1 });
    const [ofSite = ''] = (await answerOf(made)) as unknown as string[];
    const user = { id: await makeInvited(domain), username: 'redeemer' };
    expect(await redeemCode(domain, user, ofAgent)).toBe(200);
    expect(await redeemCode(domain, user, ofSite)).toBe(50);
    expect(await income()).toBe(1050);
    const half = { id: order.id, cents: 365, quota: 500, seen: { cents: 0, quota: 0 } };
    await domain.store.transaction((trx) => claimRefundPart(trx, half));
    expect(await income()).toBe(550);
  });
});
