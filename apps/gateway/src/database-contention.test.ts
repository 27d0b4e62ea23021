import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, databaseKinds } from '../test-support/databases.ts';
import { startTestGateway } from '../test-support/test-gateway.ts';
import { toAppError } from './api/envelope.ts';
import { readConfig } from './platform/config.ts';
import { explainStartupError } from './platform/explain-startup-error.ts';
import { toCallerError } from './relay/errors/caller-error.ts';

/** PostgreSQL ends a statement, a transaction or a session for the sake of others, or cannot serve it now. */
const CODES = [
  '40001',
  '40P01',
  '55P03',
  '57014',
  '25P03',
  '25P04',
  '57P05',
  '53000',
  '53200',
  '53300',
  '53400',
  '57P04',
  '08004',
  '08007',
  '28000',
  '28P01',
  '3D000',
];

test.each(CODES)(
  '%s of PostgreSQL is a 503 with Retry-After, not a fault of the gateway',
  (code) => {
    const error = Object.assign(new Error('no'), { code, severity: 'ERROR' });
    expect(toAppError(error)).toMatchObject({
      code: 'database_unavailable',
      status: 503,
      retryAfterSeconds: 5,
    });
    expect(toCallerError(error, 'en')).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  },
);

test('an error whose code is a number, as of a request that timed out, is a fault of the gateway', () => {
  const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  expect(toAppError(error).code).toBe('internal_error');
  expect(toCallerError(error, 'en').status).toBe(500);
  expect(explainStartupError(error, readConfig({}))).toBe(error.message);
});

test.runIf(databaseKinds.includes('postgres'))(
  'a write that a lock in PostgreSQL delays beyond the statement timeout gets 503, changes nothing, and is logged',
  async () => {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const gateway = await startTestGateway({
      kind: 'postgres',
      database: { ...database, databaseUrl: `${database.databaseUrl}?statement_timeout=500` },
    });
    const other = new pg.Client({ connectionString: database.databaseUrl });
    await other.connect();
    onTestFinished(async () => {
      await other.end();
      await gateway.close();
      await database.remove();
    });
    const person = await gateway.user();
    const warnings = vi.spyOn(gateway.app.domain.log, 'warn');
    const rename = () => person.call('PUT', '/api/user/self', { display_name: 'x' });
    await other.query('BEGIN');
    await other.query('SELECT * FROM users WHERE id = $1 FOR UPDATE', [person.id]);
    const { status, body, headers } = await rename();
    expect([status, body.code, headers.get('retry-after')]).toEqual([
      503,
      'database_unavailable',
      '5',
    ]);
    expect(warnings.mock.calls).toContainEqual([
      expect.objectContaining({ path: '/api/user/self' }),
      expect.stringContaining('database'),
    ]);
    await other.query('ROLLBACK');
    expect((await rename()).status).toBe(200);
  },
);
