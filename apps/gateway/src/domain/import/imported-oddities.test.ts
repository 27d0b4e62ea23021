import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { createImportScene, importInto, subjectsOf } from '../../../test-support/import-scene.ts';
import { findUserById, updateUser, type UserChanges } from '../../store/users-repository.ts';
import { addUser } from '../accounts/users.ts';
import type { Family } from './source-family.ts';

const SIZE = { users: 12, channels: 2, logs: 40 };
const OLD_TOKEN = 'the-old-access-token-of-root-123';
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

describe.each(databaseKinds)('on %s', (kind) => {
  /** Imports a database that was changed by statements, with its log. */
  async function importOf(family: Family, statements: readonly string[]) {
    const target = await scene.openTarget(kind);
    const report = await importInto(target, scene.writeSource(family, SIZE, statements), {
      logs: true,
    });
    return { target, report };
  }

  test('calls by keys that were renamed or deleted within an hour are summed together', async () => {
    const { target, report } = await importOf('one-api', [
      `UPDATE logs SET type = 2, user_id = 2, username = 'u', model_name = 'm', channel_id = 1, quota = 1,
       created_at = 7200 + id, token_name = 'gone ' || id`,
    ]);
    expect(report.counts.logs.imported).toBe(SIZE.logs);
    const hours = await target.store.db.selectFrom('usage_hourly').selectAll().execute();
    expect(hours).toMatchObject([{ hour: 7200, request_count: SIZE.logs, quota: SIZE.logs }]);
  });

  test('if two users share an access token, the first keeps it', async () => {
    const { target } = await importOf('new-api', [
      `UPDATE users SET access_token = 'same' || substr('  ', 1, id % 2) WHERE id IN (2, 3)`,
    ]);
    const users = target.store.db.selectFrom('users').select(['id', 'access_token_hash']);
    const [first, second] = await users.where('id', 'in', [2, 3]).orderBy('id').execute();
    expect(first?.access_token_hash).not.toBeNull();
    expect(second?.access_token_hash).toBeNull();
  });

  test("the super admin's invitation code, access token and remark apply to the one here, who keeps what is set here", async () => {
    const source = scene.writeSource('new-api', SIZE, [
      `ALTER TABLE users ADD COLUMN remark TEXT`,
      `UPDATE users SET aff_code = 'OWNR', aff_count = 7, aff_history = 900, remark = 'the owner',
       access_token = '${OLD_TOKEN}' WHERE username = 'root'`,
    ]);
    const rootAfter = async (changes: UserChanges) => {
      const target = await scene.openTarget(kind);
      const { db } = target.store;
      const fields = { username: 'root', display_name: 'Root', password_hash: 'x', role: 100 };
      const { id } = await addUser(target, fields);
      await updateUser(db, id, changes);
      const report = await importInto(target, source);
      expect(subjectsOf(report, 'user_merged')).toEqual(['root']);
      const root = await findUserById(db, id);
      return [
        root?.aff_code,
        root?.aff_count,
        root?.aff_history_quota,
        root?.remark,
        root?.access_token_hash === target.keyring.hash('access-token', OLD_TOKEN),
      ];
    };
    expect(await rootAfter({})).toEqual(['OWNR', 7, 900, 'the owner', true]);
    const setHere = { remark: 'me', access_token_hash: 'mine' };
    expect(await rootAfter(setHere)).toEqual(['OWNR', 7, 900, 'me', false]);
  });

  test('an empty name in a model mapping maps nothing, and the other names stay mapped', async () => {
    const { target, report } = await importOf('new-api', [
      `UPDATE channels SET model_mapping = '{"gpt-priced":"up-1","claude-priced":"","":"x"}' WHERE id = 1`,
      `UPDATE channels SET model_mapping = '{"gpt-priced":""}' WHERE id = 3`,
    ]);
    const channels = target.store.db.selectFrom('channels').select('model_mapping');
    expect(await channels.where('id', 'in', [1, 3]).orderBy('id').execute()).toEqual([
      { model_mapping: '{"gpt-priced":"up-1"}' },
      { model_mapping: '' },
    ]);
    expect(subjectsOf(report, 'channel_mapping_invalid')).toEqual(['broken']);
  });

  test('names that are swapped in a mapping are reported, and priced and sent as themselves; the others stay mapped', async () => {
    const swap = '{"gpt-priced":"claude-priced","claude-priced":"gpt-priced","a":"b","c":"a"}';
    for (const family of ['one-api', 'new-api', 'one-hub'] as const) {
      const before = (await importOf(family, [])).target.options.get('ModelRatio');
      const { target, report } = await importOf(family, [
        `UPDATE channels SET model_mapping = '${swap}' WHERE id = 1`,
      ]);
      const { model_mapping: mapping } = await target.store.db
        .selectFrom('channels')
        .select('model_mapping')
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      expect(mapping).toBe('{"a":"b","c":"a"}');
      const loops = report.findings.find(({ code }) => code === 'channel_mapping_loop');
      expect(loops?.examples).toEqual([
        { subject: 'first', detail: 'gpt-priced' },
        { subject: 'first', detail: 'claude-priced' },
      ]);
      expect(subjectsOf(report, 'channel_mapping_invalid')).toEqual(['broken']);
      const prices = target.options.get('ModelRatio');
      for (const model of ['gpt-priced', 'claude-priced'])
        expect(prices[model], family).toBe(before[model]);
    }
  });

  test('an entry of a status code mapping that is not possible here is reported, and the others stay', async () => {
    const { target, report } = await importOf('new-api', [
      `UPDATE channels SET status_code_mapping = '{"429":503,"200":"500","5xx":"502","404":"400","500":{"toString":1}}' WHERE id = 1`,
      `UPDATE channels SET model_mapping = '{"a":{"toString":1}}' WHERE id = 2`,
    ]);
    const { status_code_mapping: mapping } = await target.store.db
      .selectFrom('channels')
      .select('status_code_mapping')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(mapping)).toEqual({ 429: 503, 404: '400' });
    const finding = report.findings.find(({ code }) => code === 'channel_status_mapping_invalid');
    const examples = finding?.examples.filter(({ subject }) => subject === 'first');
    expect(examples?.map(({ detail }) => detail)).toEqual([
      '200 → 500',
      '500 → {"toString":1}',
      '5xx → 502',
    ]);
  });

  test('a mapped name that is mapped again is reported, except of new-api, which follows it as well', async () => {
    const chained = [
      `UPDATE channels SET model_mapping = '{"a":"b","b":"c","d":"d"}' WHERE id = 1`,
    ];
    const found = async (family: Family) =>
      (await importOf(family, chained)).report.findings
        .filter(({ code }) => code === 'channel_mapping_chained')
        .flatMap(({ examples }) => examples.map(({ subject, detail }) => [subject, detail]));
    for (const family of ['one-api', 'one-hub'] as const)
      expect(await found(family)).toEqual([['first', 'a → b → c']]);
    expect(await found('new-api')).toEqual([]);
  });

  test('a channel balance beyond our numbers is capped, and a channel address that is a bare word is kept', async () => {
    const { target } = await importOf('new-api', [
      `UPDATE channels SET balance = 1e308, base_url = 'constructor' WHERE id = 1`,
      `UPDATE channels SET balance = -1e308, base_url = 'toString' WHERE id = 2`,
    ]);
    const channels = target.store.db.selectFrom('channels').select(['base_url', 'balance_micros']);
    const rows = await channels.where('id', 'in', [1, 2]).orderBy('id').execute();
    expect(rows).toEqual([
      { base_url: 'constructor', balance_micros: Number.MAX_SAFE_INTEGER },
      { base_url: 'toString', balance_micros: -Number.MAX_SAFE_INTEGER },
    ]);
  });

  test.each([
    [`x'01'`, `x'00'`],
    ['1.0', '0.0'],
    [`'1.00000'`, `'0.00000'`],
    [`'true'`, `'false'`],
  ])('limits and switches stay as they are where they are stored as %s and %s', async (on, off) => {
    const { target } = await importOf('new-api', [
      `UPDATE tokens SET unlimited_quota = ${on}, model_limits_enabled = ${on},
       model_limits = 'gpt-priced' WHERE id = 1`,
      `UPDATE tokens SET unlimited_quota = ${off}, model_limits_enabled = ${off} WHERE id = 2`,
    ]);
    const keys = target.store.db
      .selectFrom('tokens')
      .select(['unlimited_quota', 'model_limits_enabled']);
    expect(await keys.where('id', 'in', [1, 2]).orderBy('id').execute()).toEqual([
      { unlimited_quota: 1, model_limits_enabled: 1 },
      { unlimited_quota: 0, model_limits_enabled: 0 },
    ]);
    const hub = await importOf('one-hub', [
      `UPDATE user_groups SET enable = ${off} WHERE symbol = 'vip'`,
    ]);
    expect(hub.target.options.get('GroupRatio')).not.toHaveProperty('vip');
  });

  test('a code that would expire later is reported with the day, as it does not expire here', async () => {
    const { report } = await importOf('new-api', [
      `UPDATE redemptions SET status = 1, expired_time = 4000000000 WHERE id = 1`,
      `UPDATE redemptions SET status = 3, expired_time = 4000000000 WHERE id = 2`,
      `UPDATE redemptions SET expired_time = 1000000000 WHERE id = 4`,
    ]);
    const found = report.findings.find(({ code }) => code === 'code_expiry_dropped');
    expect(found?.examples.map(({ detail }) => detail)).toEqual(['2096-10-02']);
    expect(subjectsOf(report, 'code_expired')).toEqual(['late']);
  });

  test('a setting that is nested endlessly is left out and reported; its channel is imported', async () => {
    const deep = `'{"a":' || replace(printf('%.*c', 20000, 'x'), 'x', '[') || replace(printf('%.*c', 20000, 'x'), 'x', ']') || '}'`;
    const { target, report } = await importOf('new-api', [
      `UPDATE channels SET param_override = ${deep}, model_mapping = ${deep} WHERE id = 1`,
    ]);
    expect(subjectsOf(report, 'channel_setting_invalid')).toContain('first');
    expect(subjectsOf(report, 'channel_mapping_invalid')).toContain('first');
    const channels = target.store.db.selectFrom('channels').select('setting');
    expect((await channels.where('id', '=', 1).execute()).length).toBe(1);
  });

  test('texts that are far too long to be names, addresses or models are cut', async () => {
    const long = `|| printf('%.*c', 300000, 'x')`;
    const { target, report } = await importOf('new-api', [
      `UPDATE users SET display_name = 'a' ${long}, email = email ${long} WHERE id = 2`,
      `UPDATE tokens SET name = 'a' ${long} WHERE id = 1`,
      `UPDATE channels SET name = 'a' ${long}, models = 'a' ${long} || ',gpt-4o' WHERE id = 1`,
      `UPDATE logs SET type = 2, user_id = 2, model_name = 'a' ${long}, token_name = 'a' ${long}, ip = 'a' ${long},
         "group" = '', other = json_object('group_name', 'a' ${long})`,
    ]);
    expect(report.money.differences).toBe(0);
    for (const [table, column] of [
      ['users', 'display_name'],
      ['users', 'email'],
      ['tokens', 'name'],
      ['channels', 'models'],
      ['abilities', 'model'],
      ['logs', 'model_name'],
      ['logs', 'ip'],
      ['logs', 'group'],
      ['usage_stats', 'key'],
    ] as const) {
      const { ref } = target.store.db.dynamic;
      // oxlint-disable-next-line no-await-in-loop -- one table after the other
      const rows = await target.store.db.selectFrom(table).select(ref(column)).execute();
      const longest = Math.max(...rows.map((row) => String(Object.values(row)[0]).length));
      expect(longest, `${table}.${column}`).toBeLessThan(1000);
    }
  });

  test('amounts too large for a column here are capped, and the import completes', async () => {
    const { target, report } = await importOf('new-api', [
      `UPDATE users SET quota = 9223372036854775807, aff_count = 2147483648, aff_history = 1e300 WHERE id IN (2, 3)`,
      `UPDATE channels SET response_time = 2147483648, used_quota = 9e18 WHERE id = 1`,
      `UPDATE logs SET type = 2, user_id = 2, quota = 9e18, prompt_tokens = 9e15, use_time = 2147483648`,
    ]);
    expect(report.money.differences).toBe(0);
    const users = target.store.db.selectFrom('users').select(['quota', 'aff_count']);
    expect(await users.where('id', 'in', [2, 3]).execute()).toEqual([
      { quota: 1_000_000_000_000_000, aff_count: 2_147_483_647 },
      { quota: 1_000_000_000_000_000, aff_count: 2_147_483_647 },
    ]);
  });

  test('a group without a name or with an absurdly high ratio is left out and reported', async () => {
    const { target, report } = await importOf('one-hub', [
      `INSERT INTO user_groups (id, symbol, name, ratio, api_rate, public, enable)
       VALUES (8, NULL, 'none', 1, 60, 1, 1), (9, 'dear', 'Dear', 1e308, 60, 1, 1)`,
    ]);
    expect(target.options.get('GroupRatio')).not.toHaveProperty('dear');
    expect(subjectsOf(report, 'price_invalid')).toEqual(['', 'dear']);
  });
  test('a price that is absurdly high or negative is left out and reported', async () => {
    const { report } = await importOf('one-hub', [
      `DELETE FROM prices`,
      `INSERT INTO prices (model, type, channel_type, input, output)
       VALUES ('dear', 'tokens', 1, 1e308, 1), ('steep', 'tokens', 1, 1e-9, 10), ('given', 'tokens', 1, -1, 1), ('gift', 'times', 1, -1, 0)`,
    ]);
    expect(subjectsOf(report, 'price_invalid')).toEqual(['dear', 'steep', 'given', 'gift']);
  });

  test('a date millions of years ahead becomes 0, and totals by time still work', async () => {
    const { target, report } = await importOf('new-api', [
      `UPDATE logs SET created_at = 9007199254740991, type = 2`,
      `UPDATE users SET created_at = 9223372036854775807 WHERE id = 2`,
      `UPDATE top_ups SET amount = 9007199254740991, money = 1e300, create_time = 1e18`,
    ]);
    expect(report.counts.logs.imported).toBe(SIZE.logs);
    expect(report.counts.orders.imported).toBe(0);
    const logs = await target.store.db.selectFrom('logs').select('created_at').execute();
    expect(new Set(logs.map(({ created_at: at }) => at))).toEqual(new Set([0]));
  });
});
