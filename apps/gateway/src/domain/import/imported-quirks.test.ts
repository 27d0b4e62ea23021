import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  createImportScene,
  importInto,
  subjectsOf,
  type Target,
} from '../../../test-support/import-scene.ts';
import { sumLoggedRefunds } from '../../store/log-refunds-repository.ts';
import { claimSignupCredits } from '../../store/welcomed-repository.ts';
import type { ImportSettings } from './run-import.ts';
import type { Family } from './source-family.ts';

const SIZE = { users: 12, channels: 0, logs: 40 };
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

/** Imports a database that was changed by statements. */
async function importOf(
  family: Family,
  statements: readonly string[],
  settings: ImportSettings = {},
) {
  const target = await scene.openTarget();
  const report = await importInto(target, scene.writeSource(family, SIZE, statements), settings);
  await target.changes.catchUp();
  return { target, report };
}

const option = (key: string, value: unknown) => [
  `DELETE FROM options WHERE "key" = '${key}'`,
  `INSERT INTO options VALUES ('${key}', '${typeof value === 'string' ? value : JSON.stringify(value)}')`,
];
const identitiesOf = async ({ store }: Target, userId: number) =>
  (
    await store.db
      .selectFrom('user_identities')
      .select(['provider', 'subject'])
      .where('user_id', '=', userId)
      .orderBy('provider')
      .execute()
  ).map(({ provider, subject }) => `${provider} ${subject}`);
const userOf = ({ store }: Target, id: number) =>
  store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const keyOf = ({ store }: Target, id: number) =>
  store.db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('groups', () => {
  test('that users may choose stay so, even if `auto` and a stale group are listed with them', async () => {
    const { target, report } = await importOf('new-api', [
      ...option('UserUsableGroups', { default: 'a', svip: 'b', auto: 'c', stale: 'd' }),
      ...option('TopupGroupRatio', { default: 1, vip: 0.9, stale: 0.5 }),
    ]);
    expect(target.options.get('UserUsableGroups')).toEqual({ default: 'a', svip: 'b' });
    expect(target.options.get('TopupGroupRatio')).toEqual({ default: 1, vip: 0.9 });
    expect(subjectsOf(report, 'group_without_ratio')).toEqual(['stale', 'stale']);
    expect(subjectsOf(report, 'option_incomplete')).not.toContain('UserUsableGroups');
  });

  test('keep their ratios if one-hub disabled one of them; calls in that one are refused', async () => {
    const { target, report } = await importOf('one-hub', [
      `UPDATE user_groups SET enable = 0 WHERE symbol = 'vip'`,
      `INSERT INTO user_groups VALUES (3, 'gold', 'Gold', 0.5, 600, 1, 1)`,
    ]);
    expect(target.options.get('GroupRatio')).toEqual({ default: 1, gold: 0.5 });
    expect(subjectsOf(report, 'group_disabled')).toEqual(['vip']);
  });

  test('include one called default even if the source states none', async () => {
    const { target } = await importOf('new-api', option('GroupRatio', { vip: 0.8 }));
    expect(target.options.get('GroupRatio')).toMatchObject({ default: 1, vip: 0.8 });
  });

  test('keep their ratios for users of other groups, except pairs with an unknown group', async () => {
    const { target, report } = await importOf('new-api', [
      ...option('GroupRatio', { default: 1, vip: 0.8 }),
      ...option('GroupGroupRatio', { vip: { default: 0.9, edit_this: 0.9 }, gone: { vip: 0.1 } }),
    ]);
    expect(target.options.get('GroupGroupRatio')).toEqual({ vip: { default: 0.9 } });
    expect(subjectsOf(report, 'group_without_ratio')).toContain('gone');
  });

  test("of one-api can't be chosen: its keys have none", async () => {
    const { target } = await importOf('one-api', []);
    expect(target.options.get('UserUsableGroups')).toEqual({});
  });

  test('that new-api grants to users of another group are given to those whose keys name them', async () => {
    const { target, report } = await importOf('new-api', [
      ...option('group_ratio_setting.group_special_usable_group', { vip: { '+:svip': 'x' } }),
      `UPDATE tokens SET "group" = 'svip' WHERE id IN (2, 8)`,
    ]);
    expect((await userOf(target, 9)).group).toBe('vip,svip');
    expect((await userOf(target, 2)).group).toBe('default');
    expect(subjectsOf(report, 'key_group_given')).toEqual(['key 8']);
  });

  test('that one-hub has as a backup apply to keys without a group of their own', async () => {
    const { target, report } = await importOf('one-hub', [
      `UPDATE tokens SET backup_group = 'vip' WHERE id = 1`,
      `UPDATE tokens SET "group" = 'default', backup_group = 'vip' WHERE id = 2`,
    ]);
    expect((await keyOf(target, 1)).group).toBe('vip');
    expect((await userOf(target, 1)).group).toBe('default,vip');
    expect((await keyOf(target, 2)).group).toBe('default');
    expect(subjectsOf(report, 'key_backup_group_dropped')).toEqual(['key 2']);
  });
});

