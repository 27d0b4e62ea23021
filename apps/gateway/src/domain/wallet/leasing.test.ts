import { expect, test, vi } from 'vitest';
import { consumeRow } from '../../../test-support/money/accounts.ts';
import { manualClock } from '../../platform/clock.ts';
import { registry } from '../../platform/metrics.ts';
import type { LeaseRequest, WalletBackend } from './backend.ts';
import { createWallet } from './create-wallet.ts';
import type { Reservation } from './wallet.ts';

/** A backend whose replies to lease requests the test controls. */
function backendByHand() {
  const leaseRequests: {
    request: LeaseRequest;
    respond: (free: number) => void;
    fail: () => void;
  }[] = [];
  const released: number[] = [];
  const backend: WalletBackend = {
    onApplied: () => {},
    onLeasesDropped: () => {},
    onRecalled: () => 0,
    onStreamsCharged: () => {},
    recall: async () => false,
    acquire: (request) =>
      new Promise((resolve, reject) => {
        leaseRequests.push({
          request,
          respond: (free) => resolve(request.choose(free)),
          fail: () => reject(new Error('the database is away')),
        });
      }),
    release: async (_kind, _ownerId, amount) => void released.push(amount),
    append: async () => {},
    note: async () => {},
    apply: async () => {},
    heartbeat: async () => {},
    recover: async () => {},
    unavailableReason: () => undefined,
    leaseContactAge: () => undefined,
    journalState: () => undefined,
    change: async () => 'unknown-user',
    changeApiKeyLimit: async () => 'unknown-api-key',
    close: async () => {},
  };
  return { backend, asked: leaseRequests, released };
}

const open = () => {
  const hand = backendByHand();
  const clock = manualClock(1_790_000_000_000);
  return { ...hand, clock, wallet: createWallet({ backend: hand.backend, clock }) };
};
/** Lets chained promises continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a lease that arrives while idle ones are returned is not lost', async () => {
  const { wallet, asked: leaseRequests, released, clock } = open();
  const reserved = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 });
  clock.advance(60_000);
  const returning = wallet.returnIdle(1000);
  leaseRequests[0]?.respond(100);
  await returning;
  wallet.void((await reserved) as Reservation);
  clock.advance(60_000);
  await wallet.returnIdle(1000);
  expect(released).toEqual([100]);
});

test('a database that becomes unreachable between user and key leaves nothing reserved', async () => {
  const { wallet, asked: leaseRequests, released } = open();
  const reserved = wallet.reserve({ userId: 1, limitedApiKeyId: 2, amount: 100 });
  leaseRequests[0]?.respond(100);
  await settle();
  leaseRequests[1]?.fail();
  await expect(reserved).rejects.toMatchObject({ code: 'relay_ledger_unavailable' });
  await wallet.close();
  expect(released).toEqual([100]);
});

/** Leases 800 for a call that reserves 100 and costs 50. */
async function makeCall({ wallet, asked }: Pick<ReturnType<typeof open>, 'wallet' | 'asked'>) {
  const reserved = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 });
  asked[0]?.respond(1600);
  const row = consumeRow({ requestId: 'r', userId: 1, apiKeyId: 1, price: 50, at: 1 });
  await wallet.settle((await reserved) as Reservation, { row, logged: true });
}

test('nothing is leased ahead while quota is deducted, and is again afterwards', async () => {
  const scene = open();
  await makeCall(scene);
  const deduction = { kind: 'user', ownerId: 1, delta: -1000 } as const;
  await scene.wallet.deduct(deduction, () => scene.wallet.maintain(60_000));
  expect([scene.released, scene.asked.length]).toEqual([[750], 1]);
  const maintained = scene.wallet.maintain(60_000);
  await settle();
  expect(scene.asked).toHaveLength(2);
  scene.asked[1]?.respond(0);
  await maintained;
});

test('a lease on its way is returned before quota is deducted', async () => {
  const scene = open();
  await makeCall(scene);
  await scene.wallet.returnIdle(0);
  const maintained = scene.wallet.maintain(60_000);
  await settle();
  let returned = 0;
  const deducted = scene.wallet.deduct({ kind: 'user', ownerId: 1, delta: -1000 }, async () => {
    returned = scene.released.length;
  });
  await settle();
  scene.asked[1]?.respond(100_000);
  await Promise.all([maintained, deducted]);
  expect([scene.released[0], returned]).toEqual([750, 2]);
});

const readMetric = async (line: RegExp) => Number(line.exec(await registry.metrics())?.[1] ?? 0);

test('a write-off for calls beyond a balance is counted', async () => {
  const read = () => readMetric(/^tollgate_write_off_quota_total (\d+)/m);
  const { backend } = open();
  const before = await read();
  backend.onApplied({ kind: 'user', ownerId: 1, amount: 50, fromLease: 20, writeOff: 30 });
  expect((await read()) - before).toBe(30);
});

