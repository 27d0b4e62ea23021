import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestGateway } from '../test-support/test-gateway.ts';

test('while another program locks the SQLite file, writes of the console get 503 and reads work', async () => {
  const gateway = await startTestGateway();
  const { store } = gateway.app.domain;
  const person = await gateway.user();
  const other = new SqliteDatabase(join(gateway.database.dataDir, 'tollgate.db'));
  onTestFinished(async () => {
    other.close();
    await gateway.close();
  });
  const rename = () => person.call('PUT', '/api/user/self', { display_name: 'x' });
  // Waiting for the lock would stop this process, which holds it.
  await sql`PRAGMA busy_timeout = 0`.execute(store.db);
  store.sqlite?.journal.pragma('busy_timeout = 0');
  other.exec('BEGIN IMMEDIATE');
  const { status, body, headers } = await rename();
  expect([status, body.code, headers.get('retry-after')]).toEqual([
    503,
    'database_unavailable',
    '5',
  ]);
  expect((await person.call('GET', '/api/log/self')).status).toBe(200);
  other.exec('ROLLBACK');
  expect((await rename()).status).toBe(200);
});