test('an active subscription is not imported: its owner is back in their previous group', async () => {
  const { target, report } = await importOf('new-api', [
    'CREATE TABLE user_subscriptions (id integer primary key, user_id, status, end_time, amount_total, amount_used, upgrade_group, downgrade_group, prev_user_group)',
    `INSERT INTO user_subscriptions VALUES (1, 9, 'active', 4000000000, 1000, 400, 'vip', '', 'default'), (2, 2, 'expired', 1, 5, 5, 'vip', '', 'svip')`,
  ]);
  expect((await userOf(target, 9)).group).toBe('default');
  const [left] = report.findings.filter(({ code }) => code === 'user_subscription_dropped');
  expect(left?.examples).toEqual([{ subject: '9', detail: '600' }]);
});

test('options are counted by outcome, and one that is left out is not listed as imported', async () => {
  const { report } = await importOf('new-api', [
    ...option('Theme', 'dark'),
    ...option('GitHubOAuthEnabled', 'true'),
    `DELETE FROM options WHERE "key" IN ('GitHubClientId', 'GitHubClientSecret')`,
  ]);
  const { found, imported, skipped } = report.counts.options;
  expect(imported).toBe(report.mappings.options.length);
  expect(skipped).toBeGreaterThanOrEqual(2);
  expect(found).toBe(imported + skipped);
  expect(report.mappings.options.map(({ to }) => to)).not.toContain('GitHubOAuthEnabled');
});

test('parts of channel overrides that are not imported are reported one by one', async () => {
  const target = await scene.openTarget();
  const source = scene.writeSource('new-api', { ...SIZE, channels: 60 });
  const report = await importInto(target, source);
  const [dropped] = report.findings.filter(({ code }) => code === 'channel_setting_dropped');
  const details = dropped?.examples.map(({ detail }) => detail);
  expect(details).toEqual(
    expect.arrayContaining(['param_override: a.b', 'header_override: x-key']),
  );
});

