import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { testOnce } from '../../../test-support/test-once.ts';
import { runCommand } from '../run-command.ts';

const SECRETS = {
  CHANNEL_MAIN_KEY: 'sk-main-secret',
  CHANNEL_MAIN_SETTING_HEADER_OVERRIDE_X_API_KEY: 'header-secret-value',
  CHANNEL_KEY: 'key-of-a-chinese-name',
  CHANNEL_MANY_KEY: 'k1\nk2',
  SMTP_TOKEN: 'mail-secret-value',
};

describe.each(databaseKinds)('a site as a file on %s', (kind) => {
  // What no database has a part in is tested on one.
  const once = testOnce(kind);
  let folder: string;
  let source: TestGateway;
  let target: TestGateway;
  let tokens: Map<TestGateway, string>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-site-'));
    [source, target] = await Promise.all([startTestGateway({ kind }), startTestGateway({ kind })]);
    tokens = new Map();
    for (const gateway of [source, target]) {
      const draft = { name: 'ci', scopes: ['configuration:write'] };
      const { body } = await gateway.root.call('POST', '/api/user/access_tokens', draft);
      tokens.set(gateway, body.data.token as string);
    }
  });
  afterAll(async () => {
    await Promise.all([source.close(), target.close()]);
    rmSync(folder, { recursive: true });
  });

  const tollgate = async (gateway: TestGateway, args: string[], env: object = SECRETS) => {
    const said: string[] = [];
    const noted: string[] = [];
    const code = await runCommand(args, {
      env: {
        TOLLGATE_SERVER: gateway.url,
        TOLLGATE_ACCESS_TOKEN: tokens.get(gateway) ?? '',
        ...env,
      },
      print: (line) => said.push(line),
      printStatus: (line) => noted.push(line),
    });
    return { code, said: said.join('\n'), noted: noted.join('\n') };
  };
  let files = 0;
  const write = (text: string) => {
    const path = join(folder, `site-${(files += 1)}.yaml`);
    writeFileSync(path, text);
    return path;
  };
  const plan = (text: string, env?: object) =>
    tollgate(target, ['plan', write(text), '--detailed-exitcode'], env);
  const apply = (text: string, ...more: string[]) =>
    tollgate(target, ['apply', write(text), ...(more.length > 0 ? more : ['--yes'])]);
  const channelNames = async () => {
    const { body } = await target.root.call('GET', '/api/channel/?page_size=100');
    const { items } = body.data as unknown as { items: { name: string; id: number }[] };
    return items.map(({ name }) => name).toSorted();
  };

  test('moves completely from one gateway to a fresh one, and applying it again changes nothing', async () => {
    await source.setOptions({
      SystemName: '转运站 "x"',
      RetryTimes: '3',
      GroupRatio: '{"default":1,"vip":0.8,"gold":0.5}',
      EmailDomainWhitelist: 'a.example,b.example',
      SMTPServer: 'mail.example',
      SMTPToken: SECRETS.SMTP_TOKEN,
      Notice: 'two\nlines',
    });
    await source.channel({
      name: 'main',
      key: SECRETS.CHANNEL_MAIN_KEY,
      models: 'gpt-4o,gpt-4o-mini',
      group: 'default,gold',
      model_mapping: '{"gpt-4o": "gpt-4o-2024"}',
      setting: JSON.stringify({
        first_token_timeout_seconds: 20,
        header_override: { 'x-api-key': 'header-secret-value', 'x-plain': 'yes' },
      }),
      priority: 5,
      tag: 'a',
    });
    await source.channel({ name: '渠道', key: SECRETS.CHANNEL_KEY, type: 14, status: 2 });
    await source.channel({
      name: 'many',
      key: SECRETS.CHANNEL_MANY_KEY,
      setting: '{"multi_key":"random"}',
      auto_ban: 0,
      weight: 7,
    });
    const exported = await tollgate(source, ['export']);
    expect(exported.code).toBe(0);
    for (const secret of Object.values(SECRETS)) expect(exported.said).not.toContain(secret);
    for (const name of Object.keys(SECRETS)) expect(exported.noted).toContain(name);
    expect(await apply(exported.said)).toMatchObject({ code: 0 });
    expect((await tollgate(target, ['export'])).said).toBe(exported.said);
    expect(await plan(exported.said)).toMatchObject({
      code: 0,
      said: 'No changes: the gateway matches the file.',
    });
    const keys = await Promise.all(
      [source, target].map(async ({ app }) =>
        (await app.domain.store.db.selectFrom('channels').select(['name', 'key_cipher']).execute())
          .map(({ name, key_cipher }) => [name, app.domain.keyring.decrypt(key_cipher)])
          .toSorted(([left = ''], [right = '']) => left.localeCompare(right)),
      ),
    );
    expect(keys[1]).toEqual(keys[0]);
    expect(target.app.domain.options.text('SMTPToken')).toBe(SECRETS.SMTP_TOKEN);
  });

  test('a mapping of a model called env, and other values that look like references, move as they are', async () => {
    const odd = await source.channel({
      name: 'odd',
      key: SECRETS.CHANNEL_MAIN_KEY,
      model_mapping: '{"env": "gpt-4o"}',
      setting: '{"param_override": {"file": "a.txt"}}',
    });
    const exported = (await tollgate(source, ['export'])).said;
    const env = { ...SECRETS, CHANNEL_ODD_KEY: SECRETS.CHANNEL_MAIN_KEY };
    const same = await tollgate(source, ['plan', write(exported), '--detailed-exitcode'], env);
    expect(same).toMatchObject({ code: 0, noted: '' });
    const applied = await tollgate(target, ['apply', write(exported), '--yes'], env);
    expect(applied).toMatchObject({ code: 0 });
    expect((await tollgate(target, ['export'])).said).toBe(exported);
    for (const { root, app } of [source, target]) {
      const [{ id } = odd] = await app.domain.store.db
        .selectFrom('channels')
        .select('id')
        .where('name', '=', 'odd')
        .execute();
      await root.call('DELETE', `/api/channel/${id}/`);
    }
  });

  const CHANNEL = `channels:
  one:
    type: openai
    key: {env: CHANNEL_MAIN_KEY}
    models: [a, b]
    setting: {multi_key: random, header_override: {x-plain: {env: CHANNEL_KEY}}}
`;
  const changed = CHANNEL.replace('[a, b]', '[b, c]').replace('MAIN_KEY', 'MANY_KEY');

  test('a plan shows each field before and after, hides referenced values, and changes nothing', async () => {
    await apply(`${CHANNEL}options: {RetryTimes: 3}\n`);
    const shown = await plan(`${changed}    priority: 3\noptions: {RetryTimes: 5}\n`);
    expect(shown.code).toBe(2);
    expect(shown.said).toContain(
      [
        '  ~ channel one',
        '      ~ models    + c, - a',
        '      ~ priority  0 → 3',
        '      ~ key       (secret) → (secret)',
        '',
        '  ~ option RetryTimes: 3 → 5',
        '',
        '0 to add, 2 to change, 0 to delete.',
      ].join('\n'),
    );
    expect(await plan(CHANNEL)).toMatchObject({ code: 0 });
    const secret = { ...SECRETS, CHANNEL_KEY: 'another-secret' };
    const hidden = await plan(CHANNEL, secret);
    expect(hidden.code).toBe(2);
    expect(hidden.said).toContain('~ setting.header_override.x-plain  (secret) → (secret)');
    expect(hidden.said).not.toContain('another-secret');
  });

  test('an outdated plan is refused, and a current one is applied', async () => {
    await apply(CHANNEL);
    const idOf = (said: string) => /Plan: (\w+)/.exec(said)?.[1] ?? '';
    const stale = idOf((await plan(changed)).said);
    const [{ id }] = (await target.root.call('GET', '/api/channel/search?keyword=one')).body.data
      .items as [{ id: number }];
    await target.root.call('PUT', '/api/channel/', { id, models: 'z' });
    expect(await apply(changed, '--plan', stale)).toMatchObject({
      code: 1,
      noted: expect.stringContaining(
        'The configuration has changed since the plan. Nothing was applied; plan again',
      ) as string,
    });
    const fresh = idOf((await plan(changed)).said);
    const other = changed.replace('[b, c]', '[b, d]');
    expect(await apply(other, '--plan', fresh)).toMatchObject({ code: 1 });
    expect(await apply(changed, '--plan', fresh)).toMatchObject({ code: 0 });
    expect(await plan(changed)).toMatchObject({ code: 0 });
  });

  test('is applied as a whole or not at all, by the same rules as in the console, and reports every refusal', async () => {
    const before = await channelNames();
    const refused = await apply(`channels:
  good: {type: openai, key: {env: CHANNEL_MAIN_KEY}, models: [a], groups: [brand-new]}
  lost: {type: openai, key: {env: CHANNEL_MAIN_KEY}, models: [a], groups: [nowhere]}
  keyless: {type: openai, models: [a]}
  two-keys: {type: openai, key: {env: CHANNEL_MANY_KEY}, models: [a]}
  strange: {type: no-such, key: {env: CHANNEL_MAIN_KEY}, models: [a]}
options: {GroupRatio: {default: 1, gold: 1, brand-new: 2}, EmailVerificationEnabled: maybe}
`);
    expect(refused.code).toBe(1);
    for (const name of ['keyless', 'two-keys', 'strange', 'lost', 'EmailVerificationEnabled'])
      expect(refused.said).toContain(`${name}: `);
    expect(refused.said).not.toContain('good');
    expect(await channelNames()).toEqual(before);
    expect(target.app.domain.options.raw('GroupRatio')).not.toContain('brand-new');
    const fine = `channels:
  good: {type: openai, key: {env: CHANNEL_MAIN_KEY}, models: [a], groups: [brand-new]}
options: {GroupRatio: {default: 1, gold: 1, brand-new: 2}}
`;
    expect(await apply(fine)).toMatchObject({ code: 0 });
    const moved = fine.replace('models', 'base_url: https://other.example, models');
    expect(await apply(moved.replace(/key: \{[^}]*\}, /, ''))).toMatchObject({ code: 1 });
    expect(await apply(moved)).toMatchObject({ code: 0 });
    // A group is removed along with the channel that leaves it in the same file, but not before.
    const without = moved.replace(', brand-new: 2', '');
    expect(await apply(without)).toMatchObject({ code: 1 });
    expect(await apply(without.replace('[brand-new]', '[gold]'))).toMatchObject({ code: 0 });
  });

  test('leaves alone what it does not name, unless it owns everything', async () => {
    await apply(CHANNEL);
    expect((await channelNames()).length).toBeGreaterThan(1);
    expect(await plan(`prune: [channels]\n${CHANNEL}`)).toMatchObject({ code: 2 });
    expect(await apply(`prune: true\n${CHANNEL}`)).toMatchObject({ code: 0 });
    expect(await channelNames()).toEqual(['one']);
    expect(target.app.domain.options.text('SMTPToken')).toBe('');
    expect(target.app.domain.options.number('RetryTimes')).toBe(0);
    expect(await plan(`prune: true\n${CHANNEL}`)).toMatchObject({ code: 0 });
  });

  test('each channel and option that it changes is in the audit log, without secrets', async () => {
    await apply(`prune: true\n${CHANNEL}`);
    await apply(`prune: true\n${changed}options: {RetryTimes: 4}\n`);
    const { body } = await target.root.call('GET', '/api/audit/?action=applyConfiguration');
    const { items } = body.data as unknown as {
      items: { subject: string; object_name: string; credential: string }[];
    };
    expect(items.slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subject: 'channel', object_name: 'one' }),
        expect.objectContaining({ object_name: 'RetryTimes', credential: 'access-token' }),
      ]),
    );
    for (const secret of [SECRETS.CHANNEL_MAIN_KEY, SECRETS.CHANNEL_MANY_KEY])
      expect(JSON.stringify(items)).not.toContain(JSON.stringify(secret).slice(1, -1));
  });

  test('what the gateway auto-disabled stays disabled, until the file says otherwise', async () => {
    await apply(CHANNEL);
    const { db } = target.app.domain.store;
    await db.updateTable('channels').set({ status: 3 }).where('name', '=', 'one').execute();
    expect(await plan(`${CHANNEL}    enabled: true\n`)).toMatchObject({ code: 0 });
    expect(await plan(CHANNEL)).toMatchObject({ code: 0 });
    expect(await plan(`${CHANNEL}    enabled: false\n`)).toMatchObject({ code: 2 });
  });

  once('two channels with the same name are refused by name', async () => {
    await target.channel({ name: 'twin' });
    await target.channel({ name: 'twin' });
    expect((await tollgate(target, ['export'])).noted).toContain(
      'Several channels (2) are named "twin"',
    );
    const text = CHANNEL.replace('one', 'twin');
    expect((await plan(text)).said).toContain('Several channels (2) are named "twin"');
    await apply(`prune: true\n${CHANNEL}`);
  });

  const ATTACKS: [string, string, string][] = [
    [
      'a field that there is not',
      CHANNEL.replace('models', 'modells'),
      '5:5: channels.one.modells',
    ],
    ['a part that there is not', 'chanels: {}\n', '1:1: chanels'],
    ['a wrong type', CHANNEL.replace('[a, b]', '7'), '5:5: channels.one.models'],
    ['a name twice', `${CHANNEL}  one: {type: openai, models: [a]}\n`, 'unique'],
    ['a secret that is not set', CHANNEL.replace('MAIN_KEY', 'LOST_KEY'), 'CHANNEL_LOST_KEY'],
    ['a file that is not there', CHANNEL.replace('env: CHANNEL_MAIN_KEY', 'file: none'), 'none'],
    [
      'a key in clear',
      CHANNEL.replace('{env: CHANNEL_MAIN_KEY}', 'sk-clear'),
      '4:5: channels.one.key',
    ],
    ['a secret option in clear', 'options: {SMTPToken: clear}\n', 'options.SMTPToken'],
    ['an anchor', 'a: &a [x]\nchannels: {}\n', 'anchors'],
    ['a number twice', 'groups: {1: {}, "1": {}}\n', 'unique'],
    ['an anchor of names', 'channels: &a {}\n', 'anchors'],
    ['an alias bomb', `a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n`, 'anchors'],
    ['a tag of its own', 'options: {SystemName: !!js/function "x"}\n', 'tag'],
    ['two documents', 'options: {}\n---\noptions: {}\n', 'documents'],
    ['ten megabytes', `#${'x'.repeat(10 * 1024 * 1024)}`, '1 MB'],
    ['depth', `options: ${'['.repeat(20_000)}`, 'rror'],
    ['nothing', '', 'channels'],
  ];
  once.each(ATTACKS)('a file with %s is refused with the location', async (_what, text, said) => {
    const { code, noted } = await plan(text);
    expect([code, noted]).toEqual([1, expect.stringContaining(said)]);
  });

  test('options that only the super admin may write cannot be written by other administrators', async () => {
    const admin = await target.user({ role: 10 });
    const token = (await admin.call('GET', '/api/user/token')).body.data as unknown as string;
    const text = write('options: {ServerAddress: https://elsewhere.example}\n');
    const result = await tollgate(target, ['apply', text, '--yes'], {
      TOLLGATE_ACCESS_TOKEN: token,
    });
    expect(result).toMatchObject({ code: 1 });
    expect(target.app.domain.options.text('ServerAddress')).toBe('');
  });

  once('wrong usage and unreachable gateways never look like changes', async () => {
    const file = write(CHANNEL);
    for (const args of [
      ['plan', '--detailed-exitcode'],
      ['plan', file, '--detailed-exitcode', '--no-such-option'],
      ['plan', file, '--detailed-exitcode', '--server', 'ftp://x'],
      ['plan', file, '--detailed-exitcode', '--token-file', join(folder, 'none')],
      ['plan', join(folder, 'none.yaml'), '--detailed-exitcode'],
    ])
      expect(await tollgate(target, args)).toMatchObject({ code: 1, said: '' });
    const away = ['plan', file, '--detailed-exitcode', '--server', 'http://127.0.0.1:1'];
    expect(await tollgate(target, away)).toMatchObject({ code: 3, said: '' });
  });

  once('an export goes to a file, and JSON to programs', async () => {
    const path = join(folder, 'out.yaml');
    const { noted } = await tollgate(target, ['export', '--out', path]);
    expect(noted).toContain('1 channels');
    expect(readFileSync(path, 'utf8')).toContain('key: { env: CHANNEL_ONE_KEY }');
    const { said } = await tollgate(target, ['plan', write(CHANNEL), '--json']);
    expect(JSON.parse(said)).toMatchObject({ applied: false, changes: [], refused: [] });
  });
});
