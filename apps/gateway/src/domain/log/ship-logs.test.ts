import { EXPIRED_DETAILS, LOG_CONSUME, LOG_SYSTEM } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clickhouseUrl, createTestClickhouse } from '../../../test-support/clickhouse.ts';
import { startHangingClickhouse } from '../../../test-support/hanging-clickhouse.ts';
import { databaseKinds } from '../../../test-support/databases.ts';
import { sampleLogRow } from '../../../test-support/insert-sample-log.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock } from '../../platform/clock.ts';
import { lowerDetailMark } from '../../store/log-details-repository.ts';
import { startOfMonth } from '../../store/log-months/month-tables.ts';
import type { ClickhouseTable } from '../../store/log-store/clickhouse-table.ts';
import type { LogRow } from '../../store/log-store/log-store.ts';
import { insertLogDeletion } from '../../store/log-store/log-stores-repository.ts';
import { findSettledLogId } from '../../store/log-store/settled-logs-repository.ts';
import { findLastLogId, insertLogRows } from '../../store/logs-repository.ts';
import { eraseUsers } from '../accounts/erase-users.ts';
import { expireLogDetailsJob } from '../jobs/expire-log-details.ts';
import { expireLogs } from '../jobs/expire-logs.ts';
import { LogSource } from './log-source.ts';
import { deleteLogs, readLogs, readLogStat } from './log-reading.ts';
import { shipLogs } from './ship-logs.ts';

const DAY = 86_400;
const MONTH = startOfMonth(Math.floor(Date.now() / 1000), 0);
const never = new AbortController().signal;
const QUERY = {
  type: 0,
  token_name: '',
  model_name: '',
  start_timestamp: 1,
  end_timestamp: 0,
  group: '',
  request_id: '',
  p: 1,
  page_size: 100,
};
const EVERYBODY = { ownerId: undefined, language: 'en' } as const;

// There is a log store only alongside PostgreSQL.
const isHere = clickhouseUrl !== undefined && databaseKinds.includes('postgres');