describe('logins', () => {
  test('of imported people earn no sign-up credits again, after they deleted their account either', async () => {
    const { target } = await importOf('new-api', [
      `UPDATE users SET email = 'Old@example.com', discord_id = '1234' WHERE id = 2`,
    ]);
    const { store, keyring } = target;
    for (const proof of ['email old@example.com', 'discord 1234', 'discord new'])
      expect(await claimSignupCredits(store.db, keyring.hash('person', proof), 1)).toBe(
        proof === 'discord new',
      );
  });

  test('by OpenID and Discord lead to the same accounts', async () => {
    const { target, report } = await importOf('new-api', [
      ...option('oidc.well_known', 'https://id.example.com/.well-known/openid-configuration'),
      `UPDATE users SET oidc_id = 'sub-2', discord_id = '1234' WHERE id = 2`,
    ]);
    expect(await identitiesOf(target, 2)).toEqual([
      'discord 1234',
      'oidc https://id.example.com|sub-2',
    ]);
    expect(target.options.get('OidcIssuer')).toBe('https://id.example.com');
    expect(subjectsOf(report, 'user_identity_dropped')).toEqual([]);
  });

  test('by a custom provider become OpenID logins if it has an issuer', async () => {
    const { target, report } = await importOf('new-api', [
      'CREATE TABLE custom_oauth_providers (id, name, slug, enabled, client_id, client_secret, well_known)',
      `INSERT INTO custom_oauth_providers VALUES (1, 'Keycloak', 'kc', 1, 'c', 's', 'https://kc.example/realms/a/.well-known/openid-configuration'), (2, 'Own', 'own', 1, 'c', 's', '')`,
      'CREATE TABLE user_oauth_bindings (id, user_id, provider_id, provider_user_id)',
      `INSERT INTO user_oauth_bindings VALUES (1, 2, 1, 'abc'), (2, 4, 2, 'def')`,
    ]);
    expect(await identitiesOf(target, 2)).toEqual(['oidc https://kc.example/realms/a|abc']);
    expect(target.options.get('OidcClientSecret')).toBe('s');
    expect(subjectsOf(report, 'user_identity_dropped')).toEqual(['4']);
  });

  test('by GitHub name are kept until the numeric id is known', async () => {
    const { target } = await importOf('one-api', [
      `UPDATE users SET github_id = 'OctoCat' WHERE id = 2`,
    ]);
    expect(await identitiesOf(target, 2)).toEqual(['github login:octocat']);
  });

  test('and email address of a user who was deleted and registered again belong to the active account', async () => {
    const { target, report } = await importOf('one-hub', [
      `UPDATE users SET username = 'ann_del_1', email = 'ann@example.com', github_id = 'ann', github_id_new = 77 WHERE id = 5`,
      `UPDATE users SET username = 'ann', email = 'ann@example.com', github_id = 'ann', github_id_new = 77 WHERE id = 6`,
    ]);
    expect((await userOf(target, 6)).email).toBe('ann@example.com');
    expect(await identitiesOf(target, 6)).toEqual(['github 77']);
    expect(await identitiesOf(target, 5)).toEqual([]);
    expect(subjectsOf(report, 'user_identity_taken')).toEqual([]);
  });
});

describe('second factors', () => {
  const credential = randomBytes(32);
  const key = randomBytes(77);

  test("are required as before: new-api's authenticator app keeps its secret, a disabled one is dropped", async () => {
    const { target, report } = await importOf('new-api', [
      `INSERT INTO two_fas VALUES (2, 4, 'JBSWY3DPEHPK3PXP', 0), (3, 6, 'no secret!', 1)`,
    ]);
    const rows = await target.store.db.selectFrom('totp_secrets').selectAll().execute();
    expect(rows).toMatchObject([{ user_id: 8 }]);
    expect(rows[0]?.confirmed_at).toBeGreaterThan(0);
    expect(target.keyring.decrypt(rows[0]?.secret_cipher ?? '')).toBe('JBSWY3DPEHPK3PXP');
    expect(subjectsOf(report, 'user_two_factor_dropped')).toEqual(['6']);
  });

  test('of one-hub and new-api are imported as passkeys if the domain stays the same', async () => {
    const rows = [
      'CREATE TABLE webauthn_credentials (id, user_id, credential_id BLOB, public_key BLOB, alias, sign_count, backup_state)',
      `INSERT INTO webauthn_credentials VALUES (1, 2, x'${credential.toString('hex')}', x'${key.toString('hex')}', 'laptop', 7, 1)`,
    ];
    const { target } = await importOf('one-hub', [
      ...rows,
      ...option('ServerAddress', 'https://shop.example.com'),
    ]);
    expect(await target.store.db.selectFrom('passkeys').selectAll().execute()).toMatchObject([
      {
        user_id: 2,
        credential_id: credential.toString('base64url'),
        public_key: key.toString('base64url'),
        counter: 7,
        is_synced: 1,
        name: 'laptop',
      },
    ]);
    const { report } = await importOf('one-hub', rows);
    expect(subjectsOf(report, 'user_passkey_dropped')).toEqual(['2']);
    const { target: other } = await importOf('new-api', [
      'CREATE TABLE passkey_credentials (id, user_id, credential_id, public_key, sign_count, transports, attachment)',
      `INSERT INTO passkey_credentials VALUES (1, 2, '${credential.toString('base64')}', '${key.toString('base64')}', 0, '["internal","hybrid"]', 'platform')`,
      ...option('ServerAddress', 'https://shop.example.com'),
    ]);
    expect(await other.store.db.selectFrom('passkeys').selectAll().execute()).toMatchObject([
      { credential_id: credential.toString('base64url'), transports: 'internal,hybrid' },
    ]);
  });
});

