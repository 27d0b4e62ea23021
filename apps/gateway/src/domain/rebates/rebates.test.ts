import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { crashNextTransaction } from '../../../test-support/crash-transaction.ts';
import { databaseKinds } from '../../../test-support/databases.ts';
import { makeInvited, payOrder, placeOrder } from '../../../test-support/money/rebate-scene.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';
import { untilBlocked } from '../../../test-support/until-blocked.ts';
import { AppError } from '../../platform/app-error.ts';
import { manualClock } from '../../platform/clock.ts';
import { findRebateOfOrder } from '../../store/rebates-repository.ts';
import { claimRefundPart, endRefundPart } from '../../store/refunds-repository.ts';
import { insertMember } from '../../store/teams-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { emailProof, recordUserProof } from '../accounts/user-proofs.ts';
import type { Domain } from '../domain.ts';
import { transferEarnings } from '../accounts/own-account.ts';
import { creditPaidOrder } from '../payments/credit-paid-order.ts';
import { refundOrder } from '../payments/refund-order.ts';
import { createTeam } from '../teams/own-teams.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';
import { earnRebate, releaseRebates } from './release-rebates.ts';
import { reverseRebate } from './reverse-rebate.ts';

const DAY_MS = 86_400_000;

describe.each(databaseKinds)('rebates on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 10));
  let gateway: TestGateway;
  let domain: Domain;
  let admin: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
    domain = gateway.app.domain;
    admin = gateway.root;
  });
  afterAll(() => gateway.close());

  const terms = (values: Record<string, number>) =>
    domain.options.write(
      Object.entries(values).map(([key, value]) => ({ key, value: String(value) })),
      actor(),
    );
  beforeEach(() =>
    terms({
      RebatePercent: 10,
      RebateWaitDays: 7,
      RebateMaxPerInvitee: 0,
      RebateMaxPerMonth: 0,
      QuotaPerUnit: 1,
    }),
  );
  const moneyOf = async (id: number) => {
    const user = await findUserById(domain.store.db, id);
    return {
      quota: user?.quota,
      earnings: (user?.aff_quota ?? 0) - (user?.aff_owed ?? 0),
      everEarned: user?.aff_history_quota,
    };
  };
  const rebatesOf = async (id: number) => {
    const rows = await domain.store.db
      .selectFrom('rebates')
      .select(['amount', 'state', 'reason'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map(({ amount, state, reason }) => [state, amount, reason]);
  };
  const topUp = async (userId: number, quota: number) => {
    const order = await placeOrder(domain, userId, quota);
    await payOrder(domain, order);
    return order;
  };
  const actor = () => ({ id: admin.id, username: 'root', role: 100 });
  const refund = (id: number, takeQuota = true) =>
    refundOrder(domain, actor(), { id, reason: 'given back', takeQuota });
  const move = async (id: number, quota: number, key: string) => {
    const user = await findUserById(domain.store.db, id);
    if (!user) throw new Error('gone');
    return transferEarnings(domain, user, { quota, idempotency_key: key });
  };
  const booksAreRight = async () =>
    expect(await reconcileLedger(domain.store, Math.floor(clock.nowMs() / 1000))).toEqual([]);

  test('a share of an invited user’s top-up is earned after its waiting period, once however often it is paid or released', async () => {
    const inviter = await makeInvited(domain);
    const invitee = await makeInvited(domain, inviter);
    const order = await topUp(invitee, 1009);
    await payOrder(domain, order);
    await releaseRebates(domain);
    expect(await moneyOf(inviter)).toEqual({ quota: 0, earnings: 0, everEarned: 0 });
    expect(await rebatesOf(inviter)).toEqual([['pending', 100, '']]);
    clock.advance(7 * DAY_MS);
    await Promise.all([releaseRebates(domain), releaseRebates(domain)]);
    expect(await moneyOf(inviter)).toEqual({ quota: 0, earnings: 100, everEarned: 100 });
    await booksAreRight();
  });

  test('by default nobody earns from a top-up, and inviters with a disabled account never do', async () => {
    const inviter = await makeInvited(domain);
    const invitee = await makeInvited(domain, inviter);
    await terms({ RebatePercent: 0 });
    await topUp(invitee, 1000);
    await terms({ RebatePercent: 10 });
    await domain.store.db
      .updateTable('users')
      .set({ status: 2 })
      .where('id', '=', inviter)
      .execute();
    await topUp(invitee, 1000);
    expect(await rebatesOf(inviter)).toEqual([]);
  });

  test('concurrent top-ups earn no more than the limits per invitee and per month', async () => {
    await terms({ RebateWaitDays: 0, RebateMaxPerInvitee: 150, RebateMaxPerMonth: 250 });
    const inviter = await makeInvited(domain);
    const invitees = [await makeInvited(domain, inviter), await makeInvited(domain, inviter)];
    await Promise.all([0, 0, 0, 1, 1].map((index) => topUp(invitees[index] ?? 0, 1000)));
    expect((await moneyOf(inviter)).earnings).toBe(250);
    const reasons = (await rebatesOf(inviter)).map(([, , reason]) => reason);
    expect(reasons).toContain('max-per-invitee');
    clock.advance(31 * DAY_MS);
    await topUp(invitees[1] ?? 0, 1000);
    expect((await moneyOf(inviter)).earnings).toBeLessThanOrEqual(300);
    await booksAreRight();
  });

  test('if one of two top-ups waits for the other’s commit, both count towards the limits', async () => {
    await terms({ RebateWaitDays: 0, RebateMaxPerMonth: 100 });
    const inviter = await makeInvited(domain);
    const orders = [];
    for (let count = 0; count < 2; count += 1)
      orders.push(await placeOrder(domain, await makeInvited(domain, inviter), 1000));
    const held = Promise.withResolvers<void>();
    const credited = Promise.withResolvers<void>();
    const [first, second] = orders;
    if (!first || !second) throw new Error('no orders');
    const payment = domain.store.transaction(async (trx) => {
      const claim = { id: first.id, reference: undefined, at: Math.floor(clock.nowMs() / 1000) };
      await creditPaidOrder(domain, trx, claim);
      credited.resolve();
      await held.promise;
    });
    await credited.promise;
    const other = payOrder(domain, second);
    await untilBlocked(domain.store);
    held.resolve();
    await Promise.all([payment, other]);
    expect((await moneyOf(inviter)).earnings).toBe(100);
    expect(await rebatesOf(inviter)).toEqual([
      ['earned', 100, ''],
      ['refused', 0, 'max-per-month'],
    ]);
  });

  test('releasing a rebate that was read before its order was refunded books nothing', async () => {
    const inviter = await makeInvited(domain);
    const order = await topUp(await makeInvited(domain, inviter), 1000);
    const rebate = await findRebateOfOrder(domain.store.db, order.id);
    await refund(order.id);
    if (rebate)
      await domain.store.transaction((trx) => earnRebate(trx, domain, rebate, rebate.payable_at));
    expect((await moneyOf(inviter)).earnings).toBe(0);
    expect(await rebatesOf(inviter)).toEqual([['reversed', 100, '']]);
  });

  test('a rebate that was read before a part of its order was refunded is earned for the rest only', async () => {
    const inviter = await makeInvited(domain);
    const order = await topUp(await makeInvited(domain, inviter), 1000);
    clock.advance(7 * DAY_MS);
    const { transaction } = domain.store;
    onTestFinished(() => void Object.assign(domain.store, { transaction }));
    const refundsFirst: Domain['store']['transaction'] = async (work) => {
      Object.assign(domain.store, { transaction });
      await domain.store.transaction(async (trx) => {
        const half = { id: order.id, cents: 365, quota: 500, seen: { cents: 0, quota: 0 } };
        const refunded = await claimRefundPart(trx, half);
        const at = Math.floor(clock.nowMs() / 1000);
        if (refunded) await reverseRebate(trx, domain, { order: refunded, key: 'half', at });
        await endRefundPart(trx, order.id, at);
      });
      return domain.store.transaction(work);
    };
    Object.assign(domain.store, { transaction: refundsFirst });
    await releaseRebates(domain);
    expect((await moneyOf(inviter)).earnings).toBe(50);
    expect(await rebatesOf(inviter)).toEqual([['earned', 50, '']]);
    await booksAreRight();
  });

  test('users who invited themselves, directly, in a circle of up to four, by rebinding an address or with a second account in one team, earn nothing', async () => {
    await terms({ RebateWaitDays: 0 });
    const inRings: number[] = [];
    for (const length of [1, 2, 3, 4]) {
      const ring: number[] = [];
      while (ring.length < length) ring.push(await makeInvited(domain));
      for (const [at, id] of ring.entries())
        await domain.store.db
          .updateTable('users')
          .set({ inviter_id: ring[(at + 1) % length] ?? 0 })
          .where('id', '=', id)
          .execute();
      inRings.push(...ring);
    }
    const inviter = await makeInvited(domain);
    const secondInvitee = await makeInvited(domain, inviter);
    await recordUserProof(domain.store.db, domain, inviter, emailProof('Me@example.com'));
    await recordUserProof(domain.store.db, domain, secondInvitee, emailProof('me@example.com'));
    await recordUserProof(domain.store.db, domain, secondInvitee, emailProof('other@example.com'));
    const boss = await makeInvited(domain);
    const second = await makeInvited(domain, boss);
    const team = await createTeam(domain, { id: boss }, 'Both');
    const member = { team_id: team.id, user_id: second, role: 'member', joined_at: 1 } as const;
    await insertMember(domain.store.db, member);
    for (const id of [...inRings, secondInvitee, second]) await topUp(id, 1000);
    expect(await rebatesOf(boss)).toEqual([['refused', 0, 'same-team']]);
    for (const id of inRings) expect(await rebatesOf(id)).toEqual([['refused', 0, 'circle']]);
    expect(await rebatesOf(inviter)).toEqual([['refused', 0, 'same-person']]);
  });

  test('a pending rebate is refused if both users turn out to be one person, and kept if only their accounts changed', async () => {
    const revealed = await makeInvited(domain);
    const secondInvitee = await makeInvited(domain, revealed);
    await topUp(secondInvitee, 1000);
    await recordUserProof(domain.store.db, domain, revealed, emailProof('one@example.com'));
    await recordUserProof(domain.store.db, domain, secondInvitee, emailProof('one@example.com'));

    const boss = await makeInvited(domain);
    const hired = await makeInvited(domain, boss);
    await topUp(hired, 1000);
    const team = await createTeam(domain, { id: boss }, 'Hired later');
    const member = { team_id: team.id, user_id: hired, role: 'member', joined_at: 1 } as const;
    await insertMember(domain.store.db, member);

    const disabled = await makeInvited(domain);
    await topUp(await makeInvited(domain, disabled), 1000);
    const deleted = await makeInvited(domain);
    await topUp(await makeInvited(domain, deleted), 1000);
    const users = domain.store.db.updateTable('users');
    await users.set({ status: 2 }).where('id', '=', disabled).execute();
    await users.set({ deleted_at: 1 }).where('id', '=', deleted).execute();

    clock.advance(7 * DAY_MS);
    await Promise.all([releaseRebates(domain), releaseRebates(domain)]);
    expect(await rebatesOf(revealed)).toEqual([['refused', 100, 'same-person']]);
    expect((await moneyOf(revealed)).earnings).toBe(0);
    for (const id of [boss, disabled, deleted])
      expect(await rebatesOf(id)).toEqual([['earned', 100, '']]);
    expect((await moneyOf(boss)).earnings).toBe(100);
    await booksAreRight();
  });

  test('a refund reverses a pending rebate; one that was used is owed and offset against later ones', async () => {
    const inviter = await makeInvited(domain);
    const invitee = await makeInvited(domain, inviter);
    const early = await topUp(invitee, 500);
    await refund(early.id);
    await terms({ RebateWaitDays: 0 });
    const order = await topUp(invitee, 1000);
    await move(inviter, 80, 'used-some-01');
    await refund(order.id);
    await expect(refund(order.id)).rejects.toMatchObject({ code: 'order_not_refundable' });
    expect(await moneyOf(invitee)).toMatchObject({ quota: 0 });
    expect(await moneyOf(inviter)).toEqual({ quota: 80, earnings: -80, everEarned: 100 });
    await expect(move(inviter, 1, 'used-none-01')).rejects.toMatchObject({
      code: 'transfer_too_large',
    });
    await topUp(invitee, 1000);
    expect(await moneyOf(inviter)).toMatchObject({ quota: 80, earnings: 20 });
    await payOrder(domain, order);
    expect((await moneyOf(invitee)).quota).toBe(1000);
    await booksAreRight();
  });

  test('a refund of used-up quota is refused entirely, unless it leaves the balance unchanged', async () => {
    await terms({ RebateWaitDays: 0 });
    const inviter = await makeInvited(domain);
    const invitee = await makeInvited(domain, inviter);
    const order = await topUp(invitee, 1000);
    await domain.wallet.adjustUser({
      userId: invitee,
      delta: -1,
      kind: 'adjustment',
      reason: '',
      actorId: 0,
      idempotencyKey: `spent:${invitee}`,
    });
    await expect(refund(order.id)).rejects.toMatchObject({ code: 'quota_below_zero' });
    expect((await moneyOf(inviter)).earnings).toBe(100);
    await refund(order.id, false);
    expect((await moneyOf(inviter)).earnings).toBe(0);
    expect((await moneyOf(invitee)).quota).toBe(999);
    await booksAreRight();
  });

  test('whatever crashes at any point, rebates equal the share of what remained paid, and the ledger is balanced', async () => {
    const step = fc.record({
      action: fc.constantFrom('pay', 'refund', 'release', 'wait', 'move'),
      which: fc.nat(5),
      amount: fc.integer({ min: 1, max: 3000 }),
      crash: fc.constantFrom('none', 'none', 'before', 'after'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const inviter = await makeInvited(domain);
        const invitee = await makeInvited(domain, inviter);
        const orders: Awaited<ReturnType<typeof placeOrder>>[] = [];
        for (const [at, { action, which: index, amount, crash }] of steps.entries()) {
          const known = orders[index % Math.max(1, orders.length)];
          const order =
            action === 'pay' && (index > 2 || !known)
              ? await placeOrder(domain, invitee, amount)
              : known;
          if (order && !orders.includes(order)) orders.push(order);
          const heal =
            crash === 'none' ? () => {} : crashNextTransaction(domain.store, crash === 'after');
          try {
            if (action === 'pay' && order) await payOrder(domain, order);
            else if (action === 'refund' && order) await refund(order.id);
            else if (action === 'release') await releaseRebates(domain);
            else if (action === 'move') await move(inviter, amount, `move-${inviter}-${at}`);
            else if (action === 'wait') clock.advance(4 * DAY_MS);
          } catch (error) {
            // The sums below must hold in any case.
            const outcome = error instanceof AppError ? 'refused' : String(error);
            expect(outcome).toMatch(/refused|crashed/);
          } finally {
            heal();
          }
        }
        await domain.wallet.flush();
        clock.advance(8 * DAY_MS);
        await releaseRebates(domain);
        const db = domain.store.db;
        const stored = await db
          .selectFrom('orders')
          .select(['status', 'quota'])
          .where('user_id', '=', invitee)
          .execute();
        const paidOrders = stored.filter(({ status }) => status === 'paid');
        const { quota = 0, earnings } = await moneyOf(inviter);
        const share = paidOrders.reduce((sum, one) => sum + Math.floor(one.quota / 10), 0);
        expect(quota + earnings).toBe(share);
        expect(quota).toBeGreaterThanOrEqual(0);
        expect((await moneyOf(invitee)).quota).toBe(
          paidOrders.reduce((sum, one) => sum + one.quota, 0),
        );
        await booksAreRight();
      }),
      { numRuns: kind === 'sqlite' ? 40 : 10 },
    );
  });
});
