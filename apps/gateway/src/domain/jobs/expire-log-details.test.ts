import { EXPIRED_DETAILS, LOG_CONSUME, LOG_ERROR, LOG_SYSTEM } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock, nowSeconds } from '../../platform/clock.ts';
import { expireLogDetails } from '../../store/expire-log-details.ts';
import { findDetailMark, lowerDetailMark } from '../../store/log-details-repository.ts';
import { findLastLogId, insertLogRows } from '../../store/logs-repository.ts';
import { eventRow } from '../log/event-row.ts';
import { expireLogDetailsJob } from './expire-log-details.ts';

const DAY = 86_400;
const DETAILS = { content: 'why', other: '{"model_ratio":2}', ip: '10.1.2.3' };

describe.each(databaseKinds)('details of old calls on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 5, 15));
  const { signal } = new AbortController();
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
    // Stops the gateway's own jobs: its run, which keeps details forever, would interfere.
    await gateway.app.jobs.stop();
  });
  beforeEach(async () => {
    const { db } = gateway.app.domain.store;
    await db.deleteFrom('logs').execute();
    await lowerDetailMark(db, 0);
  });
  afterAll(() => gateway.close());

  const ago = (days: number) => nowSeconds(clock) - days * DAY;
  const insertMany = (
    names: readonly string[],
    days: number,
    more: Record<string, unknown> = {},
  ) => {
    const user = { id: gateway.root.id, username: 'root' };
    const type = Number(more['type'] ?? LOG_CONSUME);
    const row = { ...eventRow(type, user, ago(days)), quota: 7, model_name: 'm', ...DETAILS };
    return gateway.app.domain.store.transaction((trx) =>
      insertLogRows(
        trx,
        names.map((name) => ({ ...row, request_id: name, ...more })),
      ),
    );
  };
  const callNames = (length: number) => Array.from({ length }, (_, at) => `call-${at}`);
  const insert = (name: string, days: number, more: Record<string, unknown> = {}) =>
    insertMany([name], days, more);
  const run = (days: number) => {
    const { domain } = gateway.app;
    const options = { ...domain.options, number: () => days };
    return expireLogDetailsJob({ ...domain, options }).run(signal);
  };
  const rows = async () => {
    const { db } = gateway.app.domain.store;
    const all = await db.selectFrom('logs').selectAll().orderBy('id').execute();
    return all.filter(({ request_id: id }) => id !== '');
  };
  /** Request ids of rows that still have details. */
  const detailed = async () =>
    (await rows()).filter(({ ip }) => ip !== '').map(({ request_id: id }) => id);

  test('are kept until an administrator sets a retention', async () => {
    await insert('old', 3000);
    expect(gateway.app.domain.options.number('LogDetailRetentionDays')).toBe(0);
    await run(0);
    expect(await detailed()).toEqual(['old']);
  });

  test('are deleted once older than the retention, and the rest of the call is unchanged', async () => {
    await insert('old', 31);
    await insert('failed', 31, { type: LOG_ERROR });
    await insert('young', 29);
    const before = await rows();
    await run(30);
    const expired = { content: '', other: EXPIRED_DETAILS, ip: '' };
    expect(await rows()).toEqual(
      before.map((row) => (row.request_id === 'young' ? row : { ...row, ...expired })),
    );
    await run(10);
    expect(await detailed()).toEqual([]);
  });

  test("are deleted for calls only: refunds and administrators' actions stay complete", async () => {
    await insert('refund', 31, { type: LOG_SYSTEM, other: '{"event":"task_refunded","quota":3}' });
    const before = await rows();
    await run(30);
    expect(await rows()).toEqual(before);
  });

  test('of many calls in the same second are all deleted, in small transactions', async () => {
    const { store } = gateway.app.domain;
    await insertMany(callNames(450), 40);
    const lastId = await findLastLogId(store.db);
    let rests = 0;
    const rest = async () => void (rests += 1);
    const result = await expireLogDetails(store, { before: ago(30), lastId, rest, signal });
    expect(result.count).toBe(450);
    expect(rests).toBe(2);
    expect(await detailed()).toEqual([]);
  });

  test('of calls that were imported later, or made while the retention was off, are deleted too', async () => {
    const { store } = gateway.app.domain;
    await insert('first', 40);
    await run(30);
    await insert('imported', 50);
    await lowerDetailMark(store.db, ago(50));
    await run(30);
    expect(await detailed()).toEqual([]);
    await run(0);
    await insert('meanwhile', 60);
    await run(30);
    expect(await detailed()).toEqual([]);
    expect(await findDetailMark(store.db)).toBe(ago(30));
  });

  test('that arrive out of order during a run are left to the next run, which starts with them', async () => {
    const { store } = gateway.app.domain;
    await insertMany(callNames(200), 40);
    await insert('last', 35);
    const lastId = await findLastLogId(store.db);
    const rest = () => lowerDetailMark(store.db, ago(50));
    await expireLogDetails(store, { before: ago(30), lastId, rest, signal });
    expect(await findDetailMark(store.db)).toBe(ago(50));
    expect(await detailed()).toEqual(['last']);
    await run(30);
    expect(await detailed()).toEqual([]);
  });

  test('of an imported call are deleted without making it one that is charged after a crash', async () => {
    await insert('imported', 40, { other: '{"imported":{"from":"x","id":1,"other":{}}}' });
    await run(30);
    const [row] = await rows();
    expect(row?.ip).toBe('');
    expect(row?.other).toMatch(/^\{"imported":/);
    expect(JSON.parse(row?.other ?? '')).toMatchObject({ details: 'expired' });
    const at = await findDetailMark(gateway.app.domain.store.db);
    await lowerDetailMark(gateway.app.domain.store.db, 0);
    await run(30);
    expect([await rows(), await findDetailMark(gateway.app.domain.store.db)]).toEqual([[row], at]);
  });
});