describe('keys', () => {
  test('with an invalid line in their IP allowlist stay usable from the valid addresses', async () => {
    const { target, report } = await importOf('new-api', [
      `UPDATE tokens SET allow_ips = '10.0.0.1' || char(10) || 'my office' WHERE id = 1`,
      `UPDATE tokens SET allow_ips = 'nobody' WHERE id = 2`,
    ]);
    expect((await keyOf(target, 1)).allow_ips).toBe('10.0.0.1');
    expect((await keyOf(target, 2)).allow_ips).toBe('nobody');
    expect(subjectsOf(report, 'key_address_invalid')).toEqual(['key 1', 'key 2']);
  });

  test('in the automatic group that is not configured are in the default group', async () => {
    const { target } = await importOf('new-api', [
      `DELETE FROM options WHERE "key" = 'AutoGroups'`,
    ]);
    expect((await keyOf(target, 9)).group).toBe('default');
  });

  test('with more remaining quota than can be stored are capped', async () => {
    const { target } = await importOf('new-api', [
      'UPDATE tokens SET remain_quota = 9223372036854775807 WHERE id = 2',
    ]);
    expect((await keyOf(target, 2)).remain_quota).toBe(1_000_000_000_000_000);
  });
});

test('channels keep the address that calls went to, including named plans and differing defaults', async () => {
  const { target } = await importOf('new-api', [
    `INSERT INTO channels (id, type, "key", status, name, base_url, models, "group") VALUES
      (20, 45, 'k', 1, 'plan', 'doubao-coding-plan', 'a', 'default'),
      (21, 35, 'k', 1, 'minimax', '', 'a', 'default')`,
  ]);
  const rows = await target.store.db
    .selectFrom('channels')
    .select(['id', 'base_url'])
    .where('id', '>=', 20)
    .orderBy('id')
    .execute();
  expect(rows.map(({ base_url: address }) => address)).toEqual([
    'https://ark.cn-beijing.volces.com/api/coding/v3',
    'https://api.minimax.chat',
  ]);
});

test('a charge that new-api refunded is among the refunds, and a NUL character in a text does not stop the import', async () => {
  const source = scene.writeSource('new-api', SIZE, [
    'ALTER TABLE logs ADD COLUMN upstream_request_id',
    `UPDATE logs SET type = 6, quota = 900, other = '{"task_id":"t1"}', upstream_request_id = 'up-1' WHERE id = 2`,
    `UPDATE logs SET content = 'a' || char(0) || 'b' WHERE id = 3`,
  ]);
  const target = await scene.openTarget(databaseKinds.includes('postgres') ? 'postgres' : 'sqlite');
  await importInto(target, source, { logs: true });
  const rows = await target.store.db
    .selectFrom('logs')
    .select(['type', 'quota', 'content', 'other'])
    .orderBy('id')
    .limit(3)
    .execute();
  expect(rows[1]).toMatchObject({ type: 4, quota: 0 });
  expect(JSON.parse(rows[1]?.other ?? '')).toMatchObject({
    event: 'task_refunded',
    quota: 900,
    imported: { id: 2, upstream_request_id: 'up-1' },
  });
  expect(await sumLoggedRefunds(target.store, {})).toBe(900);
  expect(rows[2]?.content).toBe('ab');
});

