import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LOG_CONSUME } from '@tollgate/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock, nowSeconds } from '../../platform/clock.ts';
import { eventRow } from '../log/event-row.ts';
import { expireLogs } from './expire-logs.ts';

const DAY = 86_400;

describe.each(databaseKinds)('old log rows on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 5, 15));
  let gateway: TestGateway;
  let folder: string;

  /** Inserts calls that ended this many days ago. */
  const insertCalls = async (count: number, daysAgo: number) => {
    const { store } = gateway.app.domain;
    const user = { id: gateway.root.id, username: 'root' };
    const row = eventRow(LOG_CONSUME, user, nowSeconds(clock) - daysAgo * DAY);
    for (let remaining = count; remaining > 0; remaining -= 1000)
      await store.db
        .insertInto('logs')
        .values(
          Array.from({ length: Math.min(remaining, 1000) }, (_, at) => ({
            ...row,
            content: '',
            other: '{}',
            request_id: `call-${daysAgo}-${remaining - at}`,
          })),
        )
        .execute();
  };
  const listIds = async () => {
    const { store } = gateway.app.domain;
    const query = store.db.selectFrom('logs').select('request_id').where('type', '=', LOG_CONSUME);
    return (await query.orderBy('id').execute()).map(({ request_id: id }) => id);
  };
  /** Runs the job with settings that differ from those of the gateway, whose own job runs concurrently. */
  const expire = ({ days = 30, archive = folder, signal = new AbortController().signal } = {}) => {
    const { domain } = gateway.app;
    const config = { ...domain.config, LOG_ARCHIVE_DIR: archive };
    const options = { ...domain.options, number: () => days };
    return expireLogs({ ...domain, config, options }).run(signal);
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'));
    gateway = await startTestGateway({ kind, clock });
    await gateway.app.jobs.stop();
  });
  afterEach(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });

  test('are kept until an administrator sets a retention', async () => {
    await insertCalls(3, 3000);
    expect(gateway.app.domain.options.number('LogRetentionDays')).toBe(0);
    await expire({ days: 0 });
    expect(await listIds()).toHaveLength(3);
  });

  test('are deleted once older than the retention and archived by month; recent ones stay', async () => {
    await insertCalls(1201, 40);
    await insertCalls(2, 31);
    await insertCalls(3, 29);
    const deletedIds = (await listIds()).slice(0, 1203);
    await expire();
    expect(await listIds()).toEqual(['call-29-3', 'call-29-2', 'call-29-1']);
    expect(readdirSync(folder)).toEqual(['logs-2026-05.ndjson.gz']);
    const lines = gunzipSync(readFileSync(join(folder, 'logs-2026-05.ndjson.gz'))).toString();
    const rows = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { request_id: string });
    expect(rows.map(({ request_id: id }) => id)).toEqual(deletedIds);
    expect(rows[0]).toMatchObject({ username: 'root', type: LOG_CONSUME });
  });

  test('are kept while the archive cannot be written', async () => {
    await insertCalls(3, 40);
    await expect(expire({ archive: '/dev/null/none' })).rejects.toThrow();
    expect(await listIds()).toHaveLength(3);
  });

  test('are not touched by a run that was aborted', async () => {
    await insertCalls(3, 40);
    await expire({ signal: AbortSignal.abort() });
    expect(await listIds()).toHaveLength(3);
  });
});
