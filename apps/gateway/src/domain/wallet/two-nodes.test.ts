import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

const CALLS = 400;
const IN_FLIGHT = 50;
const PAID = 50;
const TOKENS = 4000;

const redisUrl = process.env.TEST_REDIS_URL;
/** Two nodes need PostgreSQL; without a Redis they still share the balance. */
const hasPostgres = databaseKinds.includes('postgres');

describe('two nodes on one PostgreSQL database', () => {
  let database: TestDatabase;
  let simulator: Simulator;
  let nodes: [TestGateway, TestGateway];
  let secret = '';
  let userId = 0;
  let cost = 0;

  const call = (node: TestGateway) =>
    fetch(`${node.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'gpt-4o-mini',
        max_tokens: TOKENS,
        messages: [
          { role: 'user', content: `{"sim":{"completion_tokens":${TOKENS},"delay_ms":10}}` },
        ],
      }),
    });
  const flush = async () => {
    for (const node of nodes) await node.app.domain.wallet.flush();
  };
  const readMoney = async () => readMoneyState(nodes[0].app.domain.store, userId);

  beforeAll(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
    simulator = await startOpenAiSimulator();
    const env = { MASTER_KEY: 'ab'.repeat(32), ...(redisUrl ? { REDIS_URL: redisUrl } : {}) };
    const dataDirs = ['a', 'b'].map((name) => join(database.dataDir, name));
    for (const dataDir of dataDirs) mkdirSync(dataDir);
    const [first, second] = dataDirs;
    const open = (dataDir = '') =>
      startTestGateway({ kind: 'postgres', env, database: { ...database, dataDir } });
    const firstGateway = await open(first);
    await firstGateway.channel({ base_url: simulator.url });
    nodes = [firstGateway, await open(second)];
    const owner = await firstGateway.user({ quota: 10_000 });
    userId = owner.id;
    secret = (await firstGateway.token(owner, { unlimited_quota: true })).secret;
    await (await call(firstGateway)).arrayBuffer();
    await flush();
    cost = 10_000 - (await readMoney()).quota;
    const { wallet } = firstGateway.app.domain;
    await wallet.adjustUser({
      userId,
      delta: PAID * cost - (10_000 - cost),
      kind: 'adjustment',
      reason: '',
      actorId: 0,
      idempotencyKey: 'fifty calls',
    });
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await simulator.close();
    await database.remove();
  });

  test.runIf(hasPostgres)(
    'of 400 calls on a balance for 50, at most 50 and at least 49 succeed, and the remainder is kept',
    async () => {
      let started = 0;
      const statuses: number[] = [];
      const caller = async () => {
        while (started < CALLS) {
          started += 1;
          const response = await call(nodes[started % 2 === 0 ? 0 : 1]);
          await response.arrayBuffer();
          statuses.push(response.status);
          if (response.status !== 200) await pause(60);
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, caller));
      await flush();
      const successes = statuses.filter((status) => status === 200).length;
      const { quota, differences } = await readMoney();
      expect(new Set(statuses)).toEqual(new Set([200, 402]));
      expect(successes).toBeLessThanOrEqual(PAID);
      // The last call would have to reserve slightly more than is left.
      expect(successes).toBeGreaterThanOrEqual(PAID - 1);
      expect(quota).toBe((PAID - successes) * cost);
      expect(quota).toBeLessThanOrEqual(cost);
      expect(differences).toEqual([]);
    },
  );
});
