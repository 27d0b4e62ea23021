import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { type PostgresServer, startPostgres } from '@tollgate/tools';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { SeededRandom } from '../../../test-support/money/seeded-random.ts';
import { runLoad } from '../../../test-support/money/load.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

const QUOTA = 100_000_000;
const hasPostgres = databaseKinds.includes('postgres');

describe('a PostgreSQL server is stopped under load and restarted', () => {
  let postgres: PostgresServer;
  let simulator: Simulator;
  let gateway: TestGateway;
  let secret = '';
  let userId = 0;
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-stopped-'));

  beforeEach(async () => {
    postgres = await startPostgres({ keepsCommits: true });
    simulator = await startOpenAiSimulator();
    gateway = await startTestGateway({
      kind: 'postgres',
      database: { databaseUrl: postgres.url, dataDir, remove: async () => {} },
    });
    await gateway.channel({ base_url: simulator.url });
    const owner = await gateway.user({ quota: QUOTA });
    userId = owner.id;
    secret = (await gateway.token(owner, { unlimited_quota: true })).secret;
  });
  afterEach(async () => {
    await gateway.close();
    await simulator.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const readiness = async () => {
    const response = await fetch(`${gateway.url}/readyz`);
    return { status: response.status, impaired: (await response.text()).includes('database') };
  };

  /** Keeps sending calls, so that some finish before, during and after the stop. */
  async function callThroughStop() {
    const { wallet } = gateway.app.domain;
    const responseCounts = { before: 0, during: 0, after: 0 };
    const ids: string[] = [];
    const refusals = new Set<number | undefined>();
    let phase: keyof typeof responseCounts = 'before';
    let change = Promise.resolve();
    let stopped = { waiting: 0 };
    const stop = async () => {
      phase = 'during';
      await postgres.crash();
    };
    const start = async () => {
      await expect.poll(() => wallet.journalState()?.rows).toBeGreaterThan(0);
      await expect.poll(readiness).toEqual({ status: 200, impaired: true });
      stopped = { waiting: wallet.journalState()?.rows ?? 0 };
      await postgres.recover();
      await expect.poll(readiness).toEqual({ status: 200, impaired: false });
      phase = 'after';
    };
    let startedCount = 0;
    await runLoad(8, {
      url: () => gateway.url,
      keys: [secret],
      chance: new SeededRandom(11),
      goOn: () => responseCounts.after < 60,
      onResponse(id) {
        ids.push(id);
        responseCounts[phase] += 1;
        if (startedCount === 0 && responseCounts.before >= 60)
          change = ((startedCount = 1), stop());
        if (startedCount === 1 && responseCounts.during >= 30)
          change = ((startedCount = 2), change.then(start));
      },
      onTrouble(status) {
        refusals.add(status);
        if (startedCount === 1) change = ((startedCount = 2), change.then(start));
      },
    });
    await change;
    return { answered: responseCounts, ids, refusals, stopped };
  }

  test.runIf(hasPostgres)(
    'calls continue inside leases, the node stays ready and reports what is impaired, and every charge arrives after the restart',
    async () => {
      const { answered: responseCounts, ids, refusals, stopped } = await callThroughStop();
      expect(responseCounts.during).toBeGreaterThan(0);
      expect(stopped.waiting).toBeGreaterThan(0);
      expect([...refusals].filter((status) => status !== 503)).toEqual([]);
      const { wallet, store } = gateway.app.domain;
      await wallet.maintain(0);
      const moneyState = await readMoneyState(store, userId);
      expect(ids.filter((id) => moneyState.timesLogged.get(id) !== 1)).toEqual([]);
      expect(moneyState.quota).toBe(QUOTA - moneyState.logged);
      expect(moneyState.differences).toEqual([]);
      expect(wallet.journalState()?.rows).toBe(0);
    },
  );
});
