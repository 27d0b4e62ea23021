import Database from 'better-sqlite3';
import { join } from 'node:path';
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
import { NOTES_EVERY_MS } from '../../relay/billing/note-streams.ts';

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

  test('a stream is charged once for what it had delivered, and one that ended for all of it', async () => {
    const gateway = await startGatewayProcess(database, {
      NODE_OPTIONS: `--import ${new URL('../../../test-support/shorten-timers.ts', import.meta.url).href}`,
      SHORTENED_MS: String(NOTES_EVERY_MS),
    });
    const notes = openNotes();
    const running = await openStream(gateway.url, 2000);
    const ending = await openStream(gateway.url, 60);
    while (notes.count() < 2) {
      expect((await running.body.read()).done).toBe(false);
      await ending.body.read();
    }
    while (!(await ending.body.read()).done);
    expect(notes.count()).toBe(1);
    const delivered = notes.quota();
    notes.close();
    await gateway.end('SIGKILL');
    await running.body.read().catch(() => undefined);

    const rows = await restart([running.id, ending.id]);
    expect(rows.map(({ request_id: id }) => id)).toEqual([running.id, ending.id].toSorted());
    const [cut, whole] = [running, ending].map(({ id }) =>
      rows.find((row) => row.request_id === id),
    );
    expect(cut).toMatchObject({ channel_id: 1, is_stream: 1 });
    expect(cut?.quota).toBeGreaterThanOrEqual(delivered);
    expect(JSON.parse(cut?.other ?? '{}')).toMatchObject({ end: 'shutdown', estimated: true });
    expect(cut?.quota).toBeLessThan(
      (JSON.parse(cut?.other ?? '{}') as { reserved: number }).reserved,
    );
    expect(whole).toMatchObject({ prompt_tokens: 10, completion_tokens: 60 });
    expect(JSON.parse(whole?.other ?? '{}')).not.toHaveProperty('end');
  });

  /** Opens the notes of running streams, as the process writes them. */
  function openNotes() {
    const file = join(database.dataDir, kind === 'sqlite' ? 'tollgate.db' : 'journal.db');
    const notes = new Database(file, { readonly: true });
    const count = notes.prepare('SELECT count(*) FROM stream_notes').pluck();
    const quota = notes
      .prepare("SELECT sum(json_extract(record, '$.row.quota')) FROM stream_notes")
      .pluck();
    return {
      count: () => count.get() as number,
      quota: () => quota.get() as number,
      close: () => void notes.close(),
    };
  }

  /** Opens a stream of so many words. */
  async function openStream(url: string, tokens: number) {
    const sim = { tokens, completion_tokens: tokens, gap_ms: 5 };
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'gpt-4o-mini',
        stream: true,
        messages: [{ role: 'user', content: JSON.stringify({ sim }) }],
      }),
    });
    const body = response.body?.getReader();
    if (!body) throw new Error(`no stream: ${response.status}`);
    return { id: response.headers.get('x-request-id') ?? '', body };
  }

  /** Returns the charges of calls after a restart; everything must agree with the balance. */
  async function restart(ids: string[]) {
    const gateway = await startTestGateway({ kind, database });
    const { store } = gateway.app.domain;
    const moneyState = await readMoneyState(store, userId);
    expect(moneyState).toMatchObject({ held: 0, leases: 0, differences: [] });
    expect(moneyState.quota).toBe(QUOTA - moneyState.logged);
    const charges = store.db.selectFrom('logs').selectAll().where('request_id', 'in', ids);
    const rows = await charges.orderBy('request_id').execute();
    await gateway.close();
    return rows;
  }

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