describe('shipping the log to ClickHouse', { skip: !isHere }, () => {
  const clock = manualClock((MONTH + 10 * DAY) * 1000);
  let gateway: TestGateway;
  let clickhouse: Awaited<ReturnType<typeof createTestClickhouse>>;
  let logs: LogSource;
  let address: string;

  beforeAll(async () => {
    gateway = await startTestGateway({ kind: 'postgres', clock });
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    const { db } = gateway.app.domain.store;
    for (const table of ['logs', 'log_sums', 'log_stores', 'log_deletions'] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable('users').set({ erased_at: null }).execute();
    await lowerDetailMark(db, 0);
    clickhouse = await createTestClickhouse();
    address = clickhouse.url;
    logs = openSource();
  });
  afterEach(() => clickhouse.remove());

  const openSource = () => {
    const { store, log } = gateway.app.domain;
    return new LogSource({ address, store, clock, log });
  };
  const domain = () => ({ ...gateway.app.domain, logs });
  /** Runs in a new process each time, without memory. */
  const ship = (table: ClickhouseTable = clickhouse.table) =>
    shipLogs({ store: gateway.app.domain.store, table, erased: new Set() }, never);
  const insert = (...requests: [at: number, name: string][]) => {
    const client = { id: gateway.root.id, name: 'root' };
    return gateway.app.domain.store.transaction((trx) =>
      insertLogRows(
        trx,
        requests.map(([at, name]) => sampleLogRow(at, client, { request_id: name })),
      ),
    );
  };
  const listIn = async (page: Promise<{ items: LogRow[] }>) =>
    (await page).items.map(({ request_id: id }) => id).toSorted();
  const shipped = () =>
    listIn(clickhouse.logs.list({ type: LOG_CONSUME }, { page: 1, pageSize: 1000 }));
  const usernames = async () => {
    const { items } = await clickhouse.logs.list({}, { page: 1, pageSize: 1000 });
    return [...new Set(items.map(({ username, ip }) => `${username} ${ip}`))];
  };

  test('loses no row that is committed after one with a higher id', async () => {
    const { store } = gateway.app.domain;
    const client = { id: gateway.root.id, name: 'root' };
    await store.transaction(async (trx) => {
      await insertLogRows(trx, [sampleLogRow(MONTH, client, { request_id: 'slow' })]);
      await insert([MONTH + 1, 'quick']);
      expect(await findSettledLogId(store.reader, 0)).toBeUndefined();
    });
    await ship();
    expect(await shipped()).toEqual(['quick', 'slow']);
  });

  test('a crash at any step neither loses nor duplicates rows', async () => {
    const { db } = gateway.app.domain.store;
    const steps = ['prepare', 'insert', 'eraseUsers', 'deleteBefore'] as const;
    const user = await gateway.user();
    const killed: string[] = [];
    for (const step of steps)
      for (const when of ['before', 'after'] as const) {
        // Gives each step something to do.
        await insert([MONTH, 'old'], [MONTH + DAY, `${step} ${when}`]);
        const lastId = await findLastLogId(db);
        await insertLogDeletion(db, { before: MONTH + 1, lastId });
        await db.updateTable('users').set({ erased_at: 1 }).where('id', '=', user.id).execute();
        const dying = new Proxy(clickhouse.table, {
          get: (table, name: keyof ClickhouseTable) => {
            const work = table[name].bind(table) as (...args: unknown[]) => Promise<unknown>;
            if (name !== step) return work;
            // Like kill -9: the requested work is done or not, and nobody receives the outcome.
            return async (...args: unknown[]) => {
              if (when === 'after') await work(...args);
              killed.push(`${step} ${when}`);
              throw new Error('killed');
            };
          },
        });
        await expect(ship(dying)).rejects.toThrow('killed');
      }
    await ship();
    const names = steps.flatMap((step) => [`${step} after`, `${step} before`]);
    expect(killed.toSorted()).toEqual(names.toSorted());
    await expect.poll(shipped).toEqual(names.toSorted());
    expect((await clickhouse.logs.sumCalls({})).calls).toBe(names.length);
  });

  test('a deletion waits until the rows it covers are shipped; otherwise those in transit would reappear', async () => {
    const { db } = gateway.app.domain.store;
    await insert([MONTH, 'old']);
    const lastId = (await findLastLogId(db)) + 1;
    await insertLogDeletion(db, { before: MONTH + 1, lastId });
    await ship();
    expect(await shipped()).toEqual(['old']);
    await insert([MONTH, 'late']);
    await ship();
    await expect.poll(shipped).toEqual([]);
  });

  test('an empty ClickHouse that replaces it is filled from the first row', async () => {
    await insert([MONTH, 'a call']);
    await ship();
    const other = await createTestClickhouse();
    await ship(other.table);
    expect(await listIn(other.logs.list({ type: LOG_CONSUME }, { page: 1, pageSize: 9 }))).toEqual([
      'a call',
    ]);
    await other.remove();
  });

  test('erased users and rows deleted by administrators are erased and deleted there too', async () => {
    const { store } = gateway.app.domain;
    await insert([MONTH, 'first'], [MONTH + DAY, 'second']);
    await ship();
    expect(await usernames()).toContain('root 203.0.113.9');
    const user = await gateway.user();
    await store.db
      .updateTable('logs')
      .set({ user_id: user.id })
      .where('request_id', '=', 'second')
      .execute();
    await ship((await createFilled()).table);
    await store.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', user.id).execute();
    await eraseUsers(gateway.app.domain, { signal: never, rest: async () => {} });
    const actor = { id: gateway.root.id, username: 'root' };
    await deleteLogs(domain(), { before: MONTH + 1 }, actor);
    await ship();
    await expect.poll(shipped).toEqual(['second']);
    await expect.poll(usernames).toContain(`deleted@${user.id} `);
    await expect
      .poll(async () => (await usernames()).filter((name) => name.startsWith('root 203')))
      .toEqual([]);
  });

  test('details of old calls are deleted from it by whole days, including imported ones and those from an outage', async () => {
    await insert([MONTH, 'old'], [MONTH + 8 * DAY, 'young']);
    await ship();
    const expire = (at: LogSource) => {
      const options = { ...gateway.app.domain.options, number: () => 5 };
      return expireLogDetailsJob({ ...domain(), logs: at, options }).run(never);
    };
    const detailed = async () => {
      const { items } = await clickhouse.logs.list({ type: LOG_CONSUME }, { page: 1, pageSize: 9 });
      return items.filter(({ ip, other }) => ip !== '' || other !== EXPIRED_DETAILS);
    };
    const names = async () => (await detailed()).map(({ request_id: id }) => id).toSorted();
    const right = address;
    address = 'http://127.0.0.1:9/gone';
    await expect(expire(openSource())).rejects.toThrow();
    expect(await names()).toEqual(['old', 'young']);
    address = right;
    await expire(logs);
    await expect.poll(names).toEqual(['young']);

    await insert([MONTH + DAY, 'imported']);
    await lowerDetailMark(gateway.app.domain.store.db, MONTH + DAY);
    await ship();
    expect(await names()).toEqual(['imported', 'young']);
    await expire(logs);
    await expect.poll(names).toEqual(['young']);
  });

  /** The same store, refilled. */
  async function createFilled() {
    await gateway.app.domain.store.db.deleteFrom('log_stores').execute();
    await clickhouse.connection.run('DROP TABLE tollgate_logs');
    return clickhouse;
  }

  test('months past the retention are deleted from it, and PostgreSQL keeps only the recent ones', async () => {
    await ship();
    const [old, before, recent] = [-12, -2, 0].map((later) => startOfMonth(MONTH, later) + DAY);
    await insert([old ?? 0, 'old'], [before ?? 0, 'before'], [recent ?? 0, 'recent']);
    const expire = () => {
      const config = { ...gateway.app.domain.config, LOG_DATABASE_RECENT_DAYS: 31 };
      const options = { ...gateway.app.domain.options, number: () => 200 };
      return expireLogs({ ...domain(), config, options }).run(never);
    };
    await expire();
    const { db } = gateway.app.domain.store;
    const inDatabase = () =>
      listIn(
        db
          .selectFrom('logs')
          .selectAll()
          .where('type', '=', LOG_CONSUME)
          .execute()
          .then((items) => ({ items })),
      );
    // Rows past the retention are deleted in any case; rows that were not shipped stay.
    expect(await inDatabase()).toEqual(['before', 'recent']);
    await ship();
    await insert([old ?? 0, 'imported']);
    await ship();
    await expire();
    expect(await inDatabase()).toEqual(['recent']);
    expect(await shipped()).toEqual(['before', 'recent']);
    await logs.check();
    expect(
      await listIn(readLogs(domain(), { ...QUERY, type: LOG_CONSUME }, EVERYBODY) as never),
    ).toEqual(['before', 'recent']);

    // While unreachable, the rows in PostgreSQL are shown and marked as incomplete.
    address = 'http://127.0.0.1:9/gone';
    logs = openSource();
    await logs.check();
    const away = await readLogs(domain(), { ...QUERY, type: LOG_CONSUME }, EVERYBODY);
    expect([away.items.map(({ request_id: id }) => id), away.rows_since]).toEqual([
      ['recent'],
      startOfMonth(MONTH, -1),
    ]);
    expect((await readLogStat(domain(), QUERY, { ownerId: undefined })).rows_since).toBe(
      startOfMonth(MONTH, -1),
    );
    const lately = { ...QUERY, start_timestamp: recent ?? 0 };
    expect((await readLogs(domain(), lately, EVERYBODY)).rows_since).toBeUndefined();
    expect(() => logs.open({ start: 1 })).toThrow('log_store_away');
  });

  test('while it is unreachable or behind, the database is read; it is used again automatically once it recovers', async () => {
    await insert([MONTH, 'first']);
    await ship();
    const [away, there] = ['http://127.0.0.1:9/gone', address];
    await logs.check();
    expect(logs.unusableReason).toBeUndefined();
    await insert([MONTH + 1, 'second']);
    const readState = async () => ({
      trouble: logs.unusableReason,
      rows: await listIn(readLogs(domain(), { ...QUERY, type: LOG_CONSUME }, EVERYBODY) as never),
    });
    // Read from the log store, which lacks the newest row.
    expect(await readState()).toEqual({ trouble: undefined, rows: ['first'] });
    await logs.check();
    expect(logs.backlog).toEqual({ rows: 1, seconds: 10 * DAY - 1 });
    expect(await readState()).toEqual({ trouble: 'log-store-behind', rows: ['first', 'second'] });
    address = away;
    logs = openSource();
    await logs.check();
    expect(await readState()).toEqual({ trouble: 'log-store-away', rows: ['first', 'second'] });
    address = there;
    logs = openSource();
    await ship();
    await logs.check();
    expect(await readState()).toEqual({ trouble: undefined, rows: ['first', 'second'] });
  });

  test('a log store that fails in the middle of a query does not fail the request', async () => {
    await insert([MONTH, 'a call']);
    await ship();
    await logs.check();
    await clickhouse.connection.run('DROP TABLE tollgate_logs');
    expect(
      await listIn(readLogs(domain(), { ...QUERY, type: LOG_CONSUME }, EVERYBODY) as never),
    ).toEqual(['a call']);
  });

  test('a log store that hangs in the middle of a query does not fail the request', async () => {
    await insert([MONTH, 'a call']);
    await ship();
    const way = await startHangingClickhouse(address);
    address = way.url;
    logs = openSource();
    await logs.check();
    expect(logs.unusableReason).toBeUndefined();
    way.hang();
    const rows = listIn(readLogs(domain(), { ...QUERY, type: LOG_CONSUME }, EVERYBODY) as never);
    expect([await rows, logs.unusableReason]).toEqual([['a call'], 'log-store-away']);
    way.close();
  });

  test('a dropped table is refilled from the first row', async () => {
    await insert([MONTH, 'a call'], [MONTH, 'another']);
    await ship();
    for (const table of ['tollgate_logs', 'tollgate_log_store']) {
      await clickhouse.connection.run(`DROP TABLE ${table}`);
      await ship();
      expect(await shipped()).toEqual(['a call', 'another']);
      await logs.check();
      expect(logs.unusableReason).toBeUndefined();
    }
  });

  test('reports the same refunds as the database', async () => {
    const client = { id: gateway.root.id, name: 'root' };
    const other = JSON.stringify({ event: 'task_refunded', params: { quota: 7 }, quota: 3 });
    await gateway.app.domain.store.transaction((trx) =>
      insertLogRows(trx, [sampleLogRow(MONTH, client, { type: LOG_SYSTEM, quota: 0, other })]),
    );
    const stat = await readLogStat(domain(), QUERY, { ownerId: undefined });
    await ship();
    await logs.check();
    expect(logs.unusableReason).toBeUndefined();
    expect(await readLogStat(domain(), QUERY, { ownerId: undefined })).toEqual(stat);
    expect(stat.refunded).toBe(3);
  });
});
