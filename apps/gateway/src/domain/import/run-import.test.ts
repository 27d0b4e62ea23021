import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import {
  FOREIGN_PASSWORD,
  foreignKey,
} from '../../../test-support/foreign-databases/foreign-rows.ts';
import {
  writeMysqlDump,
  writePostgresDatabase,
  writeSqliteDatabase,
} from '../../../test-support/foreign-databases/write-foreign-database.ts';
import { readConfig } from '../../platform/config.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { openSource } from '../../store/import-source/open-source.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';
import { openImportTarget } from './open-import-target.ts';
import { type ImportReport, type ImportWish, runImport } from './run-import.ts';
import { FAMILIES, type Family } from './source-family.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-foreign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SIZE = { users: 30, channels: 60, logs: 1300 };
const databases: TestDatabase[] = [];
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  for (const database of databases.splice(0)) await database.remove();
});

const now = () => Math.floor(Date.now() / 1000);
let files = 0;
function sqliteSource(family: Family): string {
  const path = join(folder, `${family}-${(files += 1)}.db`);
  writeSqliteDatabase(path, family, SIZE);
  return path;
}

async function openTarget(kind: 'sqlite' | 'postgres' = 'sqlite') {
  const database = await createTestDatabase(kind);
  databases.push(database);
  const target = await openImportTarget(
    readConfig({ DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl }),
  );
  closers.push(target.close);
  return target;
}
type Target = Awaited<ReturnType<typeof openTarget>>;

async function importInto(
  target: Target,
  place: string,
  wish: ImportWish = {},
): Promise<ImportReport> {
  const source = await openSource(place);
  try {
    return await runImport(target, source, wish);
  } finally {
    await source.close();
  }
}

const found = ({ findings }: ImportReport, code: string) =>
  findings.find((finding) => finding.code === code)?.examples.map(({ subject }) => subject) ?? [];

const userNamed = (target: Target, username: string) =>
  target.store.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();

