import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../test-support/databases.ts';
import { migrate as migrateCommand } from '../cli/commands/migrate.ts';
import { connectPostgres } from './connect-postgres.ts';
import type { MigrationStep } from './migration-step.ts';
import { createMigrationProvider } from './migrations/index.ts';
import { expectSeconds } from './migrations/log-readers.ts';
import type { CommandInput } from '../cli/command.ts';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates an old database whose log seems to have `newest` rows. */
async function makeOldDatabase(name: string, newest: number): Promise<string> {
  const dataDir = join(folder, name);
  const store = await openStore({ dataDir, schema: '0004-job-reports' });
  for (const id of [1, newest])
    await sql`INSERT INTO logs (id, created_at, type, user_id, username, token_id, token_name, channel_id, model_name,
        "group", quota, prompt_tokens, completion_tokens, use_time, is_stream, content, other, request_id, ip)
      VALUES (${id}, 1790000000, 2, 1, 'alice', 1, 'key', 1, 'gpt-4o', 'default', 5, 1, 1, 1, 0, '', '{}', 'r', '')`.execute(
      store.db,
    );
  await store.close();
  return dataDir;
}

test('opening an old database reports each migration before and after it, with the log rows it reads and its duration; a new database reports none', async () => {
  const steps: MigrationStep[] = [];
  const dataDir = await makeOldDatabase('old', 80_000);
  const onMigration = (step: MigrationStep) => steps.push(step);
  await (await openStore({ dataDir, onMigration })).close();
  await (await openStore({ dataDir, onMigration })).close();
  const [before, after] = [false, true].map((isDone) =>
    steps.filter(({ seconds }) => (seconds !== undefined) === isDone),
  );
  expect(before?.[0]).toEqual({ name: '0005-log-sums', rows: 80_000, expectedSeconds: 2 });
  expect(before?.[1]).toEqual({ name: '0006-log-places', rows: 0, expectedSeconds: 0 });
  expect(before).toContainEqual({ name: '0025-usage-stats', rows: 80_000, expectedSeconds: 10 });
  expect(after?.map(({ name }) => name)).toEqual(before?.map(({ name }) => name));
  expect(steps.map(({ name }) => name)).toEqual(before?.flatMap(({ name }) => [name, name]));
  const told = steps.length;
  await (await openStore({ dataDir: join(folder, 'new'), onMigration })).close();
  expect(steps).toHaveLength(told);
});

test('an upgrade of a SQLite database that is killed after any statement starts over, and ends as one that was not', async () => {
  const proto = Object.getPrototypeOf(new Database(':memory:')) as Database.Database;
  const { prepare } = proto;
  const readSchema = (dataDir: string) => {
    const database = new Database(join(dataDir, 'tollgate.db'));
    const rows = database.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2').all();
    database.close();
    return rows;
  };
  const whole = join(folder, 'whole');
  await (await openStore({ dataDir: whole })).close();
  // Three of some 250 statements, each amid a migration.
  for (let allowed = 45; ; allowed += 83) {
    const dataDir = join(folder, `killed-${allowed}`);
    let count = 0;
    // From then on nothing is executed, not even a rollback.
    const killed = vi.spyOn(proto, 'prepare').mockImplementation(function (
      this: Database.Database,
      text,
    ) {
      count += 1;
      if (count > allowed) throw new Error('killed');
      return prepare.call(this, text);
    });
    const fault = await openStore({ dataDir }).then(
      (store) => store.close(),
      (error: unknown) => error,
    );
    killed.mockRestore();
    if (fault === undefined) break;
    await (await openStore({ dataDir })).close();
    expect(readSchema(dataDir)).toEqual(readSchema(whole));
  }
});

test('opening a database of this version does not start the migrator, which inspects all tables', async () => {
  const dataDir = join(folder, 'current');
  const migrates = vi.spyOn(Migrator.prototype, 'migrateToLatest');
  for (const started of [1, 1]) {
    await (await openStore({ dataDir })).close();
    expect(migrates).toHaveBeenCalledTimes(started);
  }
  migrates.mockRestore();
});

test('tollgate migrate lists which pending migrations read the log and for how long, and then how long each took', async () => {
  const said: string[] = [];
  const env = { DATA_DIR: await makeOldDatabase('told', 800_000) };
  const run = (values: CommandInput['values']) =>
    migrateCommand.run({
      values,
      optionValue: () => '',
      positionals: [],
      env,
      language: 'en',
      t: (key, words = {}) => [key, ...Object.values(words)].join(' '),
      print: (line) => void said.push(line),
      printStatus() {},
    });
  await run({ 'dry-run': true });
  const count = said.length - 1;
  // A second each, and 16, 100 and 2 for the three that read the log.
  expect(said[0]).toBe(`results.pending ${count} ${count + 16 + 100 + 2} 800000`);
  expect(said).toContain('  results.slowStep 0025-usage-stats 100');
  expect(said).toContain('  0026-price-versions');
  await run({});
  expect(said.filter((line) => line.startsWith('results.stepDone '))).toHaveLength(count);
  await run({});
  expect(said.at(-1)).toMatch(/^results\.schemaCurrent /);
});

test('every migration that reads the log says so', async () => {
  const store = await openStore({ dataDir: join(folder, 'watched'), schema: 'as-is' });
  const readers = new Set<string>();
  let current = '';
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      if (/(?<!-)\blogs\b/.test(JSON.stringify(node))) readers.add(current);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const migrations = Object.entries(await createMigrationProvider('sqlite').getMigrations());
  for (const [name, { up }] of migrations) {
    current = name;
    await up(db as never);
  }
  await store.close();
  readers.delete('0001-initial');
  const marked = migrations
    .map(([name]) => name)
    .filter((name) => expectSeconds(name, 'sqlite', 1));
  expect([...readers]).toEqual(marked);
});

test.runIf(databaseKinds.includes('postgres'))(
  'a node that starts while another migrates PostgreSQL waits for as long as that takes',
  async () => {
    const database = await createTestDatabase('postgres');
    const address = new URL(database.databaseUrl ?? '');
    const other = await connectPostgres(address.href);
    // Kysely's lock. The sleep is longer than a statement may take, and keeps the lock until the session ends.
    await other.query('SELECT pg_advisory_lock(3853314791062309107)');
    address.searchParams.set('statement_timeout', '200');
    const opened = openStore({ ...database, databaseUrl: address.href });
    await other.query('SELECT pg_sleep(1)');
    await other.end();
    const store = await opened;
    const { rows } = await sql<{ limit: string }>`
      SELECT current_setting('statement_timeout') AS "limit"`.execute(store.db);
    expect(rows).toEqual([{ limit: '200ms' }]);
    await store.close();
    await database.remove();
  },
);
