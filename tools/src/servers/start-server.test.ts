import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createServerFolder, startServer } from './start-server.ts';
import { startPostgres } from './start-postgres.ts';

/** Resolves if something accepts connections there. */
function reach(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

test('PostgreSQL starts, and nothing of it remains after the stop', async () => {
  const postgres = await startPostgres();
  await reach(postgres.url);
  await postgres.stop();
  await expect(reach(postgres.url)).rejects.toThrow('ECONNREFUSED');
});

test('a server that exits during startup fails with its own output', async () => {
  const folder = createServerFolder('broken');
  const started = startServer({
    binary: process.execPath,
    args: ['-e', "console.error('no room'); process.exit(3)"],
    folder,
    url: '',
    readyText: 'ready',
    stopSignal: 'SIGTERM',
  });
  await expect(started).rejects.toThrow(/ended with 3\n[^]*no room/);
  expect(existsSync(folder)).toBe(false);
});

test('the files of a server are removed when it stops', async () => {
  const folder = createServerFolder('short');
  const server = await startServer({
    binary: process.execPath,
    args: ['-e', "console.log('ready'); setInterval(() => {}, 1000)"],
    folder,
    url: '',
    readyText: 'ready',
    stopSignal: 'SIGTERM',
  });
  await server.stop();
  expect(existsSync(folder)).toBe(false);
});

test('a PostgreSQL that crashed recovers its data', async () => {
  const postgres = await startPostgres({ keepsCommits: true });
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  await run('CREATE TABLE kept AS SELECT 7 AS number');
  await postgres.crash();
  await expect(reach(postgres.url)).rejects.toThrow('ECONNREFUSED');
  await postgres.recover();
  expect(await run('SELECT number FROM kept')).toEqual([{ number: 7 }]);
  await postgres.stop();
});
