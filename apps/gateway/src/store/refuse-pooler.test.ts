import { findFreePort } from '@tollgate/tools';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { openStore } from './open-store.ts';
import { PoolerFault, refusePooler } from './refuse-pooler.ts';

const LIMITS = { statementMs: 30_000 };

/** A connection that gets a session of PostgreSQL for each statement, or until its transaction ends. */
function connectTo(sessionOf: () => number, statementMs = '30000') {
  let kept: number | undefined;
  return {
    async query(text: string) {
      const pid = kept ?? sessionOf();
      if (text === 'BEGIN') kept = pid;
      if (text === 'ROLLBACK') kept = undefined;
      return { rows: [{ pid, statementMs }] };
    },
  };
}

/** Returns one session after another, cyclically. */
function inTurn(...pids: number[]) {
  let turn = -1;
  return () => {
    turn += 1;
    return pids[turn % pids.length] ?? 0;
  };
}

test('sessions shared by two connections, or changing between statements, reveal a pooler', async () => {
  for (const sessionOf of [inTurn(7), inTurn(7, 8), inTurn(7, 8, 9)])
    await expect(
      refusePooler(connectTo(sessionOf), connectTo(sessionOf), LIMITS),
    ).rejects.toBeInstanceOf(PoolerFault);
});

test('settings that have no effect reveal a pooler; a separate session per connection with all settings is accepted', async () => {
  const ask = (setting: string) =>
    refusePooler(connectTo(inTurn(7), setting), connectTo(inTurn(8), setting), LIMITS);
  await expect(ask('0')).rejects.toBeInstanceOf(PoolerFault);
  await ask('30000');
});

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Starts a real PgBouncer in front of a database; returns its address. */
async function startPgbouncer(
  databaseUrl: string,
  settings: readonly string[],
  ofDatabase = '',
): Promise<string> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const own = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${port} user=${username}${secret} ${ofDatabase}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
${settings.join('\n')}
`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn(PGBOUNCER, [...user, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  });
  if (!child.stderr) throw new Error('PgBouncer has no voice');
  for await (const line of createInterface({ input: child.stderr }))
    if (line.includes('process up')) break;
  child.stderr.resume();
  return `postgres://${username}@127.0.0.1:${own}/${name}`;
}

describe.runIf(databaseKinds.includes('postgres'))('PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
  });
  afterAll(() => database.remove());
  const IGNORED =
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options';

  test.runIf(existsSync(PGBOUNCER)).each([
    ['transaction', '20', '0'],
    ['transaction', '20', '1'],
    ['transaction', '1', '0'],
    ['session', '20', '0'],
  ])(
    'through a PgBouncer that ignores settings is refused: pool_mode %s, pool size %s, round robin %s',
    async (mode, size, roundRobin) => {
      const databaseUrl = await startPgbouncer(database.databaseUrl ?? '', [
        `pool_mode = ${mode}`,
        `default_pool_size = ${size}`,
        `server_round_robin = ${roundRobin}`,
        IGNORED,
      ]);
      await expect(openStore({ ...database, databaseUrl })).rejects.toMatchObject({
        code: 'pooler',
      });
    },
  );

  test.runIf(existsSync(PGBOUNCER)).each([
    ['0', '0'],
    ['1', '0'],
    ['1', '3'],
  ])(
    'through a PgBouncer in transaction mode is refused even if its sessions have the limits: round robin %s, at least %s sessions',
    async (roundRobin, least) => {
      const databaseUrl = await startPgbouncer(
        database.databaseUrl ?? '',
        [
          'pool_mode = transaction',
          `server_round_robin = ${roundRobin}`,
          `min_pool_size = ${least}`,
          IGNORED,
        ],
        "connect_query='SET statement_timeout = 30000'",
      );
      await expect(openStore({ ...database, databaseUrl })).rejects.toMatchObject({
        code: 'pooler',
      });
    },
  );

  test('itself is accepted, also if the address sets the statement timeout', async () => {
    for (const more of ['', '?statement_timeout=20000']) {
      const store = await openStore({
        ...database,
        databaseUrl: `${database.databaseUrl}${more}`,
      });
      expect(store.isUp).toBe(true);
      await store.close();
    }
  });
});
