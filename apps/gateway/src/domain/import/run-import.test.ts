import { IMPORT_FAMILIES } from '@tollgate/contract';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  FOREIGN_PASSWORD,
  foreignKey,
} from '../../../test-support/foreign-databases/foreign-rows.ts';
import {
  changeSource,
  createImportScene,
  importInto,
  subjectsOf,
  type Target,
} from '../../../test-support/import-scene.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';
import type { ImportReport } from './run-import.ts';
import { findDetailMark, moveDetailMark } from '../../store/log-details-repository.ts';
import type { Family } from './source-family.ts';

const SIZE = { users: 30, channels: 60, logs: 1300 };
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

const { openTarget } = scene;
const now = () => Math.floor(Date.now() / 1000);
const sqliteSource = (family: Family, statements: readonly string[] = []) =>
  scene.writeSource(family, SIZE, statements);

const userNamed = (target: Target, username: string) =>
  target.store.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();

describe.each(IMPORT_FAMILIES)('an import of %s', (family) => {
  test('imports users with balance, password, role, group and inviter, and opens the ledger with one row each', async () => {
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
    const deletedUser = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', 5)
      .executeTakeFirstOrThrow();
    expect(deletedUser.deleted_at).toBeGreaterThan(0);
    expect(subjectsOf(report, 'user_debt')).toEqual(['小明']);
    expect(subjectsOf(report, 'user_renamed')).toEqual(['Alice (4)']);
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

  test('imports keys unchanged, with their limits, and leaves out those that nobody could use', async () => {
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
    expect(subjectsOf(report, 'key_without_owner')).toEqual(['orphan']);
    expect(subjectsOf(report, 'key_duplicate')).toEqual(['twice']);
    if (family === 'new-api') expect(byId.get(9)?.group).toBe('vip');
  });

  test('imports channels with our types, options, groups and prices', async () => {
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
    expect(subjectsOf(report, 'channel_mapping_invalid')).toEqual(['broken']);
    expect(subjectsOf(report, 'channel_type_unknown').length).toBeGreaterThan(0);
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
    expect(subjectsOf(report, 'option_invalid')).toEqual(['QuotaForNewUser']);
    expect(subjectsOf(report, 'option_incomplete')).toEqual(['GitHubOAuthEnabled']);
    expect(subjectsOf(report, 'option_unknown')).toContain('Theme');
  });

  test('changes nothing when run again, and can import the log later, once', async () => {
    const target = await openTarget();
    const source = sqliteSource(family);
    await importInto(target, source);
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
    const secondReport = await importInto(target, source);
    expect(await dump()).toEqual(before);
    for (const { imported } of Object.values(secondReport.counts)) expect(imported).toBe(0);
    // As if details of old calls had already been deleted up to now: imported ones must be visited, too.
    await moveDetailMark(target.store.db, { from: 0, to: Number.MAX_SAFE_INTEGER });
    const withLogs = await importInto(target, source, { logs: true });
    expect(withLogs.counts.logs).toMatchObject({ found: 1300, imported: 1300 });
    expect((await importInto(target, source, { logs: true })).counts.logs).toMatchObject({
      imported: 0,
      present: 1300,
    });
    const logs = await target.store.db.selectFrom('logs').selectAll().execute();
    expect(logs).toHaveLength(1300);
    const times = logs.map(({ created_at: at }) => at);
    expect(await findDetailMark(target.store.db)).toBe(Math.min(...times));
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

  test('predicts in a dry run that it would import only what an earlier run has not', async () => {
    const target = await openTarget();
    const place = sqliteSource(family);
    await importInto(target, place, { logs: true });
    const predict = () => importInto(target, place, { logs: true, dryRun: true });
    const { counts } = await predict();
    for (const [area, count] of Object.entries(counts))
      expect([area, count.imported]).toEqual([area, 0]);
    expect(counts.logs).toMatchObject({ found: 1300, present: 1300 });
    changeSource(place, [
      'INSERT INTO logs (id, user_id, type, created_at) VALUES (90000, 2, 2, 1)',
    ]);
    expect((await predict()).counts.logs).toMatchObject({
      found: 1301,
      imported: 1,
      present: 1300,
    });
  });

  test('predicts in a dry run what an import then does, and changes nothing', async () => {
    const target = await openTarget();
    const source = sqliteSource(family);
    const dry = await importInto(target, source, { dryRun: true });
    for (const table of ['users', 'tokens', 'channels', 'options', 'import_sources'] as const)
      expect(await target.store.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const real = await importInto(target, source);
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

describe('an import into an installation that is in use', () => {
  test('is refused, and with --merge leaves existing accounts unchanged', async () => {
    const target = await openTarget();
    await importInto(target, sqliteSource('new-api'));
    const otherSource = sqliteSource('one-hub');
    await expect(importInto(target, otherSource)).rejects.toThrow('--merge');
    const before = await userNamed(target, 'alice');
    const report = await importInto(target, otherSource, { merge: true });
    expect(await userNamed(target, 'alice')).toEqual(before);
    expect((await userNamed(target, 'alice_2')).quota).toBe(123_456_789);
    expect(report.money).toMatchObject({ differences: 0, opened: report.money.balances });
  });

  test.each([
    ['shop.1', 'shop_1'],
    ['Shop', 'shop'],
  ])('reports the balances of its own source only, after %s those of %s', async (first, second) => {
    const target = await openTarget();
    await importInto(target, sqliteSource('new-api'), { name: first });
    const settings = { name: second, merge: true };
    const { money } = await importInto(target, sqliteSource('one-hub'), settings);
    expect(money).toMatchObject({ differences: 0, opened: money.balances });
  });

  test('is refused, even in a dry run, if another database of the same kind has the name', async () => {
    const target = await openTarget();
    await importInto(target, sqliteSource('new-api'));
    // In nearly every installation the super admin has no invitation code.
    const otherSource = sqliteSource('new-api', [
      "UPDATE users SET aff_code = CASE id WHEN 1 THEN '' ELSE 'z' || id END, username = username || '-b' WHERE id <> 1",
      "UPDATE users SET aff_code = '', password = replace(password, '$04$', '$05$') WHERE id = 1",
      'UPDATE tokens SET created_time = created_time + 77',
      'UPDATE channels SET created_time = created_time + 77',
    ]);
    for (const settings of [{}, { merge: true }, { dryRun: true }])
      await expect(importInto(target, otherSource, settings)).rejects.toThrow('--as');
  });

  test('continues if the same database has since changed a name, a password and some codes', async () => {
    const target = await openTarget();
    const source = sqliteSource('new-api');
    await importInto(target, source);
    changeSource(source, [
      "UPDATE users SET password = 'x', aff_code = '' WHERE id = 1",
      "UPDATE users SET username = 'alice-renamed', aff_code = 'zzzz' WHERE id = 2",
      'DELETE FROM tokens WHERE id = 1',
    ]);
    expect((await importInto(target, source)).counts.users).toMatchObject({ imported: 0 });
  });
});

test('an import that is interrupted halfway continues where it stopped', async () => {
  const target = await openTarget();
  const source = sqliteSource('new-api');
  const stop = new AbortController();
  const cut = importInto(target, source, {
    logs: true,
    signal: stop.signal,
    onProgress: (area, done) => area === 'logs' && done >= 500 && stop.abort(),
  });
  await expect(cut).rejects.toThrow('abort');
  const report = await importInto(target, source, { logs: true });
  expect(report.counts.logs).toMatchObject({ found: 1300, imported: 800, present: 500 });
  const { n } = await target.store.db
    .selectFrom('logs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBe(1300);
  expect(await reconcileLedger(target.store, now())).toEqual([]);
});
