import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import type { RefusedBy, Reservation, Wallet } from './wallet.ts';

const MOST = 1000;
const LEAST = 10;

describe.each(databaseKinds)('a share of a balance on %s', (kind) => {
  let gateway: TestGateway;
  let wallet: Wallet;
  beforeEach(async () => {
    gateway = await startTestGateway({ kind });
    ({ wallet } = gateway.app.domain);
  });
  afterEach(() => gateway.close());

  const share = async (
    userId: number,
    limitedApiKeyId?: number,
  ): Promise<Reservation | RefusedBy> =>
    wallet.reserve({ userId, limitedApiKeyId, amount: MOST, least: LEAST });
  const amountOf = (result: Reservation | RefusedBy) =>
    typeof result === 'string' ? result : result.amount;

  test('a reservation is the full amount while that is at most a twentieth of the balance', async () => {
    const { id } = await gateway.user({ quota: 40 * MOST });
    expect(amountOf(await share(id))).toBe(MOST);
  });

  test('a reservation is a twentieth of the remaining balance, and shrinks with each concurrent call', async () => {
    const { id } = await gateway.user({ quota: 10_000 });
    const first = await share(id);
    expect(amountOf(first)).toBe(500);
    expect(amountOf(await share(id))).toBe(475);
    if (typeof first !== 'string') wallet.void(first);
    expect(amountOf(await share(id))).toBe(476);
  });

  test('a reservation is never less than the minimum, and is refused if that is not available', async () => {
    const { id } = await gateway.user({ quota: 25 });
    expect(amountOf(await share(id))).toBe(LEAST);
    expect(amountOf(await share(id))).toBe(LEAST);
    expect(amountOf(await share(id))).toBe('user');
  });

  test('reservations of 400 concurrent calls never exceed the balance and leave nothing usable', async () => {
    const { id } = await gateway.user({ quota: 5000 });
    const results = await Promise.all(Array.from({ length: 400 }, () => share(id)));
    const amounts = results.map(amountOf).filter((amount) => typeof amount === 'number');
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    expect(total).toBeLessThanOrEqual(5000);
    expect(total).toBeGreaterThan(5000 - LEAST);
    expect(amounts.length).toBeGreaterThan(60);
  });

  test('each of 200 concurrent calls gets a reservation if the balance is ample for all of them', async () => {
    const { id } = await gateway.user({ quota: 1_000_000 * MOST });
    const results = await Promise.all(Array.from({ length: 200 }, () => share(id)));
    expect(results.map(amountOf)).toEqual(results.map(() => MOST));
  });

  test('a reservation grows with the balance immediately, since the database decides what is free', async () => {
    const { id } = await gateway.user({ quota: 2000 });
    expect(amountOf(await share(id))).toBe(100);
    const change = { reason: 'more', actorId: id, idempotencyKey: 'more' };
    await wallet.adjustUser({ ...change, userId: id, delta: 1_000_000, kind: 'topup' });
    expect(amountOf(await share(id))).toBe(MOST);
  });

  test('a reservation stays within the limit of an API key and takes no more from its owner', async () => {
    const owner = await gateway.user({ quota: 10_000 });
    const token = await gateway.token(owner, { remain_quota: 1000, unlimited_quota: false });
    const reserved = await share(owner.id, token.id);
    expect(amountOf(reserved)).toBe(50);
    expect(amountOf(await share(owner.id))).toBe(Math.floor((10_000 - 50) / 20));
  });
});
