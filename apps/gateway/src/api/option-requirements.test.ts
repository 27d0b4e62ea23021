import { findOption, type OptionDefinition, optionRegistry } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startVerifier, type Verifier } from '../../test-support/start-verifier.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { optionLabel, optionNames, translateError } from '../domain/error-texts.ts';
import { fillIn } from '../platform/fill-in.ts';

/** Switches that require nothing else. Whoever adds a switch decides: here, or `requires` in its entry. */
const STAND_ALONE = [
  'DisplayInCurrencyEnabled',
  'DisplayTokenStatEnabled',
  'DefaultCollapseSidebar',
  'DataExportEnabled',
  'TaskEnabled',
  'DrawingEnabled',
  'PasswordLoginEnabled',
  // Requires no option but a second factor of whoever turns it on: `second-factors.test.ts`.
  'AdminSecondFactorRequired',
  'CurrentPasswordRequired',
  'RegisterEnabled',
  'EmailAliasRestrictionEnabled',
  'SMTPSSLEnabled',
  'LogConsumeEnabled',
  'RoundChargesUp',
  'AutomaticDisableChannelEnabled',
  'AutomaticEnableChannelEnabled',
  'ChannelCooldownEnabled',
  'ServiceStatusEnabled',
];

const needy = optionRegistry.filter(({ requires }) => requires);
const switches = needy.filter(({ requires }) => requires?.meanwhile !== 'idle');
const idlers = needy.filter(({ requires }) => requires?.meanwhile === 'idle');

const optionOf = (key: string): OptionDefinition => {
  const option = findOption(key);
  if (!option) throw new Error(`no option ${key}`);
  return option;
};

/** An option's requirements that can be missing: a number always has a value. */
const needsOf = ({ requires }: OptionDefinition) =>
  (requires?.keys ?? [])
    .map((need) => (typeof need === 'string' ? [need] : [...need]))
    .filter((need) => need.every((key) => emptyOf(key) !== undefined));

function emptyOf(key: string): string | undefined {
  const option = optionOf(key);
  return ['false', '', '{}'].find((value) => option.check(value).ok);
}

function sampleOf(key: string): string {
  const { kind, secret } = optionOf(key);
  if (kind === 'boolean') return 'true';
  if (kind === 'url') return 'https://needed.example.org';
  return secret ? 'the-secret' : 'needed.example.org';
}

test('every switch states what it requires, or is known to require nothing, and every requirement is an option', () => {
  const silent = optionRegistry.filter(({ kind, requires }) => kind === 'boolean' && !requires);
  expect(silent.map(({ key }) => key).toSorted()).toEqual(STAND_ALONE.toSorted());
  const refused = switches.filter(({ kind }) => kind !== 'boolean');
  expect(refused.map(({ key }) => key)).toEqual([]);
  for (const { key, requires } of needy)
    expect([key, requires?.keys.flat().every((one) => findOption(one))]).toEqual([key, true]);
});

