import { IMPORT_FAMILIES } from '@tollgate/contract';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { foreignSchemas } from '../../../test-support/foreign-databases/foreign-schema.ts';
import {
  createImportScene,
  importInto,
  readImported,
  type Target,
} from '../../../test-support/import-scene.ts';
import type { Family } from './source-family.ts';

const SIZE = { users: 12, channels: 4, logs: 60 };
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

/** Columns that exist in every version, by table; all other tables were added later. */
const FIRST: Readonly<Record<string, string>> = {
  users:
    'id username password display_name role status email github_id wechat_id access_token quota used_quota request_count group aff_code inviter_id',
  tokens:
    'id user_id key status name created_time accessed_time expired_time remain_quota unlimited_quota',
  channels:
    'id type key status name weight created_time test_time response_time base_url other models group',
  options: 'key value',
  redemptions: 'id user_id key status name quota created_time redeemed_time',
  logs: 'id user_id created_at type content username token_name model_name quota prompt_tokens completion_tokens',
};
/**
 * What distinguishes the first version of a program from the one it was forked from; includes the tables of
 * prices and groups.
 */
const MARKS: Readonly<Record<Family, readonly string[]>> = {
  'one-api': ['abilities'],
  'new-api': ['top_ups', 'users.aff_quota'],
  'one-hub': ['prices', 'user_groups', 'orders', 'users.deleted_at'],
};

/** Statements that reduce a database to that of the first version. */
function toFirstVersion(family: Family): string[] {
  return Object.entries(foreignSchemas[family]).flatMap(([table, columns]) => {
    if (MARKS[family].includes(table)) return [];
    const first = FIRST[table]?.split(' ');
    if (!first) return [`DROP TABLE "${table}"`];
    return columns
      .map((column) => column.split(':')[0] ?? '')
      .filter((name) => !first.includes(name) && !MARKS[family].includes(`${table}.${name}`))
      .map((name) => `ALTER TABLE "${table}" DROP COLUMN "${name}"`);
  });
}

const balancesOf = async (target: Target) => {
  const { users, keys } = await readImported(target);
  return {
    users: users.map(({ id, username, quota, used_quota: used }) => [id, username, quota, used]),
    keys: keys.map(({ id, key, remain_quota: remain }) => [id, key, remain]),
  };
};

describe.each(IMPORT_FAMILIES)('a database of %s', (family) => {
  const importOf = async (statements: readonly string[]) => {
    const target = await scene.openTarget();
    const source = scene.writeSource(family, SIZE, statements);
    const report = await importInto(target, source, { logs: true, family });
    return { report, balances: await balancesOf(target) };
  };

  test('of the first version, without all columns added later, imports users, keys and balances', async () => {
    const now = await importOf([]);
    const first = await importOf(toFirstVersion(family));
    const isDeleted = ([id]: unknown[]) => id === 5;
    const withoutDeleted = (rows: unknown[][]) => rows.filter((row) => !isDeleted(row));
    expect(withoutDeleted(first.balances.users)).toEqual(withoutDeleted(now.balances.users));
    expect(first.balances.keys).toEqual(now.balances.keys);
    expect(first.report.money).toMatchObject({ differences: 0 });
    expect(first.report.counts.logs).toEqual(now.report.counts.logs);
  });

  test('of a future version, with unknown columns and tables, imports the same', async () => {
    const now = await importOf([]);
    const later = await importOf([
      ...Object.keys(foreignSchemas[family]).flatMap((table) => [
        `ALTER TABLE "${table}" ADD COLUMN "new;column" text DEFAULT '{"a":1}'`,
        `ALTER TABLE "${table}" ADD COLUMN next_one blob`,
      ]),
      'CREATE TABLE galaxies (id text primary key, "select" json)',
      `INSERT INTO galaxies VALUES ('M31', '[]')`,
    ]);
    expect(later.balances).toEqual(now.balances);
    expect(later.report.counts).toEqual(now.report.counts);
    expect(later.report.money).toEqual(now.report.money);
  });
});
