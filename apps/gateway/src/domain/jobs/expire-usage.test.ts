import { LOG_CONSUME, type UsageReport } from '@tollgate/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock, nowSeconds } from '../../platform/clock.ts';
import { findFirstQuarter } from '../../store/expire-usage-stats.ts';
import { readHourlyTotals } from '../../store/reconciliation-repository.ts';
import { eventRow } from '../log/event-row.ts';
import { addImportedCalls } from '../wallet/store/open-imported-balances.ts';
import { addToTotals, emptyTotals } from '../wallet/usage-record.ts';
import { expireUsage } from './expire-usage.ts';

const DAY = 86_400;

describe.each(databaseKinds)('old usage on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 5, 15, 13, 20));
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway({ kind, clock });
    // Stops the gateway's own jobs: its run, which keeps usage forever, would interfere.
    await gateway.app.jobs.stop();
  });
  afterEach(() => gateway.close());

  const store = () => gateway.app.domain.store;
  const ago = (days: number) => nowSeconds(clock) - days * DAY;
  /** Records calls of two models by six users, 7 quota each, on each of these days. */
  const call = async (...days: number[]) => {
    const totals = emptyTotals();
    for (const day of days)
      for (let user = 100; user < 106; user += 1)
        for (const model_name of ['m', 'n']) {
          const about = { id: user, username: `u${user}` };
          const plain = { ...eventRow(LOG_CONSUME, about, ago(day)), content: '', other: '' };
          const row = { ...plain, quota: 7, model_name, token_id: user, channel_id: 1 };
          const limited = { limited: false, logged: true };
          addToTotals(totals, { row, ...limited });
        }
    await store().transaction((trx) => addImportedCalls(trx, totals));
  };
  const run = (days: number, signal = new AbortController().signal) => {
    const { domain } = gateway.app;
    const options = { ...domain.options, number: () => days };
    return expireUsage({ ...domain, options }, () => Promise.resolve()).run(signal);
  };
  const stats = async (span: number) => {
    const rows = store().db.selectFrom('usage_stats').select(['scope', 'start', 'calls']);
    return (await rows.where('span', '=', span).where('scope', '=', 'user_model').execute()).length;
  };
  const hours = () => store().db.selectFrom('usage_hourly').selectAll().orderBy('hour').execute();
  const readSpending = async () =>
    (await readHourlyTotals(store().db, [])).concat(
      (await hours()).map(({ user_id: id, quota }) => ({ id, used: 0, summed: quota })),
    );
  const spentBy = async (user: number) =>
    (await readSpending())
      .filter(({ id }) => id === user)
      .reduce((sum, { summed }) => sum + summed, 0);

  test('is kept until a retention is set, and always for at least a year', async () => {
    await call(3000, 399);
    expect(gateway.app.domain.options.number('UsageRetentionDays')).toBe(0);
    await run(0);
    expect(await stats(900)).toBe(24);
    const saved = await gateway.root.call('PUT', '/api/option/', {
      key: 'UsageRetentionDays',
      value: '90',
    });
    expect(saved.body.code).toBe('option_usage_days_invalid');
    await run(90);
    expect(await stats(900)).toBe(12);
  });

  test("becomes days and one row per user and month, and each user's spent quota stays exact", async () => {
    await call(420, 421, 440, 500, 10);
    const before = await spentBy(105);
    expect(await findFirstQuarter(store().db)).toBe(0);
    await run(400);
    expect(await stats(900)).toBe(12);
    expect(await stats(DAY)).toBe(60);
    const rows = await hours();
    expect(await spentBy(105)).toBe(before);
    const ownRows = rows.filter(({ user_id: id }) => Number(id) === 105);
    const month = (monthIndex: number) => Date.UTC(2025, monthIndex, 1) / 1000;
    const recent = ago(10) - (ago(10) % 3600);
    const ordered = ownRows.toSorted(
      (left, right) =>
        Number(left.hour) - Number(right.hour) || left.model_name.localeCompare(right.model_name),
    );
    const figures = ordered.map((row) => [Number(row.hour), row.model_name, row.request_count]);
    expect(figures).toEqual([
      [month(0), '', 2],
      [month(3), '', 6],
      [recent, 'm', 1],
      [recent, 'n', 1],
    ]);
    await call(420, 500);
    await run(400);
    await run(400);
    expect(await spentBy(105)).toBe(before + 28);
    expect((await hours()).filter(({ user_id: id }) => Number(id) === 105)).toHaveLength(4);
  });

  test('whose aggregation was interrupted is continued where it stopped', async () => {
    await call(420, 421);
    const stop = new AbortController();
    stop.abort();
    await run(400, stop.signal);
    expect(await stats(900)).toBe(24);
    await run(400);
    expect(await stats(900)).toBe(0);
    expect(await spentBy(103)).toBe(28);
  });

  test('that was aggregated is where reports start, instead of a partial range that looks complete', async () => {
    await call(420, 390, 385, 10);
    const start = ago(500) - (ago(500) % 900);
    const report = async () => {
      const compared = `before_start=${ago(600)}&before_end=${ago(500)}`;
      const query = `start=${start}&end=${ago(380)}&piece=day&${compared}`;
      const { body } = await gateway.root.call('GET', `/api/data/report?${query}`);
      return body.data as unknown as UsageReport;
    };
    const whole = await report();
    expect(whole.edges[0]).toBe(start);
    expect(whole.totals.calls).toBe(36);
    expect(whole.before).not.toBeNull();
    await run(400);
    const first = await findFirstQuarter(store().db);
    // Some quarter-hours of the day before are deleted.
    expect(first).toBe(Math.ceil(ago(390) / 86_400) * 86_400);
    const rest = await report();
    expect(rest.edges[0]).toBe(first);
    expect(rest.totals.calls).toBe(12);
    expect(rest.before).toBeNull();
  });
});
