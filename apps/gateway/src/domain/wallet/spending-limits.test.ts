import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { AppError } from '../../platform/app-error.ts';
import { manualClock } from '../../platform/clock.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { capsOf, periodEnd, periodStart, type SpendingCap } from './spending-cap.ts';
import { CHECK_MS, type SpendingClaim, SpendingLimits } from './spending-limits.ts';
import { readWindow } from './store/spending-windows.ts';

/** A Sunday, so that the end of the day is also the end of a week. */
const SUNDAY = Date.UTC(2026, 10, 29, 12);
const DAY_MS = 86_400_000;
let owners = 0;

/** The steps of one call on a node: reserve up to `most`, then settle part of it, or void it. */
const callsOf = fc.array(
  fc.record({
    node: fc.nat(1),
    most: fc.integer({ min: 1, max: 400 }),
    leastShare: fc.constantFrom(1, 0.5, 0.1),
    costShare: fc.double({ min: 0, max: 1, noNaN: true }),
    fate: fc.constantFrom('settle', 'settle', 'void'),
    patience: fc.nat(3),
  }),
  { minLength: 5, maxLength: 40 },
);

describe.each(databaseKinds)('spending limits on %s', (kind) => {
  let database: TestDatabase;
  let store: Store;
  const clock = manualClock(SUNDAY);
  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const openNode = (totalSpent = 0) =>
    new SpendingLimits({ store, clock, readSpent: async () => totalSpent });
  const newOwner = () => `key:${(owners += 1)}`;
  const limitsOf = (owner: string, day: number, week = 0, month = 0) =>
    capsOf(owner, { day_quota: day, week_quota: week, month_quota: month });
  const tryClaim = async (node: SpendingLimits, caps: readonly SpendingCap[], amount: number) => {
    try {
      return await node.claim(caps, { least: amount, most: amount });
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  };
  const takenOf = ({ owner, period }: SpendingCap) =>
    readWindow(store.db, { owner, period, start: periodStart(period, clock.nowMs()) });

  test('however many calls run concurrently on two nodes, reserved and spent quota stay within every limit, and the rest is all returned', async () => {
    await fc.assert(
      fc.asyncProperty(callsOf, fc.integer({ min: 1, max: 2000 }), async (calls, limit) => {
        const caps = [
          ...limitsOf(newOwner(), limit, limit * 2),
          ...limitsOf(newOwner(), Math.ceil(limit / 2), 0, limit),
        ];
        const least = Math.min(...caps.map((cap) => cap.limit));
        const nodes = [openNode(), openNode()] as const;
        let out = 0;
        let totalSpent = 0;
        const run = async (call: (typeof calls)[number]) => {
          const node = call.node === 0 ? nodes[0] : nodes[1];
          const range = { least: Math.ceil(call.most * call.leastShare), most: call.most };
          let claim: SpendingClaim;
          try {
            claim = await node.claim(caps, range);
          } catch (error) {
            if (error instanceof AppError && error.code === 'relay_spending_limit_reached') return;
            throw error;
          }
          expect(claim.amount).toBeGreaterThanOrEqual(range.least);
          expect(claim.amount).toBeLessThanOrEqual(range.most);
          out += claim.amount;
          expect(out + totalSpent).toBeLessThanOrEqual(least);
          for (let turn = 0; turn < call.patience; turn += 1)
            await new Promise((resolve) => setImmediate(resolve));
          const cost = call.fate === 'void' ? 0 : Math.floor(claim.amount * call.costShare);
          out -= claim.amount;
          totalSpent += cost;
          node.settle(claim, cost);
        };
        await Promise.all(calls.map(run));
        await Promise.all(nodes.map((node) => node.returnIdle(0)));
        for (const cap of caps) expect(await takenOf(cap)).toBe(totalSpent);
      }),
      { numRuns: kind === 'sqlite' ? 40 : 10 },
    );
  });

  test('what several additions to a call reserve after the end of a day is all returned', async () => {
    const caps = limitsOf(newOwner(), 100);
    const node = openNode();
    const claim = await node.claim(caps, { least: 10, most: 10 });
    clock.advance(DAY_MS);
    const added = await Promise.all([node.extend(claim, 7), node.extend(claim, 5)]);
    expect(added).toEqual([true, true]);
    node.settle(claim, 15);
    await node.returnIdle(0);
    // Ten of it were reserved on the day before.
    expect(await Promise.all(caps.map(takenOf))).toEqual([5]);
    clock.advance(-DAY_MS);
  });

  test('a call gets a share of a small remainder, and its cost beyond the reservation counts', async () => {
    const caps = limitsOf(newOwner(), 100);
    const node = openNode();
    const claim = await node.claim(caps, { least: 10, most: 1000 });
    expect(claim.amount).toBe(10);
    node.settle(claim, 95);
    expect(await tryClaim(node, caps, 6)).toBe('relay_spending_limit_reached');
    expect(await tryClaim(node, caps, 5)).toMatchObject({ amount: 5 });
  });

  test('spending from before the limit was set counts, and a lowered limit applies immediately', async () => {
    const owner = newOwner();
    const node = openNode(60);
    expect(await tryClaim(node, limitsOf(owner, 100), 41)).toBe('relay_spending_limit_reached');
    expect(await tryClaim(node, limitsOf(owner, 1000), 41)).toMatchObject({ amount: 41 });
    expect(await tryClaim(node, limitsOf(owner, 101), 1)).toBe('relay_spending_limit_reached');
    expect(await tryClaim(node, limitsOf(owner, 102), 1)).toMatchObject({ amount: 1 });
  });

  test('what a node took ahead stays with it while in use, and is returned once idle for long enough', async () => {
    const caps = limitsOf(newOwner(), 3200);
    const [cap] = caps as [SpendingCap];
    const node = openNode();
    node.settle(await node.claim(caps, { least: 10, most: 10 }), 10);
    const ahead = await takenOf(cap);
    expect(ahead).toBeGreaterThan(10);
    clock.advance(900);
    await node.returnIdle(1000);
    expect(await takenOf(cap)).toBe(ahead);
    // More than it took ahead: it takes more of the limit, which also counts as use.
    node.settle(await node.claim(caps, { least: 500, most: 500 }), 500);
    clock.advance(900);
    await node.returnIdle(1000);
    expect(await takenOf(cap)).toBeGreaterThan(510);
    clock.advance(100);
    await node.returnIdle(1000);
    expect(await takenOf(cap)).toBe(510);
  });

  test('after a node died, the others can spend no more than before', async () => {
    const caps = limitsOf(newOwner(), 1000);
    const deadNode = openNode();
    expect(await tryClaim(deadNode, caps, 400)).toMatchObject({ amount: 400 });
    const living = openNode();
    expect(await tryClaim(living, caps, 601)).toBe('relay_spending_limit_reached');
    expect(await tryClaim(living, caps, 500)).toMatchObject({ amount: 500 });
  });

  test('what a node took and does not use is returned soon, even after the clock was set back', async () => {
    const caps = limitsOf(newOwner(), 3200, 3200);
    const [node, other] = [openNode(), openNode()];
    node.settle(await node.claim(caps, { least: 1, most: 1 }), 0);
    expect(await tryClaim(other, caps, 3200)).toBe('relay_spending_limit_reached');
    clock.advance(-3_600_000);
    await node.returnIdle(60_000);
    clock.advance(60_000);
    await node.returnIdle(60_000);
    expect(await tryClaim(other, caps, 3200)).toMatchObject({ amount: 3200 });
    clock.advance(3_540_000);
  });

  test('a new day starts with the full limit, and a call that ends after midnight counts for the day before', async () => {
    const caps = limitsOf(newOwner(), 100, 150);
    const node = openNode();
    const late = await node.claim(caps, { least: 100, most: 100 });
    clock.advance(DAY_MS);
    node.settle(late, 100);
    expect(await tryClaim(node, caps, 100)).toMatchObject({ amount: 100 });
    expect(await tryClaim(node, caps, 1)).toBe('relay_spending_limit_reached');
  });

  test('what a call takes after midnight is of the new day, and what it did not use of that is returned', async () => {
    const caps = limitsOf(newOwner(), 100);
    const node = openNode();
    const late = await node.claim(caps, { least: 40, most: 40 });
    clock.advance(DAY_MS);
    for (const more of [30, 30]) expect(await node.extend(late, more)).toBe(true);
    await expect(node.extend(late, 41)).rejects.toMatchObject({
      code: 'relay_spending_limit_reached',
    });
    node.release(late, 10);
    node.settle(late, 65);
    expect(await tryClaim(node, caps, 76)).toBe('relay_spending_limit_reached');
    expect(await tryClaim(node, caps, 75)).toMatchObject({ amount: 75 });
  });

  test('what a call wanted in addition is returned if it ends during the wait', async () => {
    const caps = limitsOf(newOwner(), 100);
    const node = openNode();
    const claim = await node.claim(caps, { least: 10, most: 10 });
    const extension = node.extend(claim, 80);
    node.settle(claim, 10);
    expect(await extension).toBe(false);
    expect(await tryClaim(node, caps, 90)).toMatchObject({ amount: 90 });
  });

  test('what calls without a claim cost after the period was opened counts on every node, as do those of a time without the limit', async () => {
    let booked = 0;
    const openReader = () => new SpendingLimits({ store, clock, readSpent: async () => booked });
    const nodes = [openReader(), openReader()] as const;
    const owner = newOwner();
    const [node, other] = nodes;
    const caps = limitsOf(owner, 3200);
    node.settle(await node.claim(caps, { least: 10, most: 10 }), 10);
    // 10 of the claim, and the rest of calls that had begun before the limit was set.
    booked = 3000;
    expect(await tryClaim(other, limitsOf(owner, 3200), 201)).toBe('relay_spending_limit_reached');
    clock.advance(CHECK_MS);
    expect(await tryClaim(node, caps, 201)).toBe('relay_spending_limit_reached');
    booked = 3100;
    clock.advance(CHECK_MS);
    expect(await tryClaim(node, caps, 101)).toBe('relay_spending_limit_reached');
    // The key was unlimited for a while, and the node has more ahead than is left.
    booked = 3190;
    const again = limitsOf(owner, 3200);
    for (const one of nodes)
      expect(await tryClaim(one, again, 11)).toBe('relay_spending_limit_reached');
  });

  test('the later costs of calls that began the day before count for that day only, however often it is checked', async () => {
    let booked = 0;
    const node = new SpendingLimits({ store, clock, readSpent: async () => booked });
    const caps = limitsOf(newOwner(), 100, 1000);
    const late = await node.claim(caps, { least: 60, most: 60 });
    const later = await node.claim(caps, { least: 40, most: 40 });
    clock.advance(DAY_MS);
    const early = await node.claim(caps, { least: 10, most: 10 });
    node.settle(late, 60);
    node.settle(later, 40);
    booked = 100;
    clock.advance(CHECK_MS);
    node.settle(early, 10);
    booked = 110;
    expect(await tryClaim(node, caps, 91)).toBe('relay_spending_limit_reached');
    expect(await tryClaim(node, caps, 90)).toMatchObject({ amount: 90 });
  });

  test('whatever ends when, on whichever node, calls get no more than a limit leaves of what is booked', async () => {
    const steps = fc.array(
      fc.record({
        node: fc.nat(1),
        kind: fc.constantFrom('claim', 'claim', 'end', 'unclaimed', 'wait', 'edit'),
        amount: fc.integer({ min: 1, max: 200 }),
      }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (calls) => {
        const limit = 500;
        let booked = 0;
        const openReader = () =>
          new SpendingLimits({ store, clock, readSpent: async () => booked });
        const nodes = [openReader(), openReader()] as const;
        const owner = newOwner();
        let caps = limitsOf(owner, limit);
        const running: { claim: SpendingClaim; node: SpendingLimits }[] = [];
        for (const { node: index, kind: step, amount } of calls) {
          const node = index === 0 ? nodes[0] : nodes[1];
          if (step === 'unclaimed') booked += amount;
          if (step === 'wait') clock.advance(CHECK_MS);
          if (step === 'edit') caps = limitsOf(owner, limit);
          const ended = step === 'end' ? running.pop() : undefined;
          if (ended) {
            booked += Math.min(amount, ended.claim.amount);
            ended.node.settle(ended.claim, Math.min(amount, ended.claim.amount));
          }
          if (step !== 'claim') continue;
          const claim = await tryClaim(node, caps, amount);
          if (typeof claim !== 'string') running.push({ claim, node });
        }
        for (const { claim, node } of running) node.settle(claim, 0);
        for (const node of nodes) await node.returnIdle(0);
        clock.advance(CHECK_MS);
        const left = Math.max(0, limit - booked);
        expect(await tryClaim(nodes[0], caps, left + 1)).toBe('relay_spending_limit_reached');
        if (left > 0) expect(await tryClaim(nodes[1], caps, left)).toMatchObject({ amount: left });
      }),
      { numRuns: kind === 'sqlite' ? 40 : 10 },
    );
  });
});

test('days, weeks and months begin in UTC, weeks on Mondays', () => {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  const begins = (period: 'day' | 'week' | 'month') => periodStart(period, SUNDAY);
  expect([iso(begins('day')), iso(begins('week')), iso(begins('month'))]).toEqual([
    '2026-11-29',
    '2026-11-23',
    '2026-11-01',
  ]);
  expect(iso(periodEnd('week', begins('week')))).toBe('2026-11-30');
  expect(iso(periodEnd('month', Date.UTC(2026, 11, 1) / 1000))).toBe('2027-01-01');
});
