import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { SeededRandom } from '../../../test-support/money/seeded-random.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../test-support/money/faulty-proxy.ts';
import { runLoad } from '../../../test-support/money/load.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

const QUOTA = 100_000_000;
const hasPostgres = databaseKinds.includes('postgres');

describe('PostgreSQL becomes unreachable under load', () => {
  let database: TestDatabase;
  let line: FaultyProxy;
  let simulator: Simulator;
  let gateway: TestGateway;
  let secret = '';
  let userId = 0;

  beforeEach(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
    line = await startFaultyProxy(database.databaseUrl ?? '');
    simulator = await startOpenAiSimulator();
    gateway = await startTestGateway({
      kind: 'postgres',
      database: { ...database, databaseUrl: line.url },
    });
    await gateway.channel({ base_url: simulator.url });
    const owner = await gateway.user({ quota: QUOTA });
    userId = owner.id;
    secret = (await gateway.token(owner, { unlimited_quota: true })).secret;
  });
  afterEach(async () => {
    await gateway.close();
    await simulator.close();
    await line.close();
    await database.remove();
  });

  const read = async (path: string) => {
    const response = await fetch(gateway.url + path);
    return { status: response.status, text: await response.text() };
  };

  /**
   * Sends calls until `enough` responses arrived after the connection broke, then restores it and sends
   * more.
   */
  async function callThrough(breakLine: () => Promise<void> | void, enough: number) {
    const respondedIds: string[] = [];
    const refusals: (number | undefined)[] = [];
    let away = 0;
    let phase: 'well' | 'away' | 'mended' = 'well';
    let probes: Promise<void> | undefined;
    const during: { ready: number; isReported: boolean; waiting: boolean }[] = [];
    const waitForBacklog = async () => {
      await expect.poll(() => gateway.app.domain.wallet.journalState()?.rows).toBeGreaterThan(0);
      const isReported = async () => (await read('/readyz')).text.includes('database impaired');
      await expect.poll(isReported).toBe(true);
      const [ready, metrics] = await Promise.all([read('/readyz'), read('/metrics')]);
      during.push({
        ready: ready.status,
        isReported: await isReported(),
        waiting: /^tollgate_journal_rows [1-9]/m.test(metrics.text),
      });
      await line.restore();
      phase = 'mended';
    };
    const change = async () => {
      if (phase === 'well' && respondedIds.length >= 60) {
        phase = 'away';
        await breakLine();
      }
      if (phase === 'away' && away >= enough) await (probes ??= waitForBacklog());
    };
    await runLoad(12, {
      url: () => gateway.url,
      keys: [secret],
      chance: new SeededRandom(7),
      goOn: () => phase !== 'mended' || respondedIds.length < 200,
      onResponse(id) {
        respondedIds.push(id);
        if (phase === 'away') away += 1;
        void change();
      },
      async onTrouble(status) {
        refusals.push(status);
        if (phase === 'away') away += 1;
        await change();
      },
    });
    return { answered: respondedIds, refusals, during };
  }

  const expectAllCharged = async (respondedIds: string[]) => {
    const { wallet, store } = gateway.app.domain;
    await expect.poll(() => store.isUp).toBe(true);
    await wallet.maintain(0);
    const moneyState = await readMoneyState(store, userId);
    expect(respondedIds.filter((id) => moneyState.timesLogged.get(id) !== 1)).toEqual([]);
    expect(moneyState.quota).toBe(QUOTA - moneyState.logged);
    expect(moneyState.differences).toEqual([]);
    await expect.poll(async () => (await read('/readyz')).text).toBe('ready\n');
    expect(wallet.journalState()).toMatchObject({ rows: 0, bytes: 0, oldestAt: undefined });
  };

  test.runIf(hasPostgres)(
    'calls continue inside leases, others get 503, and no charge is lost',
    async () => {
      const { answered: respondedIds, refusals, during } = await callThrough(line.cut, 40);
      expect(during).toEqual([{ ready: 200, isReported: true, waiting: true }]);
      expect(refusals.filter((status) => status !== 503)).toEqual([]);
      await expectAllCharged(respondedIds);
    },
  );

  test.runIf(hasPostgres)(
    'the same holds when the database hangs instead of refusing connections',
    async () => {
      const { answered: respondedIds, during } = await callThrough(line.freeze, 12);
      expect(during).toEqual([{ ready: 200, isReported: true, waiting: true }]);
      await expectAllCharged(respondedIds);
    },
  );
});
