import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { findLedgerDifferences } from '../store/ledger-repository.ts';
import { listLedger } from '../../test-support/list-ledger.ts';

const UNIT = 500_000;

describe.each(databaseKinds)('earnings from invitations on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  /** A user who has invited others and was rewarded for it. */
  async function inviter(earned: number): Promise<Client> {
    const person = await gateway.user({ quota: 100 });
    await gateway.app.domain.store.db
      .updateTable('users')
      .set({ aff_quota: earned, aff_history_quota: earned })
      .where('id', '=', person.id)
      .execute();
    return person;
  }
  const transfer = async (person: Client, quota: unknown, key?: string) => {
    const body = { quota, ...(key === undefined ? {} : { idempotency_key: key }) };
    const answer = (await person.call('POST', '/api/user/aff_transfer', body)).body;
    return answer.code ?? answer.data.quota;
  };
  const notes = async (person: Client) =>
    (await person.call('GET', '/api/log/self?type=4')).body.data as unknown as {
      items: { content: string }[];
    };
  const self = async (person: Client) => (await person.call('GET', '/api/user/self')).body.data;

  test('a transfer moves pending earnings to the balance, with a ledger row', async () => {
    const person = await inviter(3 * UNIT);
    expect(await transfer(person, 2 * UNIT)).toBe(100 + 2 * UNIT);
    expect(await self(person)).toMatchObject({
      quota: 100 + 2 * UNIT,
      aff_quota: UNIT,
      aff_history_quota: 3 * UNIT,
      total_topup: 0,
    });
    const db = gateway.app.domain.store.db;
    expect((await listLedger(db, person.id, 1))[0]).toMatchObject({
      kind: 'transfer',
      amount: 2 * UNIT,
      balance_after: 100 + 2 * UNIT,
      actor_id: person.id,
    });
    expect(await findLedgerDifferences(db)).toEqual([]);
  });

  test('what was not earned cannot be transferred, not even by concurrent transfers', async () => {
    const person = await inviter(3 * UNIT);
    expect(await transfer(person, 3 * UNIT + 1)).toBe('transfer_too_large');
    const at = [1, 2, 3, 4, 5].map(() => transfer(person, UNIT));
    expect((await Promise.all(at)).filter((one) => one === 'transfer_too_large')).toHaveLength(2);
    expect(await self(person)).toMatchObject({ quota: 100 + 3 * UNIT, aff_quota: 0 });
    expect(await findLedgerDifferences(gateway.app.domain.store.db)).toEqual([]);
  });

  test('a transfer sent again is booked once, per person, and another amount under its key is refused', async () => {
    const [one, other] = [await inviter(4 * UNIT), await inviter(4 * UNIT)];
    await Promise.all([1, 2, 3].map(() => transfer(one, 2 * UNIT, 'the-same-try')));
    await transfer(other, 2 * UNIT, 'the-same-try');
    expect(await transfer(one, UNIT, 'the-same-try')).toBe('idempotency_key_reused');
    expect(await self(one)).toMatchObject({ quota: 100 + 2 * UNIT, aff_quota: 2 * UNIT });
    expect(await self(other)).toMatchObject({ quota: 100 + 2 * UNIT, aff_quota: 2 * UNIT });
    expect((await notes(one)).items.map(({ content }) => content)).toEqual([
      '$2.00 of earnings moved to the balance',
    ]);
  });

  test('less than one unit of display is refused, and so is an invalid amount', async () => {
    const person = await inviter(3 * UNIT);
    expect(await transfer(person, UNIT - 1)).toBe('transfer_too_small');
    const little = { quota: UNIT - 1 };
    const { body } = await person.call('POST', '/api/user/aff_transfer', little, {
      'accept-language': 'en',
    });
    expect(body.message).toBe('The minimum transfer is $1.00');
    for (const quota of [0, -UNIT, 1.5, '500000', null, 1e300, undefined])
      expect(await transfer(person, quota)).toMatch(/^(quota_invalid|transfer_too_small)$/);
    expect(await self(person)).toMatchObject({ quota: 100, aff_quota: 3 * UNIT });
  });
});
