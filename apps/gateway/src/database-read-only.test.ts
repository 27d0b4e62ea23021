import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseKinds } from '../test-support/databases.ts';
import { type Client, startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';

describe.skipIf(!databaseKinds.includes('postgres'))('while PostgreSQL is read-only', () => {
  let gateway: TestGateway;
  let person: Client;
  let admin: pg.Client;

  beforeEach(async () => {
    gateway = await startTestGateway({ kind: 'postgres' });
    person = await gateway.user();
    admin = new pg.Client({ connectionString: gateway.database.databaseUrl });
    await admin.connect();
    await admin.query('SET default_transaction_read_only = off');
  });
  afterEach(async () => {
    await admin.end();
    await gateway.close();
  });

  /** Sets it for new sessions only, as if the address led to another server. */
  async function makeNewSessions(access: 'read-only' | 'writable'): Promise<void> {
    const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
    const database = pg.escapeIdentifier(rows[0]?.name ?? '');
    const value = access === 'read-only' ? 'on' : 'off';
    await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`);
  }

  const endSessions = () =>
    admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  async function countSessionsBefore(time: Date | undefined): Promise<number | undefined> {
    const { rows } = await admin.query<{ count: number }>(
      'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_start < $1',
      [time],
    );
    return rows[0]?.count;
  }
  const isUp = () => gateway.app.domain.store.isUp;
  const rename = () => person.call('PUT', '/api/user/self', { display_name: 'x' });

  test('writes get 503 from the first one, readiness says so, the log gets one line, and no connection stays on it', async () => {
    const { log } = gateway.app.domain;
    const errors = vi.spyOn(log, 'error');
    await makeNewSessions('read-only');
    await endSessions();
    const first = await rename();
    expect([first.status, first.body.code]).toEqual([503, 'database_unavailable']);
    await expect.poll(isUp).toBe(false);
    const readiness = await (await fetch(`${gateway.url}/readyz`)).text();
    expect(readiness).toMatch(/^ready\n\[~\] database impaired: .*read-only/);
    expect((await rename()).status).toBe(503);
    expect(errors.mock.calls.map(([, text]) => text)).toEqual([
      expect.stringContaining('DATABASE_URL'),
    ]);
    const { rows } = await admin.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    await makeNewSessions('writable');
    await expect.poll(isUp).toBe(true);
    expect((await rename()).status).toBe(200);
    await expect.poll(() => countSessionsBefore(rows[0]?.now)).toBe(0);
  });
});