describe.each(FAMILIES)('an import of %s', (family) => {
  test('brings users with balance, password, role, group and inviter, and opens the ledger with one row each', async () => {
    const target = await openTarget();
    const report = await importInto(target, sqliteSource(family));
    const { db } = target.store;
    const alice = await userNamed(target, 'alice');
    expect(alice).toMatchObject({
      id: 2,
      quota: 123_456_789,
      used_quota: 777,
      request_count: 5,
      inviter_id: 4,
    });
    expect(await verifyPassword(FOREIGN_PASSWORD, alice.password_hash ?? '')).toBe(true);
    expect(await verifyPassword('another one', alice.password_hash ?? '')).toBe(false);
    expect(await userNamed(target, 'root')).toMatchObject({ role: 100, quota: 100_000_000 });
    expect(await userNamed(target, '小明')).toMatchObject({
      quota: 0,
      email: null,
      display_name: '小明 🐼',
    });
    expect(await userNamed(target, 'vip9')).toMatchObject({ group: 'vip', quota: 2_000_000_000 });
    expect(await userNamed(target, 'off')).toMatchObject({ status: 2, group: 'default' });
    const gone = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', 5)
      .executeTakeFirstOrThrow();
    expect(gone.deleted_at).toBeGreaterThan(0);
    expect(found(report, 'user_debt')).toEqual(['小明']);
    expect(found(report, 'user_renamed')).toEqual(['Alice (4)']);
    expect((await userNamed(target, 'Alice_4')).aff_code).not.toBe('0002');
    const ledger = await db.selectFrom('ledger').selectAll().where('user_id', '=', 2).execute();
    expect(ledger).toMatchObject([
      {
        kind: 'opening',
        amount: 123_456_789,
        balance_after: 123_456_789,
        reason: `balance brought over from ${family}, users.id 2`,
      },
    ]);
    expect(report.money).toMatchObject({
      debts: 42,
      differences: 0,
      opened: report.money.balances,
    });
    expect(await reconcileLedger(target.store, now())).toEqual([]);
  });

  test('brings keys as they are, with limits, and leaves out what nobody could use', async () => {
    const target = await openTarget();
    const report = await importInto(target, sqliteSource(family));
    const rows = await target.store.db.selectFrom('tokens').selectAll().orderBy('id').execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of [1, 2, 3, 4, 5, 8])
      expect(target.keyring.decrypt(byId.get(id)?.key_cipher ?? '')).toBe(foreignKey(family, id));
    expect(byId.get(2)).toMatchObject({
      status: 1,
      remain_quota: 1_000_000,
      used_quota: 55,
      unlimited_quota: 0,
    });
    expect(byId.get(3)).toMatchObject({ model_limits_enabled: 1 });
    expect(byId.get(3)?.model_limits).toContain('gpt-priced');
    expect(byId.get(3)?.allow_ips).toContain('127.0.0');
    expect(byId.get(4)?.expired_time).toBe(1_700_000_000);
    expect(byId.get(5)).toMatchObject({ remain_quota: 0, name: '令牌 🐼' });
    expect(byId.get(8)?.status).toBe(2);
    expect(found(report, 'key_without_owner')).toEqual(['orphan']);
    expect(found(report, 'key_duplicate')).toEqual(['twice']);
    if (family === 'new-api') expect(byId.get(9)?.group).toBe('vip');
  });

  test('brings channels under our types, options, groups and prices', async () => {
    const target = await openTarget();
    const report = await importInto(target, sqliteSource(family));
    const channels = await target.store.db.selectFrom('channels').selectAll().execute();
    const first = channels.find(({ id }) => id === 1);
    expect(first).toMatchObject({
      type: 1,
      status: 1,
      priority: 3,
      used_quota: 12_345,
      balance_micros: 1_500_000,
    });
    expect(channels.find(({ id }) => id === 2)).toMatchObject({
      status: 3,
      models: 'gpt-priced',
      group: 'default',
      model_mapping: '',
    });
    expect(found(report, 'channel_mapping_invalid')).toEqual(['broken']);
    expect(found(report, 'channel_type_unknown').length).toBeGreaterThan(0);
    const abilities = await target.store.db
      .selectFrom('abilities')
      .selectAll()
      .where('channel_id', '=', 1)
      .execute();
    expect(abilities).toHaveLength(8);
    const { options } = target;
    await target.changes.catchUp();
    expect(options.get('SystemName')).toBe('Old shop 老店');
    expect(options.get('RetryTimes')).toBe(3);
    expect(options.get('SMTPToken')).toBe('mail-secret');
    expect(options.get('GitHubOAuthEnabled')).toBe(false);
    expect(options.get('GroupRatio')).toMatchObject({ default: 1, vip: 0.8 });
    expect(options.get('ModelRatio')).toMatchObject({
      'gpt-priced': 1.25,
      'claude-priced': 1.5,
      'wild-1': 0.5,
    });
    expect(options.get('CompletionRatio')).toMatchObject({
      'gpt-priced': 4,
      'claude-priced': 5,
      'wild-1': 2,
    });
    expect(found(report, 'option_invalid')).toEqual(['QuotaForNewUser']);
    expect(found(report, 'option_incomplete')).toEqual(['GitHubOAuthEnabled']);
    expect(found(report, 'option_unknown')).toContain('Theme');
  });

  test('changes nothing when it is run again, and brings the log later, once', async () => {
    const target = await openTarget();
    const place = sqliteSource(family);
    await importInto(target, place);
    const tables = [
      'users',
      'tokens',
      'channels',
      'redemptions',
      'orders',
      'ledger',
      'earnings',
      'options',
      'import_map',
      'logs',
    ] as const;
    const dump = async () =>
      Promise.all(tables.map((table) => target.store.db.selectFrom(table).selectAll().execute()));
    const before = await dump();
    const again = await importInto(target, place);
    expect(await dump()).toEqual(before);
    for (const { imported } of Object.values(again.counts)) expect(imported).toBe(0);
    const withLogs = await importInto(target, place, { logs: true });
    expect(withLogs.counts.logs).toMatchObject({ found: 1300, imported: 1300 });
    expect((await importInto(target, place, { logs: true })).counts.logs).toMatchObject({
      imported: 0,
      present: 1300,
    });
    const logs = await target.store.db.selectFrom('logs').selectAll().execute();
    expect(logs).toHaveLength(1300);
    expect(logs.filter(({ user_id: id }) => id === 0)).toHaveLength(26);
    expect(logs.find(({ use_time: seconds }) => seconds > 0)?.use_time).toBeLessThan(4);
    const balances = await target.store.db
      .selectFrom('users')
      .select(['id', 'quota', 'used_quota'])
      .execute();
    expect(balances).toEqual(
      before[0]?.map((row) => ({
        id: row.id,
        quota: (row as { quota: number }).quota,
        used_quota: (row as { used_quota: number }).used_quota,
      })),
    );
    expect(await reconcileLedger(target.store, now())).toEqual([]);
  });

  test('says in a dry run what an import then does, and changes nothing', async () => {
    const target = await openTarget();
    const place = sqliteSource(family);
    const dry = await importInto(target, place, { dryRun: true });
    for (const table of ['users', 'tokens', 'channels', 'options', 'import_sources'] as const)
      expect(await target.store.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const real = await importInto(target, place);
    const comparable = ({ counts, findings, prices }: ImportReport) => ({
      counts: { ...counts, options: undefined },
      findings: findings.filter(
        ({ code }) => code !== 'option_incomplete' && code !== 'user_identity_taken',
      ),
      prices,
    });
    expect(comparable(dry)).toEqual(comparable(real));
  });
});

