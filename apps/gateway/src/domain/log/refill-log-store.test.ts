import { LOG_CONSUME } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { clickhouseUrl, createTestClickhouse } from '../../../test-support/clickhouse.ts';
import { databaseKinds } from '../../../test-support/databases.ts';
import { sampleLogRow } from '../../../test-support/insert-sample-log.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock, nowSeconds } from '../../platform/clock.ts';
import { startOfMonth } from '../../store/log-months/month-tables.ts';
import { monthNumber } from '../../store/log-store/clickhouse-table.ts';
import { insertLogRows } from '../../store/logs-repository.ts';
import { shipLogsJobs } from '../jobs/ship-logs.ts';
import { LogSource } from './log-source.ts';
import { logStoreFloor, refillLogStore } from './refill-log-store.ts';
import { shipLogs } from './ship-logs.ts';

const DAY = 86_400;
const START = startOfMonth(Math.floor(Date.now() / 1000), 0) + 10 * DAY;
const never = new AbortController().signal;

// There is a log store only alongside PostgreSQL.
const isHere = clickhouseUrl !== undefined && databaseKinds.includes('postgres');

describe('a log store that lost rows', { skip: !isHere }, () => {
  const clock = manualClock(START * 1000);
  let gateway: TestGateway;
  let clickhouse: Awaited<ReturnType<typeof createTestClickhouse>>;
  let logs: LogSource;
  /** Users that a process remembers having erased. */
  let erased: Set<number>;

  beforeAll(async () => {
    gateway = await startTestGateway({ kind: 'postgres', clock });
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    const { store, log } = gateway.app.domain;
    await store.db.deleteFrom('logs').execute();
    clickhouse = await createTestClickhouse();
    onTestFinished(() => clickhouse.remove());
    erased = new Set();
    logs = new LogSource({ address: clickhouse.url, store, clock, log });
  });

  const ship = () =>
    shipLogs({ store: gateway.app.domain.store, table: clickhouse.table, erased }, never);
  const refill = () => {
    const { store, log, options } = gateway.app.domain;
    return refillLogStore({ store, table: clickhouse.table, clock, log, options });
  };
  const checkLogs = async () => {
    await logs.check();
    return logs;
  };
  const insert = (...requests: [at: number, name: string][]) => {
    const client = { id: gateway.root.id, name: 'root' };
    const rows = requests.map(([at, name]) => sampleLogRow(at, client, { request_id: name }));
    return gateway.app.domain.store.transaction((trx) => insertLogRows(trx, rows));
  };
  const read = async () =>
    (await clickhouse.logs.list({ type: LOG_CONSUME }, { page: 1, pageSize: 100 })).items;
  const shipped = async () => (await read()).map(({ request_id: id }) => id).toSorted();
  const usernames = async () => (await read()).map(({ username, ip }) => `${username} ${ip}`);

  test('a table that was emptied or reset to an earlier state is refilled, and until then the database is read', async () => {
    const NOW = nowSeconds(clock);
    await insert([NOW - 2000, 'early'], [NOW - 1500, 'kept'], [NOW - 900, 'lost'], [NOW, 'newest']);
    await ship();
    for (const loss of [
      'TRUNCATE TABLE tollgate_logs',
      "ALTER TABLE tollgate_logs DELETE WHERE request_id = 'lost'",
    ]) {
      await clickhouse.connection.run(loss);
      await expect.poll(shipped).not.toContain('lost');
      await refill();
      await logs.check();
      expect(logs.unusableReason).toBe('log-store-behind');
      await ship();
      await logs.check();
      expect([logs.unusableReason, await shipped()]).toEqual([
        undefined,
        ['early', 'kept', 'lost', 'newest'],
      ]);
      // Without a loss nothing happens.
      await refill();
      await logs.check();
      expect(logs.unusableReason).toBeUndefined();
      clock.advance(3_600_000);
    }
  });

  test('a dropped month, and rows from before a day without calls, are detected as missing by row counts', async () => {
    const NOW = nowSeconds(clock);
    const month = startOfMonth(NOW, -1);
    await insert([month + DAY, 'old'], [month + DAY, 'old too'], [NOW - 3 * DAY, 'quiet']);
    await ship();
    await refill();
    for (const [loss, deletedRow] of [
      [`DROP PARTITION ${monthNumber(month)}`, 'old'],
      ["DELETE WHERE request_id = 'quiet'", 'quiet'],
      ["DELETE WHERE request_id = 'old too'", 'old too'],
    ] as const) {
      await clickhouse.connection.run(`ALTER TABLE tollgate_logs ${loss}`);
      await expect.poll(shipped).not.toContain(deletedRow);
      // One hour per step: months are compared in turn.
      for (let hours = 0; hours < 300 && (await shipped()).length < 3; hours += 1) {
        clock.advance(3_600_000);
        await refill();
        await ship();
      }
      expect(await shipped()).toEqual(['old', 'old too', 'quiet']);
    }
  });

  test('a log store that keeps losing rows is refilled less and less often, and the database is read', async () => {
    const NOW = nowSeconds(clock);
    await insert([NOW - 900, 'newest']);
    let [fills, missing] = [0, 0];
    for (let minute = 0; minute <= 7 * 60; minute += 30) {
      await ship();
      await clickhouse.connection.run('TRUNCATE TABLE tollgate_logs');
      await refill();
      const { losses } = await checkLogs();
      expect(logs.unusableReason).toBeDefined();
      fills = losses.refills;
      missing = Math.max(missing, losses.missingRows);
      clock.advance(1_800_000);
    }
    // Immediately, then after one, two and four hours.
    expect([fills, missing]).toEqual([4, 1]);
  });

  test('rows older than the retention of the log are neither sent nor reported as missing', async () => {
    const NOW = nowSeconds(clock);
    const { store, options } = gateway.app.domain;
    await gateway.setOptions({ LogRetentionDays: '40' });
    onTestFinished(() => gateway.setOptions({ LogRetentionDays: '0' }));
    await insert([startOfMonth(NOW, -3), 'too old'], [NOW - 900, 'newest']);
    const floor = logStoreFloor({ clock, options });
    await shipLogs({ store, table: clickhouse.table, erased, floor }, never);
    await refill();
    const { losses } = await checkLogs();
    expect([losses.missingRows, losses.refills, await shipped()]).toEqual([0, 0, ['newest']]);
  });

  test('rows lost while the log store was unreachable are detected before those of the outage are sent', async () => {
    const NOW = nowSeconds(clock);
    await insert([NOW - 5000, 'lost']);
    await ship();
    await clickhouse.connection.run("ALTER TABLE tollgate_logs DELETE WHERE request_id = 'lost'");
    await expect.poll(shipped).toEqual([]);
    await insert([NOW - 900, 'of the outage']);
    const { store, log, options } = gateway.app.domain;
    const [job] = shipLogsJobs({ store, logs, clock, log, options });
    await job?.run(never);
    expect(await shipped()).toEqual(['lost', 'of the outage']);
  });

  test('an erased user is erased again in a log store that was reset, even if the database has no rows left', async () => {
    const NOW = nowSeconds(clock);
    const { store } = gateway.app.domain;
    const user = await gateway.user();
    await store.transaction((trx) =>
      insertLogRows(trx, [sampleLogRow(NOW - DAY, { id: user.id, name: 'person' })]),
    );
    await insert([NOW - 900, 'newest']);
    await store.db
      .updateTable('users')
      .set({ erased_at: NOW - DAY })
      .where('id', '=', user.id)
      .execute();
    await ship();
    await expect.poll(usernames).toContain(`deleted@${user.id} `);
    await store.db.deleteFrom('logs').where('user_id', '=', user.id).execute();
    for (const change of [
      `UPDATE username = 'back' WHERE user_id = ${user.id}`,
      "DELETE WHERE request_id = 'newest'",
    ])
      await clickhouse.connection.run(`ALTER TABLE tollgate_logs ${change}`);
    await expect.poll(usernames).toEqual(['back ']);
    await refill();
    await ship();
    await expect.poll(usernames).toContain(`deleted@${user.id} `);
  });
});
