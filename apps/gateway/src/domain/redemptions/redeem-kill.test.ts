import { LOG_TOPUP } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { startGatewayProcess } from '../../../test-support/gateway-process.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';
import { findLedgerDifferences } from '../../store/ledger-repository.ts';

const CODES = 100;
const QUOTA = 11;
/** The number of responses after which the process is killed, per round. */
const ROUNDS = { sqlite: [3, 20], postgres: [20] };

describe.each(databaseKinds)('kill -9 while codes are redeemed on %s', (kind) => {
  let database: TestDatabase;
  let codes: string[];
  let owner: { id: number; token: string };

  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    const gateway = await startTestGateway({ kind, database });
    const body = { quota: QUOTA, count: CODES };
    codes = (await gateway.root.call('POST', '/api/redemption/', body)).body.data as string[];
    owner = await gateway.user();
    await gateway.close();
  });
  afterAll(() => database.remove());

  test('a code is used, its quota booked and its log row written, or none of these', async () => {
    let responseCount = 0;
    for (const killAfter of ROUNDS[kind]) responseCount += await redeemUntilKilled(killAfter);

    const gateway = await startTestGateway({ kind, database });
    const { db } = gateway.app.domain.store;
    const used = await db
      .selectFrom('redemptions')
      .select('id')
      .where('status', '=', 3)
      .orderBy('id')
      .execute();
    const booked = await db
      .selectFrom('ledger')
      .select('reference')
      .where('kind', '=', 'redemption')
      .execute();
    const logged = await db
      .selectFrom('logs')
      .select('other')
      .where('type', '=', LOG_TOPUP)
      .execute();
    const ids = used.map(({ id }) => Number(id));
    const sorted = (numbers: number[]) => numbers.toSorted((left, right) => left - right);
    expect(sorted(booked.map(({ reference }) => Number(reference)))).toEqual(ids);
    expect(
      sorted(
        logged.map(({ other }) => (JSON.parse(other) as { params: { id: number } }).params.id),
      ),
    ).toEqual(ids);
    expect(ids.length).toBeGreaterThanOrEqual(responseCount);
    expect(ids.length).toBeLessThan(CODES);
    const { quota } = await db
      .selectFrom('users')
      .select('quota')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect(Number(quota)).toBe(ids.length * QUOTA);
    expect(await findLedgerDifferences(db)).toEqual([]);
    await gateway.close();
  });

  /**
   * Redeems the next codes, six at a time, and kills the gateway after some responses; returns the number of
   * successful ones.
   */
  async function redeemUntilKilled(killAfter: number): Promise<number> {
    const gateway = await startGatewayProcess(database);
    let responseCount = 0;
    let ended: Promise<unknown> | undefined;
    const work = async () => {
      for (let code = codes.pop(); code && !ended; code = codes.pop()) {
        if (!(await redeem(gateway.url, code))) return;
        responseCount += 1;
        if (responseCount >= killAfter) ended ??= gateway.end('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    await ended;
    return responseCount;
  }

  /** Returns whether the response confirmed the redemption. */
  async function redeem(url: string, code: string): Promise<boolean> {
    try {
      const response = await fetch(`${url}/api/user/topup`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'new-api-user': String(owner.id),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ key: code }),
      });
      return ((await response.json()) as { success: boolean }).success;
    } catch {
      return false;
    }
  }
});
