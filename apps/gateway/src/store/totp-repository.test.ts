import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { confirmTotpSecret, findTotp, savePendingTotp, spendTotpStep } from './totp-repository.ts';

describe.each(databaseKinds)('the secret of an authenticator app on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  test('is confirmed only by whoever saw it, not by whoever saw one that another tab replaced', async () => {
    const { db } = gateway.app.domain.store;
    const { id } = await gateway.user();
    const shown = (secret: string) => ({ user_id: id, secret_cipher: secret });
    await savePendingTotp(db, id, 'first-tab');
    await savePendingTotp(db, id, 'second-tab');
    expect(await confirmTotpSecret(db, shown('first-tab'), 9)).toBe(false);
    expect(await findTotp(db, id)).toMatchObject({ confirmed_at: 0 });
    expect(await confirmTotpSecret(db, shown('second-tab'), 9)).toBe(true);
    expect(await savePendingTotp(db, id, 'third-tab')).toBe(false);
  });

  test('accepts each code once, even after one was used while the clock was ahead', async () => {
    const { db } = gateway.app.domain.store;
    const { id } = await gateway.user();
    const seen = { user_id: id, secret_cipher: 'secret' };
    await savePendingTotp(db, id, seen.secret_cipher);
    const spend = (step: number) => spendTotpStep(db, seen, step);
    expect([await spend(100), await spend(100), await spend(99)]).toEqual([true, false, false]);
    expect(await spend(9000)).toBe(true);
    expect([await spend(101), await spend(101), await spend(100)]).toEqual([true, false, false]);
  });
});
