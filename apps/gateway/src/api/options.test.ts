import { optionRegistry } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

interface Entry {
  actor_name: string;
  changes: { key: string; from: string; to: string }[];
}

describe.each(databaseKinds)('options on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  const batch = async (options: Record<string, unknown>) =>
    (
      await gateway.root.call('POST', '/api/option/batch', {
        options: Object.entries(options).map(([key, value]) => ({ key, value })),
      })
    ).body.code ?? 'done';
  const history = async () =>
    (await gateway.root.call('GET', '/api/option/history')).body.data as unknown as Entry[];

  test('a batch is one history row of what actually changed: who, from and to', async () => {
    const before = (await history()).length;
    expect(await batch({ RetryTimes: 3, DrawingEnabled: false, PreConsumedQuota: 500 })).toBe(
      'done',
    );
    const entries = await history();
    expect(entries.length).toBe(before + 1);
    expect(entries[0]).toMatchObject({ actor_name: 'root' });
    expect(entries[0]?.changes).toEqual(
      expect.arrayContaining([
        { key: 'RetryTimes', from: '0', to: '3' },
        { key: 'DrawingEnabled', from: 'true', to: 'false' },
      ]),
    );
    expect(entries[0]?.changes).toHaveLength(2);
  });

  test('saving the current values writes no history', async () => {
    await batch({ RetryTimes: 3 });
    const before = (await history()).length;
    expect(await batch({ RetryTimes: ' 3 ' })).toBe('done');
    expect((await history()).length).toBe(before);
  });

  test('of two people who edit the same table, the second one overwrites nothing unawares', async () => {
    const save = async (path: string, body: unknown) =>
      (await gateway.root.call(path === '' ? 'PUT' : 'POST', `/api/option/${path}`, body)).body;
    const key = 'GroupRatio';
    const before = gateway.app.domain.options.raw(key);
    const first = JSON.stringify({ ...(JSON.parse(before) as object), gold: 0.5 });
    const second = JSON.stringify({ ...(JSON.parse(before) as object), silver: 0.8 });
    expect(await save('', { key, value: first, before })).toMatchObject({ success: true });
    const refused = { success: false, code: 'option_changed', field: key };
    expect(await save('', { key, value: second, before })).toMatchObject(refused);
    const others = { key: 'RetryTimes', value: 7 };
    const both = { options: [others, { key, value: second, before }] };
    expect(await save('batch', both)).toMatchObject(refused);
    await gateway.app.domain.changes.catchUp();
    const { options } = gateway.app.domain;
    expect(JSON.parse(options.raw(key))).toMatchObject({ gold: 0.5 });
    expect(options.number('RetryTimes')).not.toBe(7);
    // What is stored already, or known, may be saved.
    expect(await save('', { key, value: first, before })).toMatchObject({ success: true });
    const now = options.raw(key);
    expect(await save('', { key, value: before, before: now })).toMatchObject({ success: true });
  });

  test('a secret can’t be guessed by the value that a change claims to be based on', async () => {
    const save = (value: string, before: string) =>
      gateway.root.call('PUT', '/api/option/', { key: 'GitHubClientSecret', value, before });
    await save('first', '');
    expect((await save('second', 'wrong')).body.success).toBe(true);
  });

  test('concurrent writers are recorded in sequence: every history row starts where the previous one ended', async () => {
    await batch({ QuotaForNewUser: 0 });
    await Promise.all(
      Array.from({ length: 12 }, (_none, index) => batch({ QuotaForNewUser: index + 1 })),
    );
    const chain = (await history())
      .flatMap(({ changes }) => changes)
      .filter(({ key }) => key === 'QuotaForNewUser')
      .slice(0, 12)
      .toReversed();
    expect(chain.map(({ from }) => from).slice(1)).toEqual(chain.map(({ to }) => to).slice(0, -1));
  });

  test('a secret is masked in the history, kept by an empty value, and encrypted at rest', async () => {
    await batch({ SMTPToken: 'first-secret' });
    await batch({ SMTPToken: 'second-secret' });
    const before = (await history()).length;
    expect(await batch({ SMTPToken: '' })).toBe('done');
    const entries = await history();
    expect(entries.length).toBe(before);
    expect(entries[0]?.changes).toEqual([{ key: 'SMTPToken', from: '••••••', to: '••••••' }]);
    expect(entries[1]?.changes).toEqual([{ key: 'SMTPToken', from: '', to: '••••••' }]);
    expect(gateway.app.domain.options.text('SMTPToken')).toBe('second-secret');
  });

  test('the ratios of models and completions are reset to the built-in ones, other prices stay, and a message says so', async () => {
    const prices = async () => {
      const { data } = (await gateway.root.call('GET', '/api/option/')).body;
      return new Map(
        (data as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
      );
    };
    const before = await prices();
    const own = '{"own":1}';
    await batch({ ModelRatio: own, CompletionRatio: own, ModelPrice: own });
    const { body } = await gateway.root.call('POST', '/api/option/rest_model_ratio');
    const built = before.get('ModelRatio');
    expect(body).toMatchObject({
      success: true,
      data: built,
      message: 'Model ratios reset',
    });
    const after = await prices();
    for (const key of ['ModelRatio', 'CompletionRatio'])
      expect([key, after.get(key)]).toEqual([key, before.get(key)]);
    expect(after.get('ModelPrice')).toBe(own);
  });

  test('which secrets have a value is shown, never the value', async () => {
    await batch({ EpayKey: 'hidden-value' });
    const { body } = await gateway.root.call('GET', '/api/option/secrets');
    expect(body.data).toContain('EpayKey');
    expect(body.data).not.toContain('TelegramBotToken');
    expect(JSON.stringify(body)).not.toContain('hidden-value');
  });

  test('a secret is shown by its last characters, who set it and when, and can be removed by whoever may set it', async () => {
    const details = async () =>
      (await gateway.root.call('GET', '/api/option/secrets/details')).body.data as unknown as {
        key: string;
        tail: string;
        actor_name: string;
        changed_at: number;
      }[];
    await batch({ SMTPToken: 'a-long-enough-secret-a3f9', EpayKey: 'short' });
    const told = await details();
    expect(told.find(({ key }) => key === 'SMTPToken')).toMatchObject({
      tail: 'a3f9',
      actor_name: 'root',
    });
    expect(told.find(({ key }) => key === 'SMTPToken')?.changed_at).toBeGreaterThan(0);
    expect(told.find(({ key }) => key === 'EpayKey')?.tail).toBe('');
    const admin = await gateway.user({ role: 10 });
    const refused = await admin.call('DELETE', '/api/option/secrets/SMTPToken');
    expect(refused.body.code).toBe('option_requires_super_admin');
    await gateway.root.call('DELETE', '/api/option/secrets/SMTPToken');
    expect((await details()).map(({ key }) => key)).not.toContain('SMTPToken');
    expect((await history())[0]?.changes).toEqual([{ key: 'SMTPToken', from: '••••••', to: '' }]);
    expect(gateway.app.domain.options.text('SMTPToken')).toBe('');
  });

  test.each([
    ['PreConsumedQuota', '-1', 'option_out_of_range'],
    ['ModelRatio', '{', 'option_invalid_json'],
    ['ModelPrice', '{"dear":1000000000}', 'option_invalid_json'],
    ['EnabledAirwallex', 'true', 'option_incomplete'],
    ['NoSuchOption', '1', 'option_unknown'],
    ['Exchange_Rate', '0', 'option_out_of_range'],
    ['Price', '0', 'option_out_of_range'],
    ['QuotaPerUnit', '0', 'option_out_of_range'],
    ['TopupGroupRatio', '{"default":1,"vip":0}', 'option_ratio_zero'],
    ['Logo', 'javascript:alert(1)', 'option_invalid_picture'],
    ['Logo', 'http://example.com/logo.png', 'option_invalid_picture'],
    ['WeChatAccountQRCodeImageURL', 'http://example.com/qr.png', 'option_invalid_picture'],
    ['ServerAddress', 'ftp://example.com', 'option_invalid_url'],
    ['HomePageContent', 'http://example.com/home', 'option_blocked_content'],
    ['About', 'Hi ![us](http://example.com/us.png)', 'option_blocked_content'],
    [
      'Footer',
      '<a href="/"><IMG alt=x SRC = http://example.com/x.png></a>',
      'option_blocked_content',
    ],
    [
      'Notice',
      '<p style="background:url( \'http://e.com/x.png\')">x</p>',
      'option_blocked_content',
    ],
  ])('a refused batch names the option at fault: %s', async (key, value, code) => {
    const { body } = await gateway.root.call('POST', '/api/option/batch', {
      options: [
        { key: 'GroupRatio', value: '{"default":1000000000}' },
        { key, value },
      ],
    });
    expect(body).toMatchObject({ success: false, code, field: key });
  });

  test('the default group cannot be removed', async () => {
    expect(await batch({ GroupRatio: '{"vip":1}' })).toBe('option_default_group_missing');
  });

  test('texts of the site may link to http, and show images from https and from this site', async () => {
    const text =
      '[old](http://example.com) <a href="http://example.com">x</a> ![a](https://e.com/a.png) <img src="/a.png">';
    expect(await batch({ About: text, Notice: 'http://example.com' })).toBe('done');
    expect(await batch({ About: '', Notice: '' })).toBe('done');
  });

  test.each(['', '/logo.svg', 'https://example.com/logo.png', 'data:image/png;base64,AA=='])(
    'the logo can be %j, which browsers display',
    async (value) => {
      expect(await batch({ Logo: value })).toBe('done');
      await batch({ Logo: '' });
    },
  );

  test('everything named like a secret is one', () => {
    const named = optionRegistry.filter(
      ({ key, kind: form }) =>
        form === 'text' && /(Key|Secret|Token)$/.test(key) && key !== 'TurnstileSiteKey',
    );
    expect(named.filter(({ secret }) => !secret)).toEqual([]);
  });

  test.each([
    [
      'EnabledCryptomus',
      'Cryptomus settings are incomplete.',
      {
        CryptoMerchant_ID: 'm',
        CryptoAPI_Key: 'k',
        CryptoWebhook_Url: 'https://gate.example/hook',
      },
    ],
    [
      'EnabledAirwallex',
      'Airwallex settings are incomplete.',
      { AirwallexClient_ID: 'c', AirwallexAPI_Key: 'k' },
    ],
  ])('%s is refused while a requirement is missing', async (flag, message, needed) => {
    const turnOn = async (fields: Record<string, string>) => {
      const options = Object.entries({ ...fields, [flag]: 'true' });
      return (
        await gateway.root.call('POST', '/api/option/batch', {
          options: options.map(([key, value]) => ({ key, value })),
        })
      ).body;
    };
    const text = Object.entries(needed).filter(([key]) => !key.endsWith('_Key'));
    for (const [missing] of Object.entries(needed)) {
      const rest = Object.fromEntries(Object.entries(needed).filter(([key]) => key !== missing));
      expect([missing, await turnOn(rest)]).toMatchObject([
        missing,
        { code: 'option_incomplete', message: expect.stringContaining(message) },
      ]);
    }
    expect(await turnOn(needed)).toMatchObject({ success: true });
    const key = text[0]?.[0] ?? '';
    expect(await batch({ [key]: '' })).toBe('option_incomplete');
    expect(await batch({ [flag]: false, [key]: '' })).toBe('done');
  });

  test.each(['NaN', 'Infinity', '1e3', '0x10', '', ' ', '٣', '9'.repeat(17), '-1'])(
    'a number like %j is refused',
    async (value) => {
      expect(await batch({ PreConsumedQuota: value })).not.toBe('done');
    },
  );

  test('keys are exact, and none of JavaScript’s own properties is one', async () => {
    for (const key of ['retrytimes', '__proto__', 'constructor', 'toString'])
      expect([key, await batch({ [key]: '1' })]).toEqual([key, 'option_unknown']);
  });
});