describe.each(databaseKinds)('options that require others, on %s', (kind) => {
  let verifier: Verifier;
  let gateway: TestGateway;
  beforeAll(async () => {
    verifier = await startVerifier();
    gateway = await startTestGateway({ kind, env: { HUMAN_CHECK_URL: verifier.url } });
  });
  afterAll(async () => {
    await gateway.close();
    await verifier.close();
  });

  const isSet = (key: string) => gateway.app.domain.options.raw(key) !== '';
  const put = async (key: string, value: string) =>
    (await gateway.root.call('PUT', '/api/option/', { key, value })).body;
  const give = async (keys: readonly string[]) => {
    for (const key of keys) {
      // A stored secret has to be entered again for a new address.
      const secrets = optionRegistry.filter(
        ({ sentTo, key: one }) => sentTo?.includes(key) && isSet(one),
      );
      const options = [key, ...secrets.map((secret) => secret.key)].map((one) => ({
        key: one,
        value: sampleOf(one),
      }));
      const { body } = await gateway.root.call('POST', '/api/option/batch', { options });
      expect([key, body]).toMatchObject([key, { success: true }]);
    }
  };
  const take = async (key: string) =>
    optionOf(key).secret
      ? (await gateway.root.call('DELETE', `/api/option/secrets/${key}`)).body
      : put(key, emptyOf(key) ?? '');

  // What is required is checked in memory; that a refused option is not written, in `options.test.ts`.
  if (kind === databaseKinds[0]) {
    test.each(switches.map((option) => [option.key, option] as const))(
      '%s is refused while a requirement is missing, protects it while on, and releases it when off',
      async (key, option) => {
        const needs = needsOf(option);
        expect(needs).not.toEqual([]);
        for (const need of needs) {
          for (const one of needs.flat()) await take(one);
          await give(needs.filter((one) => one !== need).map(([first = '']) => first));
          const missing = need.slice(0, 1);
          const refused = await put(key, 'true');
          expect(refused).toMatchObject({ success: false, field: key, missing });
          expect(['option_needs_others', 'option_incomplete']).toContain(refused.code);
          // The settings turn the name into a link, so the text has to contain it.
          for (const one of missing) expect(refused.message).toContain(optionLabel(one, 'en'));
          // Each alternative is sufficient, and then can't be removed.
          for (const enough of need) {
            await give([enough]);
            expect([enough, await put(key, 'true')]).toMatchObject([enough, { success: true }]);
            const kept = await take(enough);
            expect(kept).toMatchObject({ success: false, field: enough, missing });
            expect(['option_needed_by', 'option_incomplete']).toContain(kept.code);
            expect(await put(key, 'false')).toMatchObject({ success: true });
            expect(await take(enough)).toMatchObject({ success: true });
          }
        }
      },
    );

    test.each(['zh', 'en'] as const)(
      'the refusal names both by their labels, in %s',
      async (language) => {
        for (const { key, requires } of switches) {
          const missing = requires?.keys.flat() ?? [];
          const text = translateError(
            'option_needs_others',
            { name: optionNames(key), missing: optionNames(...missing) },
            language,
          );
          expect([key, text]).toEqual([key, fillIn(text, {})]);
          expect(text).not.toMatch(/options:|undefined|\{\{|Enabled/);
        }
      },
    );

    test('an option that would merely have no effect may be set at any time, and survives the loss of its requirement', async () => {
      for (const option of idlers) {
        const [need = ''] = needsOf(option)[0] ?? [];
        await take(need);
        const value = option.kind === 'boolean' ? 'true' : option.secret ? 'a-key' : option.default;
        expect([option.key, await put(option.key, value)]).toMatchObject([
          option.key,
          { success: true },
        ]);
        expect(gateway.app.domain.options.raw(option.key)).toBe(value);
      }
    });
  }

  test.each([
    ['TopupGroupRatio', '{"nobody":2}', '{"gold":2}'],
    ['UserUsableGroups', '{"default":"All","nobody":"Typo"}', '{"default":"All","gold":"Gold"}'],
    ['OidcGroupMap', '{"staff":"nobody"}', '{"staff":"gold"}'],
    [
      'RateLimits',
      '[{"per":"group","match":["nobody"],"requests":1}]',
      '[{"per":"group","match":["gold","no*"],"requests":1},{"per":"model","match":["m"]}]',
    ],
  ])('%s cannot name a group that does not exist', async (key, wrong, right) => {
    const before = gateway.app.domain.options.raw(key);
    await gateway.setOption('GroupRatio', '{"default":1,"vip":1,"svip":1,"gold":1}');
    expect(await put(key, wrong)).toMatchObject({
      code: 'option_group_unknown',
      field: key,
      missing: ['GroupRatio'],
    });
    expect(await put(key, right)).toMatchObject({ success: true });
    await gateway.setOption(key, before);
    await gateway.setOption('GroupRatio', '{"default":1,"vip":1,"svip":1}');
  });

  test('a group cannot be removed while people, teams, keys, channels or logins depend on it, and can once they are freed', async () => {
    const groups = (...names: string[]) =>
      put('GroupRatio', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))));
    const all = ['default', 'a-user', 'a-team', 'a-key', 'a-channel', 'a-login', 'spare'];
    expect(await groups(...all)).toMatchObject({ success: true });
    const person = await gateway.user();
    const { root } = gateway;
    const move = (group: string) => root.call('PUT', '/api/user/', { id: person.id, group });
    await move('a-user,default');
    const made = (await person.call('POST', '/api/team/', { name: 'Named' })).body.data;
    const { id: team } = made as unknown as { id: number };
    await root.call('PUT', `/api/teams/${team}`, { group: 'a-team' });
    await gateway.setOption('UserUsableGroups', '{"a-key":"For keys"}');
    const key = await person.call('POST', '/api/token/', { name: 'k', group: 'a-key' });
    expect(key.body).toMatchObject({ success: true });
    const channel = await gateway.channel({ group: 'a-channel' });
    await gateway.setOption('OidcGroupMap', '{"staff":"a-login"}');
    const { data: counted } = (await root.call('GET', '/api/price/groups')).body;
    const none = { users: 0, teams: 0, keys: 0, channels: 0 };
    expect(counted).toEqual(
      expect.arrayContaining([
        { group: 'a-user', ...none, users: 1 },
        { group: 'a-team', ...none, teams: 1 },
        { group: 'a-key', ...none, keys: 1 },
        { group: 'a-channel', ...none, channels: 1 },
        { group: 'spare', ...none },
      ]),
    );
    const without = (group: string) => groups(...all.filter((one) => one !== group));
    for (const [group, uses] of [
      ['a-user', /users: 1, teams: 0, API keys: 0, channels: 0/],
      ['a-team', /users: 0, teams: 1, API keys: 0, channels: 0/],
      ['a-key', /users: 0, teams: 0, API keys: 1, channels: 0/],
      ['a-channel', /users: 0, teams: 0, API keys: 0, channels: 1/],
    ] as const)
      expect(await without(group)).toMatchObject({
        code: 'option_group_in_use',
        field: 'GroupRatio',
        message: expect.stringMatching(uses) as string,
      });
    expect(await without('a-login')).toMatchObject({
      code: 'option_group_named',
      field: 'GroupRatio',
      missing: ['OidcGroupMap'],
    });
    // The price page saves the same option through another call.
    const { data: stored } = (await root.call('GET', '/api/price/book')).body;
    const options = [{ key: 'GroupRatio', value: '{"default":1}' }];
    const book = { base: stored['version'], options };
    const { body } = await root.call('POST', '/api/price/book', book);
    expect(body).toMatchObject({ code: 'option_group_named', field: 'GroupRatio' });
    expect(await without('spare')).toMatchObject({ success: true });
    await move('default');
    await root.call('PUT', `/api/teams/${team}`, { group: 'default' });
    const { id } = key.body.data as unknown as { id: number };
    await person.call('DELETE', `/api/token/${id}`);
    await root.call('PUT', '/api/channel/', { id: channel.id, group: 'default,a-channel' });
    await gateway.setOption('OidcGroupMap', '{}');
    expect(await groups('default', 'vip', 'svip')).toMatchObject({ success: true });
  });

  test('an email target of the site is refused without a mail server, and protects the server while it is on', async () => {
    await give(['SMTPServer', 'SMTPFrom']);
    const save = async (fields: object) => {
      const input = { channel: 'email', settings: { email: 'ops@example.org' }, ...fields };
      return (await gateway.root.call('PUT', '/api/notification/site/target', input)).body;
    };
    for (const need of ['SMTPServer', 'SMTPFrom']) {
      await take(need);
      expect(await save({})).toMatchObject({
        code: 'notification_mail_not_set_up',
        field: 'channel',
        missing: [need],
      });
      await give([need]);
    }
    const { data } = await save({});
    const { id } = data as unknown as { id: number };
    for (const need of ['SMTPServer', 'SMTPFrom'])
      expect(await take(need)).toMatchObject({ code: 'option_mail_in_use', field: need });
    await save({ id, enabled: false });
    for (const need of ['SMTPServer', 'SMTPFrom'])
      expect(await take(need)).toMatchObject({ success: true });
    expect(await save({ id, enabled: true })).toMatchObject({
      code: 'notification_mail_not_set_up',
    });
    await gateway.root.call('DELETE', `/api/notification/site/target/${id}`);
  });
});
