import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { runCommand } from '../run-command.ts';

/** The built-in price book has this model at 2.5 and 10 dollars. */
const GROUPS = `groups:
  default: { ratio: 1, offered_as: Everybody }
  vip: { ratio: 0.8, limits: { requests: 60, tokens: 100000 } }
  svip: null
`;
const PRICES = `prices:
  gpt-4o: { input: 3, output: 12.5, cached: 1.5 }
  house-model: { input: 0.1, output: 0.4, tiers: [ { above: 200000, input: 0.2, output: 0.8 } ] }
  house-picture: { call: 0.04, image_factors: { hd: 2 } }
  odd-model: { ratios: { model: 0.123456789, completion: 1.333333333 } }
  o1: null
`;

describe('groups and prices of a configuration file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-sections-'));
  let gateway: TestGateway;
  let token: string;
  beforeAll(async () => {
    gateway = await startTestGateway();
    const draft = { name: 'ci', scopes: ['configuration:write'] };
    const { body } = await gateway.root.call('POST', '/api/user/access_tokens', draft);
    token = body.data.token as string;
  });
  beforeEach(() => apply('prune: true\n'));
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });

  const run = async (command: string, text: string, ...more: string[]) => {
    const path = join(folder, 'site.yaml');
    writeFileSync(path, text);
    const lines: string[] = [];
    const tell = (line: string) => lines.push(line);
    const env = { TOLLGATE_SERVER: gateway.url, TOLLGATE_ACCESS_TOKEN: token };
    const args = command === 'export' ? [command] : [command, path, ...more];
    return {
      code: await runCommand(args, { env, print: tell, printStatus: tell }),
      said: lines.join('\n'),
    };
  };
  const plan = (text: string) => run('plan', text, '--detailed-exitcode');
  const apply = (text: string) => run('apply', text, '--yes');
  const exported = async () => (await run('export', '')).said;

  test('are exported as they were applied, in money, and not again as options', async () => {
    expect(await apply(GROUPS + PRICES)).toMatchObject({ code: 0 });
    const text = await exported();
    for (const line of (GROUPS + PRICES).trimEnd().split('\n')) expect(text).toContain(line);
    for (const option of ['GroupRatio', 'UserUsableGroups', 'RateLimits', 'Ratio:', 'ModelPrice'])
      expect(text).not.toContain(option);
    expect(await plan(text)).toMatchObject({ code: 0 });
    await apply('prune: true\n');
    expect(await exported()).not.toContain('prices:');
    expect(await apply(text)).toMatchObject({ code: 0 });
    expect(await exported()).toBe(text);
  });

  test('show in a plan the result for each group and price, and nothing about ratios', async () => {
    await apply(GROUPS + PRICES);
    const changed = (GROUPS + PRICES)
      .replace('ratio: 0.8', 'ratio: 0.7')
      .replace('12.5', '13')
      .replace('call: 0.04', 'call: 0.05')
      .replace('  svip: null\n', '  gold: { ratio: 0.5 }\n')
      .replace('  house-model: {', '  other-model: {');
    const { code, said } = await plan(`prune: [prices]\n${changed}`);
    expect(code).toBe(2);
    for (const lines of [
      '  + group gold\n      + ratio  0.5',
      '  ~ group vip\n      ~ ratio  0.8 → 0.7',
      '  ~ price gpt-4o\n      ~ output  12.5 → 13',
      '  ~ price house-picture\n      ~ call  0.04 → 0.05',
      '  - price house-model',
      '  + price other-model\n      + input   0.1\n',
      '2 to add, 3 to change, 1 to delete.',
    ])
      expect(said).toContain(lines);
    expect(said).not.toContain('Ratio');
  });

  test('stay as they are if the file does not name them, unless it owns everything', async () => {
    await apply(GROUPS + PRICES);
    expect(
      await plan('prices:\n  gpt-4o: { input: 3, output: 12.5, cached: 1.5 }\n'),
    ).toMatchObject({ code: 0 });
    const text = `prune: [groups, prices]\ngroups:\n  default: { ratio: 2 }\nprices:\n  gpt-4o: { input: 4, output: 8 }\n`;
    expect(await apply(text)).toMatchObject({ code: 0 });
    const after = await exported();
    expect(after).toContain('gpt-4o: { input: 4, output: 8 }');
    for (const gone of ['house-model', 'o1: null', 'vip: {', 'Everybody', 'requests'])
      expect(after).not.toContain(gone);
    expect(await plan(text)).toMatchObject({ code: 0 });
  });

  test('are saved as a version of the price book, as by the editor, only if a price changes', async () => {
    const last = async () =>
      (await gateway.root.call('GET', '/api/price/versions?page_size=1')).body.data.items as {
        id: number;
        changed: number;
      }[];
    await apply(PRICES);
    const [before] = await last();
    await apply(PRICES.replace('12.5', '13').replace('0.04', '0.05'));
    expect(await last()).toMatchObject([{ id: (before?.id ?? 0) + 1, changed: 2 }]);
    await apply('options: { RetryTimes: 7 }\n');
    expect(await last()).toMatchObject([{ id: (before?.id ?? 0) + 1 }]);
  });

  test('are still accepted as raw options, and refused if both specify the same', async () => {
    const raw = `options:\n  ModelRatio: { gpt-4o: 1.5 }\n  GroupRatio: { default: 1, raw: 3 }\n`;
    expect((await plan(raw)).said).toContain('  ~ option GroupRatio\n');
    expect(await apply(raw)).toMatchObject({ code: 0 });
    expect(await plan(raw)).toMatchObject({ code: 0 });
    const both = await plan(`${raw}prices:\n  gpt-4o: { input: 3 }\n`);
    expect(both).toMatchObject({ code: 1 });
    expect(both.said).toContain('Option ModelRatio and the section prices set the same value');
    const limits = `${GROUPS}options: { RateLimits: [{ per: group, match: [vip], requests: 5 }] }\n`;
    expect((await plan(limits)).said).toContain('the section groups.vip.limits set the same value');
  });

  test('every impossible price is reported with its model', async () => {
    const { code, said } = await apply(
      'prices:\n  a: { output: 3 }\n  b: { input: 3, output: 0.0000001 }\n  c: { input: free }\n  d: { input: 1 }\n',
    );
    expect(code).toBe(1);
    for (const model of ['a', 'b', 'c']) expect(said).toContain(`price ${model}: `);
    expect(said).not.toContain('price d');
    expect(await exported()).not.toContain('prices:');
  });

  test.each([
    [
      'an unknown field of a group',
      'groups:\n  vip: { ratio: 1, ratoi: 2 }\n',
      '2:20: groups.vip.ratoi',
    ],
    [
      'an unknown field of a price',
      'prices:\n  m:\n    input: 1\n    outptu: 2\n',
      '4:5: prices.m.outptu',
    ],
    [
      'an unknown field of a tier',
      'prices:\n  m: { input: 1, tiers: [{ above: 9, inptu: 1 }] }\n',
      'inptu',
    ],
    ['two forms of a price', 'prices:\n  m: { input: 1, call: 2 }\n', '2:3: prices.m'],
    ['a group without a ratio', 'groups:\n  vip: { offered_as: x }\n', '2:3: groups.vip.ratio'],
    ['a list of prices', 'prices: []\n', '1:1: prices'],
  ])('a file with %s is refused with the location', async (_what, text, said) => {
    const refused = await plan(text);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining(said)]);
  });
});
