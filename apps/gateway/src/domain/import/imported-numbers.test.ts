import { afterAll, afterEach, expect, test } from 'vitest';
import { createImportScene, importInto } from '../../../test-support/import-scene.ts';
import type { Family } from './source-family.ts';

const SIZE = { users: 2, channels: 2, logs: 1 };
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

const option = (key: string, value: unknown) => [
  `DELETE FROM options WHERE "key" = '${key}'`,
  `INSERT INTO options VALUES ('${key}', '${typeof value === 'string' ? value : JSON.stringify(value)}')`,
];

/** Imports a database; returns the target and the examples of a finding as `subject: detail`. */
async function importOf(family: Family, statements: readonly string[]) {
  const target = await scene.openTarget();
  const { findings } = await importInto(target, scene.writeSource(family, SIZE, statements));
  await target.changes.catchUp();
  const found = (code: string) =>
    findings
      .filter((finding) => finding.code === code)
      .flatMap(({ examples }) => examples.map(({ subject, detail }) => `${subject}: ${detail}`));
  return { target, found };
}

test('every number of a price table that is none or below 0 is reported', async () => {
  const { target, found } = await importOf('new-api', [
    ...option('ModelRatio', { 'gpt-priced': -1.25, 'claude-priced': 'abc', fine: 2 }),
    ...option('CompletionRatio', { fine: -3 }),
    ...option('CacheRatio', { fine: null }),
    ...option('ModelPrice', { 'call-priced': -0.1 }),
    ...option('billing_setting.billing_mode', '{broken'),
  ]);
  expect(found('price_invalid').toSorted()).toEqual([
    'billing_mode: ',
    'call-priced: ModelPrice -0.1',
    'claude-priced: ModelRatio abc',
    'fine: CacheRatio null',
    'fine: CompletionRatio -3',
    'gpt-priced: ModelRatio -1.25',
  ]);
  expect(target.options.get('ModelRatio')).toMatchObject({ fine: 2 });
  expect(target.options.get('ModelRatio')).not.toHaveProperty('gpt-priced');
});

test('ratios of groups that are unreadable or below 0 are reported', async () => {
  const { target, found } = await importOf('new-api', [
    ...option('GroupRatio', { default: -1, vip: 0.5 }),
    ...option('GroupGroupRatio', { vip: { default: -0.9 } }),
    ...option('TopupGroupRatio', { default: 1, vip: -0.5 }),
  ]);
  expect(found('price_invalid')).toEqual([
    'default: GroupRatio -1',
    'default: GroupGroupRatio -0.9',
  ]);
  expect(found('option_invalid')).toContain('TopupGroupRatio: vip -0.5');
  expect(target.options.get('GroupRatio')).toMatchObject({ vip: 0.5 });
  const broken = await importOf('one-api', option('GroupRatio', '{"vip": 0.5'));
  expect(broken.found('price_invalid')).toEqual(['GroupRatio: ']);
});

test('a group of one-hub with a ratio below 0 is not given away but refused, and reported', async () => {
  const { target, found } = await importOf('one-hub', [
    `UPDATE user_groups SET ratio = -0.5 WHERE symbol = 'vip'`,
    `UPDATE prices SET extra_ratios = '{"cached_tokens": -1}' WHERE model = 'gpt-priced'`,
    `UPDATE prices SET extra_ratios = '{broken' WHERE model = 'claude-priced'`,
  ]);
  expect(found('price_invalid').toSorted()).toEqual([
    'claude-priced: extra_ratios',
    'gpt-priced: cached_tokens -1',
    'vip: GroupRatio -0.5',
  ]);
  expect(target.options.get('GroupRatio')).not.toHaveProperty('vip');
});

test('a price of a tool below 0 is reported', async () => {
  const { found } = await importOf(
    'new-api',
    option('tool_price_setting.prices', { web_search: -10 }),
  );
  expect(found('option_invalid')).toContain('tool_price_setting.prices: web_search -10');
});

test('an object in the place of a text, even one with a member called toString, stops no import', async () => {
  const object = { toString: 1, valueOf: 1 };
  const { target } = await importOf('new-api', [
    ...option('GroupRatio', { default: 1 }),
    ...option('UserUsableGroups', { default: object }),
    ...option('billing_setting.billing_mode', { m: 'tiered_expr' }),
    ...option('billing_setting.billing_expr', { m: object }),
    `UPDATE users SET setting = '${JSON.stringify({ webhook_url: object })}'`,
    `UPDATE channels SET model_mapping = '${JSON.stringify({ a: object })}',
     status_code_mapping = '${JSON.stringify({ 429: object })}'`,
  ]);
  expect(target.options.get('UserUsableGroups')).toEqual({ default: JSON.stringify(object) });
  await importOf('one-hub', option('ChatLinks', [{ name: object, url: 'https://a.test' }]));
});
