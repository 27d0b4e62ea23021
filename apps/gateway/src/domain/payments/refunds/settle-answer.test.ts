import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, type DatabaseKind } from '../../../../test-support/databases.ts';
import { startPaymentProviderScene } from '../../../../test-support/payment-provider-scene.ts';
import { refundScene } from '../../../../test-support/refund-scene.ts';
import { settleRefundByHand } from './settle-by-hand.ts';

const QUOTA = 5_000_000;
const MINUTE_MS = 60_000;

/**
 * Has a person settle a refund of unknown outcome as not made while its provider is asked again, by a request
 * or a search. `isMade` if the provider has made it, or makes it now.
 */
async function settleWhile(asking: 'request' | 'find', kind: DatabaseKind, isMade: boolean) {
  const scene = await startPaymentProviderScene('stripe', kind);
  onTestFinished(() => scene.close());
  const refunds = refundScene(scene.gateway);
  const { domain } = scene.gateway.app;
  const user = await scene.gateway.user();
  const number = await scene.placed(user);
  scene.simulator.pay(number);
  await scene.simulator.notify(number);
  if (isMade && asking === 'find') scene.simulator.refunds?.take('unknown');
  else scene.simulator.fail(503);
  await refunds.refund(number);
  scene.simulator.fail(undefined);
  if (isMade) scene.simulator.refunds?.take('made');
  scene.clock.advance(10 * MINUTE_MS);
  const { id, refunds: open } = await refunds.detail(number);
  const client = domain.payments.stripe.refunds;
  const { [asking]: ask } = client;
  onTestFinished(() => void Object.assign(client, { [asking]: ask }));
  const settleMeanwhile = async (asked: Parameters<typeof ask>[0]) => {
    const report = await ask(asked);
    const actor = { id: scene.gateway.root.id, username: 'root', role: 100 };
    const settlement = { id, refundId: open[0]?.id ?? 0, made: false, reason: 'not at Stripe' };
    await settleRefundByHand(domain, actor, settlement);
    return report;
  };
  Object.assign(client, { [asking]: settleMeanwhile });
  await refunds.reconcile();
  const { quota } = await scene.account(user);
  return { scene, refunds, number, quota };
}

describe.each(databaseKinds)('a refund that a person settles as not made, on %s,', (kind) => {
  test('while its provider is queried, is not requested again', async () => {
    const { scene, refunds, number, quota } = await settleWhile('find', kind, false);
    expect(scene.simulator.refunds?.of(number)).toEqual([]);
    expect(quota).toBe(QUOTA);
    expect((await refunds.detail(number)).state).toBe('paid');
  });

  test.each(['request', 'find'] as const)(
    'in the moment in which its provider says otherwise (%s), alarms the site',
    async (asking) => {
      const { scene, refunds, number, quota } = await settleWhile(asking, kind, true);
      expect(scene.simulator.refunds?.of(number)).toHaveLength(1);
      const alarms = scene.output.filter((line) => line.includes('returned or is disputed'));
      expect(alarms).toHaveLength(1);
      const [last] = (await refunds.detail(number)).events;
      expect(last).toMatchObject({ kind: 'query', outcome: 'returned' });
      expect(quota).toBe(QUOTA);
      expect(await refunds.differences()).toEqual([]);
    },
  );
});
