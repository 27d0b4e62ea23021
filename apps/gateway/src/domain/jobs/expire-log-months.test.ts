import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LOG_CONSUME } from '@tollgate/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock, nowSeconds } from '../../platform/clock.ts';
import { deleteLogsBefore } from '../../store/delete-logs.ts';
import { listMonths, startOfMonth } from '../../store/log-months/month-tables.ts';
import { callOf } from '../../store/log-totals.ts';
import { changeLogTotals } from '../../store/log-totals-repository.ts';
import { insertLog } from '../../store/logs-repository.ts';
import { eventRow } from '../log/event-row.ts';
import { archiveMonth } from '../log/log-archive.ts';
import { expireLogs } from './expire-logs.ts';

const DAY = 86_400;
const present = Math.floor(Date.now() / 1000);
// This month and two more have their own partitions; this one and the next have ended.
const clock = manualClock((startOfMonth(present, 2) + 15 * DAY) * 1000);
let gateway: TestGateway;
let folder: string;

const insert = async (at: number, id: string) => {
  const user = { id: gateway.root.id, username: 'root' };
  const row = { ...eventRow(LOG_CONSUME, user, at), content: '', other: '{}', request_id: id };
  await gateway.app.domain.store.transaction(async (trx) => {
    await insertLog(trx, row);
    await changeLogTotals(trx, [callOf(row, 1)]);
  });
};
const readRemaining = async () => {
  const { store } = gateway.app.domain;
  const rows = await store.db.selectFrom('logs').select('request_id').orderBy('id').execute();
  const sums = await store.db.selectFrom('log_sums').select('calls').distinct().execute();
  const months = await listMonths(store.db, 'logs');
  return {
    ids: rows.map((row) => row.request_id),
    sums,
    months: months.map(({ start }) => start),
  };
};
const expire = (signal = new AbortController().signal, archive?: string) => {
  const { domain } = gateway.app;
  const config = { ...domain.config, LOG_ARCHIVE_DIR: archive };
  const options = { ...domain.options, number: () => 10 };
  return expireLogs({ ...domain, config, options }).run(signal);
};
const archived = (start: number) => {
  const name = `logs-${new Date(start * 1000).toISOString().slice(0, 7)}.ndjson.gz`;
  return gunzipSync(readFileSync(join(folder, name)))
    .toString()
    .trimEnd()
    .split('\n').length;
};

const open = async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'));
  gateway = await startTestGateway({ kind: 'postgres', clock });
  await insert(startOfMonth(present) - DAY, 'before');
  await insert(startOfMonth(present), 'first');
  await insert(startOfMonth(present) + 1, 'first too');
  await insert(startOfMonth(present, 1), 'second');
  await insert(startOfMonth(present, 2), 'month not over');
};
const close = async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
};

describe.runIf(databaseKinds.includes('postgres'))('old months of the log', () => {
  beforeEach(open);
  afterEach(close);

  test('are deleted as a whole, with their sums; a month that is only partly old is kept', async () => {
    await expire();
    const { ids, sums, months } = await readRemaining();
    expect(ids).toEqual(['month not over']);
    expect(sums).toEqual([{ calls: 1 }]);
    expect(months[0]).toBe(startOfMonth(present, 2));
    const { store } = gateway.app.domain;
    expect(await deleteLogsBefore(store, { before: nowSeconds(clock), lastId: 1e9 })).toBe(1);
    expect((await readRemaining()).sums).toEqual([]);
  });

  test('are archived before deletion, only once, even if a run was stopped', async () => {
    const { store } = gateway.app.domain;
    const stop = new AbortController();
    const options = {
      before: nowSeconds(clock),
      lastId: 1e9,
      wholeMonths: true,
      keep: async () => {},
      signal: stop.signal,
    };
    await deleteLogsBefore(store, {
      ...options,
      async keepMonth(month, rows) {
        stop.abort();
        await archiveMonth(folder, month, rows);
      },
    });
    expect((await readRemaining()).ids).toEqual([
      'before',
      'first',
      'first too',
      'second',
      'month not over',
    ]);
    await expire(undefined, folder);
    expect((await readRemaining()).ids).toEqual(['month not over']);
    expect(archived(startOfMonth(present) - DAY)).toBe(1);
    expect(archived(startOfMonth(present))).toBe(2);
    expect(archived(startOfMonth(present, 1))).toBe(1);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  test('are kept, with the rows that arrived while they were being archived', async () => {
    const { store } = gateway.app.domain;
    const archivedIds: string[] = [];
    const archive = async (rows: readonly { request_id: string }[]) => {
      archivedIds.push(...rows.map(({ request_id: id }) => id));
    };
    await deleteLogsBefore(store, {
      before: startOfMonth(present, 1),
      lastId: 1e9,
      wholeMonths: true,
      keep: archive,
      async keepMonth(_month, rows) {
        for await (const batch of rows) await archive(batch);
        await insert(startOfMonth(present) + 9, 'late');
      },
    });
    expect((await readRemaining()).ids).toEqual(['second', 'month not over']);
    expect(new Set(archivedIds)).toEqual(new Set(['before', 'first', 'first too', 'late']));
  });
});
