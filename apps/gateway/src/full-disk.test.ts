import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  startTestGateway,
  type TestGateway,
} from '../test-support/test-gateway.ts';
import { toAppError } from './api/envelope.ts';

/** More than fits into the existing pages. */
const LONG = 'x'.repeat(60_000);
const TABLES = [
  'options',
  'option_history',
  'channels',
  'abilities',
  'tokens',
  'redemptions',
  'versions',
];

describe('on a full disk', () => {
  let gateway: TestGateway;
  const database = () => gateway.app.domain.store.db;
  const pages = async () => {
    const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(database());
    return rows[0]?.page_count ?? 0;
  };
  const allow = (count: number) => sql.raw(`PRAGMA max_page_count = ${count}`).execute(database());
  const countRows = async () => {
    const counts = TABLES.map(async (table) => {
      const { rows } = await sql`SELECT * FROM ${sql.table(table)}`.execute(database());
      return [table, rows];
    });
    return Object.fromEntries(await Promise.all(counts)) as object;
  };

  beforeAll(async () => {
    gateway = await startTestGateway();
    await gateway.setOption('SystemName', 'before');
  });
  afterAll(() => gateway.close());

  const writes: [what: string, write: () => Promise<ApiResponse>][] = [
    ['an option', () => gateway.root.call('PUT', '/api/option/', { key: 'Notice', value: LONG })],
    [
      'several options at once',
      () =>
        gateway.root.call('POST', '/api/option/batch', {
          options: [
            { key: 'SystemName', value: 'after' },
            { key: 'About', value: LONG },
          ],
        }),
    ],
    [
      'a channel',
      () =>
        gateway.root.call('POST', '/api/channel/', {
          type: 1,
          name: 'a',
          models: 'm',
          group: 'default',
          key: Array.from({ length: 900 }, (_, at) => `sk-${at}-${'k'.repeat(300)}`).join('\n'),
        }),
    ],
    [
      'redemption codes',
      () => gateway.root.call('POST', '/api/redemption/', { name: 'code', quota: 1, count: 100 }),
    ],
  ];

  test.each(writes)(
    '%s gets 507 with the cause, and nothing of it is stored',
    async (_what, write) => {
      const before = await countRows();
      await allow(await pages());
      const { status, body, headers } = await write();
      expect([status, body.code, headers.get('retry-after')]).toEqual([507, 'storage_full', '5']);
      expect(body.message).toMatch(/disk is full/);
      expect(await countRows()).toEqual(before);
      expect(gateway.app.domain.options.text('SystemName')).toBe('before');
      await allow(1_000_000_000);
      expect((await write()).body.success).toBe(true);
      await gateway.setOption('SystemName', 'before');
    },
  );
});

test.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])('%s is reported as a full disk', (code) => {
  const failure = toAppError(Object.assign(new Error('full'), { code }));
  expect([failure.code, failure.status]).toEqual(['storage_full', 507]);
});