describe.skipIf(!databaseKinds.includes('postgres'))('a PostgreSQL database', () => {
  test('is read by its address and imported into PostgreSQL, with the log, to the unit', async () => {
    const from = await createTestDatabase('postgres');
    databases.push(from);
    await writePostgresDatabase(from.databaseUrl ?? '', 'new-api', SIZE);
    const target = await openTarget('postgres');
    const report = await importInto(target, from.databaseUrl ?? '', { logs: true });
    expect(report.source).not.toContain(':secret@');
    expect(report.money).toMatchObject({ differences: 0, opened: report.money.balances });
    expect(report.counts.logs.imported).toBe(1300);
    expect(await userNamed(target, 'alice')).toMatchObject({ id: 2, quota: 123_456_789 });
    const token = await target.store.db
      .selectFrom('tokens')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(target.keyring.decrypt(token.key_cipher)).toBe(foreignKey('new-api', 1));
    expect(await reconcileLedger(target.store, now())).toEqual([]);
    const made = await target.store.db
      .insertInto('redemptions')
      .values({
        user_id: 1,
        name: 'n',
        key_hash: 'h',
        key_cipher: 'c',
        quota: 1,
        status: 1,
        created_time: 1,
        batch: 'b',
        place: 1,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(made.id).toBeGreaterThan(4);
  });
});

test('a dump of MySQL brings the same as the database itself', async () => {
  const path = join(folder, 'hub.sql');
  await writeMysqlDump(path, 'one-hub', SIZE);
  const [fromDump, fromFile] = [await openTarget(), await openTarget()];
  await importInto(fromDump, path, { logs: true });
  await importInto(fromFile, sqliteSource('one-hub'), { logs: true });
  const read = (target: Target) =>
    Promise.all([
      target.store.db
        .selectFrom('users')
        .select([
          'id',
          'username',
          'quota',
          'used_quota',
          'group',
          'deleted_at',
          'password_hash',
          'inviter_id',
        ])
        .orderBy('id')
        .execute(),
      target.store.db
        .selectFrom('tokens')
        .select(['id', 'user_id', 'name', 'remain_quota', 'allow_ips', 'model_limits'])
        .orderBy('id')
        .execute(),
      target.store.db
        .selectFrom('channels')
        .select(['id', 'type', 'name', 'models', 'setting', 'base_url'])
        .orderBy('id')
        .execute(),
      target.store.db
        .selectFrom('logs')
        .select(['created_at', 'user_id', 'token_name', 'quota', 'use_time'])
        .orderBy('id')
        .execute(),
    ]);
  const [users, ...rest] = await read(fromDump);
  const [usersOfFile, ...restOfFile] = await read(fromFile);
  // A datetime of MySQL has no zone.
  const withoutTime = (rows: typeof users) =>
    rows.map((row) => ({ ...row, deleted_at: row.deleted_at !== null }));
  expect(withoutTime(users)).toEqual(withoutTime(usersOfFile));
  expect(rest).toEqual(restOfFile);
});

describe('an import into an installation that is in use', () => {
  test('is refused, and with --merge leaves its accounts as they are', async () => {
    const target = await openTarget();
    await importInto(target, sqliteSource('new-api'));
    const other = sqliteSource('one-hub');
    await expect(importInto(target, other)).rejects.toThrow('--merge');
    const before = await userNamed(target, 'alice');
    const report = await importInto(target, other, { merge: true });
    expect(await userNamed(target, 'alice')).toEqual(before);
    expect((await userNamed(target, 'alice_2')).quota).toBe(123_456_789);
    expect(report.money).toMatchObject({ differences: 0, opened: report.money.balances });
  });

  test('is refused where another database has the name', async () => {
    const target = await openTarget();
    const place = sqliteSource('new-api');
    await importInto(target, place);
    await target.store.db.updateTable('import_sources').set({ marks: '["1:zzzz"]' }).execute();
    await expect(importInto(target, place)).rejects.toThrow('--as');
  });
});

test('an import that is cut off in the middle goes on where it stopped', async () => {
  const target = await openTarget();
  const place = sqliteSource('new-api');
  const stop = new AbortController();
  const cut = importInto(target, place, {
    logs: true,
    signal: stop.signal,
    onProgress: (area, done) => area === 'logs' && done >= 500 && stop.abort(),
  });
  await expect(cut).rejects.toThrow('abort');
  const report = await importInto(target, place, { logs: true });
  expect(report.counts.logs).toMatchObject({ found: 1300, imported: 800, present: 500 });
  const { n } = await target.store.db
    .selectFrom('logs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBe(1300);
  expect(await reconcileLedger(target.store, now())).toEqual([]);
});
