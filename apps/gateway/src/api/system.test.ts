import type { SystemStatus } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';

const MODEL = 'gpt-4o-mini';
const KEY = 'sk-upstream-secret';

describe.each(databaseKinds)("what administrators see of the gateway's internals on %s", (kind) => {
  let gateway: TestGateway;
  let personId: number;

  const read = async () =>
    (await gateway.root.call('GET', '/api/system/status')).body.data as unknown as SystemStatus;
  const check = async () =>
    (await gateway.root.call('POST', '/api/system/check')).body
      .data as unknown as SystemStatus['books'];
  const tamper = (delta: number) =>
    sql`UPDATE users SET quota = quota + ${delta} WHERE id = ${personId}`.execute(
      gateway.app.domain.store.db,
    );

  beforeAll(async () => {
    // Leases are held as long as the clock is stopped.
    gateway = await startTestGateway({ kind, clock: manualClock(Date.now()) });
    const person = await gateway.user({ quota: 5_000_000 });
    personId = person.id;
    const { secret } = await gateway.token(person);
    // Nothing listens on this port: the call fails and its channel gets a fault.
    await gateway.channel({ name: 'gone', key: KEY, base_url: 'http://127.0.0.1:9' });
    await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hi' }] }),
    });
  });
  afterAll(() => gateway.close());

  test("the node reports its identity, and every node what it holds of users' balances", async () => {
    const { node, nodes } = await read();
    const { nodeId } = gateway.app.domain;
    expect(node).toMatchObject({ id: nodeId, workers: 1, database: kind });
    const leased = await gateway.app.domain.store.db
      .selectFrom('leases')
      .select(({ fn }) => fn.sum('amount').as('held'))
      .where('owner_kind', '=', 'user')
      .executeTakeFirst();
    expect(Number(leased?.held)).toBeGreaterThan(0);
    expect(nodes).toMatchObject([{ id: nodeId, leases: 1, held: Number(leased?.held) }]);
  });

  test('the journal is reported if there is one, and trouble is null while calls are accepted', async () => {
    await gateway.app.domain.wallet.flush();
    const { journal, trouble } = await read();
    expect(journal).toEqual(
      kind === 'sqlite'
        ? null
        : { rows: expect.any(Number), bytes: expect.any(Number), oldest_at: null },
    );
    expect(trouble).toBeNull();
  });

  test('jobs of the cluster are reported with their latest run', async () => {
    const readJob = async () => (await read()).jobs.find(({ name }) => name === 'reconcile-ledger');
    // Rare jobs start one per tick: does not wait for those in between.
    while (((await readJob())?.run_count ?? 0) === 0) await gateway.app.jobs.tick();
    expect(await readJob()).toMatchObject({
      run_count: 1,
      last_error: '',
      last_finished_at: expect.any(Number),
    });
  });

  test('every job has a readable name in both languages', async () => {
    const names = (await read()).jobs.map(({ name }) => name);
    expect(names).toContain(kind === 'sqlite' ? 'index-logs' : 'reconcile-ledger');
    for (const { system } of [texts.zh, texts.en])
      expect(Object.keys(system.jobNames)).toEqual(expect.arrayContaining(names));
  });

  test('a check reports a discrepancy to every later reader, until it is corrected', async () => {
    const right = await check();
    expect(right).toMatchObject({ checked_at: expect.any(Number), discrepancies: [], total: 0 });
    await tamper(7);
    const wrong = await check();
    expect(wrong.total).toBe(1);
    const [found] = wrong.discrepancies;
    expect(found).toMatchObject({ subject: 'user', id: personId, rule: 'ledger' });
    expect((found?.is ?? 0) - (found?.should ?? 0)).toBe(7);
    expect((await read()).books).toEqual(wrong);
    await tamper(-7);
    expect((await check()).discrepancies).toEqual([]);
  });

  test('a channel that failed is listed with its fault, one that did not is left out, and no key is shown', async () => {
    await gateway.channel({ name: 'fine', key: KEY, base_url: 'http://127.0.0.1:9' });
    const status = await read();
    expect(status.channels).toMatchObject([
      { name: 'gone', last_fault: { model: MODEL, at_ms: expect.any(Number) } },
    ]);
    expect(JSON.stringify(status)).not.toContain(KEY);
  });
});