test('a charge that cannot be stored is counted as an uncharged call', async () => {
  const read = () => readMetric(/^tollgate_uncharged_calls_total\{cause="not_stored"\} (\d+)/m);
  const { wallet, backend } = open();
  const before = await read();
  backend.append = () => Promise.reject(new Error('the disk is full'));
  const row = consumeRow({ requestId: 'r', userId: 1, apiKeyId: 0, price: 50, at: 1 });
  const reservation = wallet.reserveNothing({ userId: 1, limitedApiKeyId: undefined });
  await expect(wallet.settle(reservation, { row, logged: true })).rejects.toThrow(
    'the disk is full',
  );
  expect((await read()) - before).toBe(1);
});

test('work that an upstream has already done is reserved and charged while the database is unreachable', async () => {
  const { wallet, backend } = open();
  backend.unavailableReason = () => 'journal-full';
  const input = { userId: 1, limitedApiKeyId: undefined };
  expect(() => wallet.reserve({ ...input, amount: 0 })).toThrow();
  const appended = vi.spyOn(backend, 'append');
  const row = consumeRow({ requestId: 'r', userId: 1, apiKeyId: 0, price: 50, at: 1 });
  await wallet.settle(wallet.reserveNothing(input), { row, logged: true });
  expect(appended).toHaveBeenCalledWith(expect.objectContaining({ row }));
});

test('a call with an empty reservation keeps its account, so that its price is never lent to others', async () => {
  const { wallet, backend, asked: leaseRequests, clock } = open();
  const free = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 0 }) as Reservation;
  clock.advance(60_000);
  await wallet.returnIdle(1000);
  void wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 10 });
  await wallet.settle(free, {
    row: consumeRow({ requestId: 'r', userId: 1, apiKeyId: 0, price: 50, at: 1 }),
    logged: true,
  });
  backend.onApplied({ kind: 'user', ownerId: 1, amount: 50, fromLease: 0 });
  leaseRequests[0]?.respond(10);
  await settle();
  const before = leaseRequests.length;
  void wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 40 });
  expect(leaseRequests.length).toBe(before + 1);
});

test('a node whose charges can’t be booked still sends its heartbeat', async () => {
  const { wallet, backend } = open();
  const heartbeat = vi.spyOn(backend, 'heartbeat');
  backend.apply = () => Promise.reject(new Error('no'));
  await expect(wallet.maintain(0)).rejects.toThrow('no');
  expect(heartbeat).toHaveBeenCalledOnce();
});

test('many calls on an exhausted balance query the database twice, not once each', async () => {
  const { wallet, asked: leaseRequests } = open();
  const results = Array.from({ length: 50 }, async () =>
    wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 }),
  );
  for (let index = 0; index < leaseRequests.length; index += 1) {
    leaseRequests[index]?.respond(0);
    await settle();
  }
  expect(new Set(await Promise.all(results))).toEqual(new Set(['user']));
  expect(leaseRequests.length).toBe(2);
});

test('a running call does not fail when the database is unreachable; it just gets no more quota', async () => {
  const { wallet, asked: leaseRequests } = open();
  const reserved = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 });
  leaseRequests[0]?.respond(100);
  const reservation = (await reserved) as Reservation;
  const extended = wallet.extend(reservation, 50);
  leaseRequests[1]?.fail();
  expect(await extended).toBe(false);
});

test.each([Number.NaN, -1, 1.5, Number.MAX_SAFE_INTEGER + 1])(
  'an amount of %s is refused before it can corrupt an account',
  async (amount) => {
    const { wallet } = open();
    expect(() => wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount })).toThrow(
      'no amount of quota',
    );
  },
);

test('when all leases were returned, quota for running calls is leased again', async () => {
  const { wallet, backend, asked: leaseRequests } = open();
  const reserved = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 });
  leaseRequests[0]?.respond(100);
  await reserved;
  backend.onLeasesDropped();
  expect(leaseRequests[1]?.request.choose(1000)).toBe(100);
});

test('a remainder too small for a call is returned at once for other nodes to use', async () => {
  const { wallet, asked: leaseRequests, released } = open();
  const first = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 60 });
  leaseRequests[0]?.respond(100);
  wallet.void((await first) as Reservation);
  const second = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 });
  leaseRequests[1]?.respond(0);
  expect(await second).toBe('user');
  expect(released).toEqual([60]);
});

test('an attempt whose quota other calls took in the meantime is not a refusal', async () => {
  const { wallet, asked: leaseRequests } = open();
  const first = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 });
  leaseRequests[0]?.respond(100);
  const running = (await first) as Reservation;
  const second = Promise.resolve(
    wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 }),
  );
  wallet.void(running);
  leaseRequests[1]?.respond(1000);
  void wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 });
  await settle();
  leaseRequests[2]?.respond(1000);
  expect(await second).toMatchObject({ amount: 100 });
});

test('closing waits for background work', async () => {
  const { wallet, asked: leaseRequests, released, backend } = open();
  const first = wallet.reserve({ userId: 1, limitedApiKeyId: undefined, amount: 100 });
  leaseRequests[0]?.respond(100);
  const running = (await first) as Reservation;
  backend.onLeasesDropped();
  wallet.void(running);
  const closed = wallet.close();
  leaseRequests[1]?.respond(1000);
  await closed;
  expect(released).toEqual([]);
  expect(leaseRequests).toHaveLength(2);
});
