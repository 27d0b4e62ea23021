import { startMidjourneySimulator } from '@tollgate/simulators';
import { expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { startGatewayProcess } from '../../../test-support/gateway-process.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';
import { findLedgerDifferences } from '../../store/ledger-repository.ts';
import { TaskPoller } from './task-poller.ts';

const TASKS = 40;
const QUOTA = 10_000_000;
const PRICE = 50_000;
const HALF = 12;

test.each(databaseKinds)(
  'kill -9 while failed tasks are refunded on %s: each gets its charge back exactly once',
  async (kind) => {
    const database = await createTestDatabase(kind, { hasTables: true });
    const service = await startMidjourneySimulator({ nowMs: () => Date.now() });
    const gateway = await startTestGateway({ kind, database });
    await gateway.channel({
      type: 2,
      key: 'mj-secret',
      base_url: service.url,
      models: 'mj_imagine',
    });
    const owner = await gateway.user({ quota: QUOTA });
    const { secret } = await gateway.token(owner);
    const submit = () =>
      fetch(`${gateway.url}/mj/submit/imagine`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: JSON.stringify({ prompt: 'a cat' }),
      });
    for (let count = 0; count < TASKS; count += 1) expect((await submit()).status).toBe(200);
    // Prevents them from being polled before the process below does.
    const { db } = gateway.app.domain.store;
    await db.updateTable('tasks').set({ next_check_at: 1 }).execute();
    await gateway.close();
    for (const id of service.ids()) service.decide(id, 'FAILURE', 'all went wrong');

    const doomed = await startGatewayProcess(database);
    const quotaNow = async () => {
      const response = await fetch(`${doomed.url}/api/user/self`, {
        headers: { authorization: `Bearer ${owner.token}`, 'new-api-user': String(owner.id) },
      });
      return ((await response.json()) as { data: { quota: number } }).data.quota;
    };
    while ((await quotaNow()) < QUOTA - (TASKS - HALF) * PRICE);
    await doomed.end('SIGKILL');

    const after = await startTestGateway({ kind, database });
    const store = after.app.domain.store;
    await store.db
      .updateTable('tasks')
      .set({ next_check_at: 1 })
      .where('next_check_at', 'is not', null)
      .execute();
    // The killed process still holds the job's lease for a minute; this runs the poller without it.
    await new TaskPoller(after.app.domain).run(new AbortController().signal);
    const refunds = await store.db
      .selectFrom('ledger')
      .select(['reference', 'amount'])
      .where('kind', '=', 'refund')
      .execute();
    expect(new Set(refunds.map(({ reference }) => reference)).size).toBe(TASKS);
    expect(refunds.map(({ amount }) => Number(amount))).toEqual(
      Array.from({ length: TASKS }, () => PRICE),
    );
    const { quota, used_quota: used } = await store.db
      .selectFrom('users')
      .select(['quota', 'used_quota'])
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect([Number(quota), Number(used)]).toEqual([QUOTA, 0]);
    expect(await findLedgerDifferences(store.db)).toEqual([]);
    await after.close();
    await service.close();
    await database.remove();
  },
);