test('what is not imported is reported: user settings, tasks, check-ins', async () => {
  const { report } = await importOf('new-api', [
    `UPDATE users SET setting = '{"notify_type":"webhook","webhook_url":"https://hook.example"}' WHERE id = 2`,
    'CREATE TABLE tasks (id integer primary key, status)',
    `INSERT INTO tasks VALUES (1, 'IN_PROGRESS')`,
    'CREATE TABLE checkins (id integer primary key)',
    'INSERT INTO checkins VALUES (1), (2)',
  ]);
  expect(subjectsOf(report, 'user_setting_dropped')).toEqual(['alice']);
  expect(subjectsOf(report, 'task_dropped')).toEqual(['tasks']);
  expect(subjectsOf(report, 'user_checkin_dropped')).toEqual(['checkins']);
});

test('channel models that will have no price are reported, and so are the mappings of types and options', async () => {
  const { report } = await importOf('one-api', [
    `UPDATE channels SET models = models || ',nobody-knows,gpt-4o', type = 41 WHERE id = 1`,
    ...option('OidcClientId', 'x'),
  ]);
  expect(report.prices.none).toEqual(['call-priced', 'nobody-knows']);
  expect(report.prices).toMatchObject({ here: 1 });
  expect(subjectsOf(report, 'model_without_price')).toEqual(['call-priced', 'nobody-knows']);
  expect(report.mappings.channelTypes).toMatchObject([
    { from: 41, to: 8, count: 1 },
    { from: 1, to: 1, count: 1 },
  ]);
  expect(report.mappings.options).toContainEqual({ from: 'OidcClientId', to: 'OidcClientId' });
});

describe('a dump of', () => {
  test.each([
    [
      'Navicat',
      '/*\n Navicat Premium Data Transfer\n\n Source Server Type    : MySQL\n*/\n\nSET NAMES utf8mb4;\n',
      ') ENGINE = InnoDB AUTO_INCREMENT = 3 CHARACTER SET = utf8mb4 ROW_FORMAT = Dynamic',
      'utf8',
    ],
    [
      'phpMyAdmin',
      '-- phpMyAdmin SQL Dump\n-- version 5.2.1\n\nSET time_zone = "+00:00";\n',
      ')',
      'utf8',
    ],
    ['HeidiSQL', '-- --------------------\n-- HeidiSQL Version:     12.6\n\n', ')', 'utf8'],
    ['mysqldump in PowerShell', '\uFEFF-- MySQL dump 10.13\n', ') ENGINE=InnoDB', 'utf16le'],
  ] as const)('%s is read with the escapes of MySQL', async (name, head, end, encoding) => {
    const path = join(scene.folder, `${name}.sql`);
    const table = (called: string, columns: string, rows: string) =>
      `DROP TABLE IF EXISTS \`${called}\`;\nCREATE TABLE \`${called}\`  (\n  ${columns},\n  PRIMARY KEY (\`id\`) USING BTREE,\n  INDEX \`idx_${called}\`(\`id\` ASC) USING BTREE\n${end};\n\nBEGIN;\nINSERT INTO \`${called}\` VALUES ${rows};\nCOMMIT;\n\n`;
    writeFileSync(
      path,
      head +
        table(
          'users',
          '`id` bigint NOT NULL AUTO_INCREMENT,\n  `username` varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NULL DEFAULT NULL,\n  `quota` bigint NULL DEFAULT 0,\n  `aff_code` varchar(32)',
          String.raw`(1, 'ro\'ot; \\', 5, 'ab')`,
        ) +
        table('channels', '`id` bigint NOT NULL,\n  `type` bigint', '(1, 1)') +
        table(
          'tokens',
          '`id` bigint NOT NULL,\n  `key` char(48),\n  `user_id` bigint',
          "(1, 'k', 1)",
        ) +
        '-- Dump completed on 2026-11-26  9:00:00\n',
      encoding,
    );
    const target = await scene.openTarget();
    await importInto(target, path);
    expect((await userOf(target, 1)).username).toBe(String.raw`ro'ot; \ `.trim());
  });
});
