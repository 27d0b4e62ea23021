import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type DatabaseKind,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { SeededRandom } from '../../../test-support/money/seeded-random.ts';
import { startGatewayProcess } from '../../../test-support/gateway-process.ts';
import { runLoad } from '../../../test-support/money/load.ts';
import { readMoneyState } from '../../../test-support/money/read-money-state.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';

const QUOTA = 100_000_000;
const KILLS = Number(process.env.KILLS ?? 4);
const SEED = Number(process.env.SEED ?? 1);

/** On PostgreSQL, where each takes twice as long: half of them. */
const killsOn = (kind: DatabaseKind) => (kind === 'sqlite' ? KILLS : Math.ceil(KILLS / 2));

describe.each(databaseKinds)('kill -9 under mixed load on %s', (kind) => {
  let database: TestDatabase;
  let simulator: Simulator;
  let userId = 0;
  const keys: string[] = [];
  const kills = killsOn(kind);

  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    simulator = await startOpenAiSimulator();
    const gateway = await startTestGateway({ kind, database });
    await gateway.channel({ base_url: simulator.url });
    const owner = await gateway.user({ quota: QUOTA });
    userId = owner.id;
    keys.push((await gateway.token(owner, { unlimited_quota: true })).secret);
    keys.push(
      (await gateway.token(owner, { unlimited_quota: false, remain_quota: QUOTA / 2 })).secret,
    );
    await gateway.close();
  });
  afterAll(async () => {
    await simulator.close();
    await database.remove();
  });

  test(`${kills} times: every complete response is charged once, and the log sums up to the balance`, async () => {
    const random = new SeededRandom(SEED);
    const respondedIds: string[] = [];
    for (let round = 0; round < kills; round += 1)
      await killUnderLoad(random, (id) => respondedIds.push(id));

    const gateway = await startTestGateway({ kind, database });
    await gateway.app.domain.wallet.flush();
    const moneyState = await readMoneyState(gateway.app.domain.store, userId);
    expect(moneyState).toMatchObject({ held: 0, leases: 0, differences: [] });
    expect(moneyState.quota, `SEED=${SEED}`).toBe(QUOTA - moneyState.logged);
    expect(moneyState.used).toBe(moneyState.logged);
    expect([...moneyState.timesLogged.values()].filter((times) => times !== 1)).toEqual([]);
    expect(respondedIds.filter((id) => !moneyState.timesLogged.has(id))).toEqual([]);
    expect(respondedIds.length).toBeGreaterThan(kills * 5);
    await gateway.close();
  });

  /** Starts the gateway, sends calls, and kills it after some responses. */
  async function killUnderLoad(
    random: SeededRandom,
    onResponse: (id: string) => void,
  ): Promise<void> {
    const gateway = await startGatewayProcess(database);
    let remainingMs = random.between(6, 80);
    let ended: Promise<unknown> | undefined;
    await runLoad(12, {
      url: () => gateway.url,
      keys,
      chance: random,
      goOn: () => ended === undefined,
      onResponse(id) {
        onResponse(id);
        remainingMs -= 1;
        if (remainingMs <= 0) ended ??= gateway.end('SIGKILL');
      },
    });
    await ended;
  }
});
