import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { makeApiKey } from '../../../test-support/money/accounts.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

describe.each(databaseKinds)('the wallet on %s', (kind) => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterEach(() => gateway.close());

  test('quota for a user or API key that does not exist is refused, as is a limit below 0', async () => {
    const { store, wallet } = gateway.app.domain;
    const { id } = await gateway.user({ quota: 100 });
    const token = await makeApiKey(store, id, 250);
    const gift = { delta: 5, kind: 'gift' as const, reason: '', actorId: 0 };
    await expect(
      wallet.adjustUser({ ...gift, userId: id + 1, idempotencyKey: 'nobody' }),
    ).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(wallet.adjustApiKey({ apiKeyId: token + 1, delta: 5 })).rejects.toMatchObject({
      code: 'token_not_found',
    });
    await expect(wallet.adjustApiKey({ apiKeyId: token, delta: -251 })).rejects.toMatchObject({
      code: 'quota_invalid',
    });
    expect(await wallet.adjustApiKey({ apiKeyId: token, delta: -250 })).toEqual({ remainQuota: 0 });
  });
});
