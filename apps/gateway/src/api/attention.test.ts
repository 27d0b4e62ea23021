import type { AttentionItem } from '@tollgate/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';
import { emptySlice } from '../store/usage-stats.ts';
import { addUsageStats } from '../store/usage-stats-writer.ts';

const NOW = 1_795_014_000;

describe.each(databaseKinds)('what needs attention on %s', (kind) => {
  let gateway: TestGateway;

  const list = async () =>
    (
      await gateway.root.call('GET', '/api/system/attention', undefined, {
        'accept-language': 'en',
      })
    ).body.data as unknown as AttentionItem[];
  const find = async (wanted: AttentionItem['kind']) =>
    (await list()).filter((item) => item.kind === wanted);
  const db = () => gateway.app.domain.store.db;

  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock: manualClock(NOW * 1000) });
  });
  afterAll(() => gateway.close());

  test('nothing is listed while all is well, and only administrators may read it', async () => {
    expect(await list()).toEqual([]);
    const person = await gateway.user();
    expect((await person.call('GET', '/api/system/attention')).status).toBe(403);
  });

  test('auto-disabled channels are listed by cause, before less urgent items', async () => {
    for (const [name, reason] of [
      ['east', '401 key rejected'],
      ['west', '401 key rejected'],
      ['north', '402 no credit'],
    ]) {
      const { id } = await gateway.channel({ name, models: 'gpt-4o-mini' });
      await db()
        .updateTable('channels')
        .set({ status: 3, status_reason: reason ?? '', status_time: NOW })
        .where('id', '=', id)
        .execute();
    }
    const found = await find('channels_disabled');
    expect(
      found.map(({ count, cause, names, condition }) => [count, cause, names, condition]),
    ).toEqual([
      [2, '401 key rejected', ['east', 'west'], 'key_rejected'],
      [1, '402 no credit', ['north'], 'out_of_credit'],
    ]);
  });

  test('models that are served without a price are listed, with the calls refused because of it', async () => {
    const { id } = await gateway.channel({ name: 'new', models: 'brand-new-model' });
    const call = { created_at: NOW, user_id: 1, token_id: 1, channel_id: 0, group: 'default' };
    const slice = { ...emptySlice({ ...call, model_name: 'brand-new-model' }), failed: 4 };
    await gateway.app.domain.store.transaction((trx) => addUsageStats(trx, [slice]));
    expect(await find('models_unpriced')).toMatchObject([
      { count: 1, names: ['brand-new-model'], calls: 4, severity: 'warn' },
    ]);
    expect((await list())[0]?.kind).toBe('channels_disabled');
    await gateway.root.call('DELETE', `/api/channel/${id}`);
    expect(await find('models_unpriced')).toEqual([]);
  });

  test('nodes with different versions are listed until the silent one is gone', async () => {
    const node = { started_at: NOW, applied_log_id: 0, incarnation: 'x' };
    await db()
      .insertInto('nodes')
      .values([
        { ...node, id: 'new', seen_at: NOW, version: '9.2.0' },
        { ...node, id: 'old', seen_at: NOW - 10, version: '9.1.0' },
      ])
      .execute();
    expect((await find('versions_differ'))[0]?.names).toEqual(
      expect.arrayContaining(['9.1.0 (old)', '9.2.0 (new)']),
    );
    await db()
      .updateTable('nodes')
      .set({ incarnation: '' })
      .where('id', 'in', ['old', 'new'])
      .execute();
    expect(await find('versions_differ')).toEqual([]);
  });

  test('an upstream balance is listed when it is below one dollar or three days of its calls', async () => {
    const { id } = await gateway.channel({ name: 'poor', models: 'gpt-4o-mini' });
    const setBalance = (dollars: number) =>
      db()
        .updateTable('channels')
        .set({ balance_micros: dollars * 1e6, balance_updated_time: NOW })
        .where('id', '=', id)
        .execute();
    await setBalance(5);
    expect(await find('balance_low')).toEqual([]);
    await setBalance(0.5);
    expect(await find('balance_low')).toMatchObject([{ names: ['poor'], balance: 0.5, id }]);
    await setBalance(5);
    const call = { created_at: NOW, user_id: 1, token_id: 1, model_name: 'm', group: 'default' };
    // 14 dollars a week are six dollars in three days.
    const slice = { ...emptySlice({ ...call, channel_id: id }), calls: 1, quota: 14 * 500_000 };
    await gateway.app.domain.store.transaction((trx) => addUsageStats(trx, [slice]));
    expect(await find('balance_low')).toMatchObject([{ names: ['poor'], balance: 5 }]);
  });

  test('a job whose last run failed is listed with its error until it works again', async () => {
    // A job with no real name: a real one could run meanwhile.
    await db()
      .insertInto('jobs')
      .values({
        name: 'test-job',
        lease_owner: '',
        lease_until: 0,
        last_started_at: NOW,
        last_finished_at: NOW,
        last_error: 'connection refused',
        run_count: 1,
      })
      .execute();
    expect(await find('job_failed')).toMatchObject([
      { names: ['test-job'], cause: 'connection refused' },
    ]);
    await sql`UPDATE jobs SET last_error = ''`.execute(db());
    expect(await find('job_failed')).toEqual([]);
  });

  test('a ledger that does not balance is listed once the check has found it', async () => {
    const person = await gateway.user({ quota: 1000 });
    await sql`UPDATE users SET quota = quota + 7 WHERE id = ${person.id}`.execute(db());
    await gateway.root.call('POST', '/api/system/check');
    expect(await find('ledger_mismatch')).toMatchObject([{ id: person.id, severity: 'bad' }]);
  });
});
