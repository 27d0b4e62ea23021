import { findOption, optionRegistry } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startVerifier, type Verifier } from '../../test-support/start-verifier.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { testOnce } from '../../test-support/test-once.ts';

/** A value other than the default, by kind; `read` is how the status shows it. */
function another(option: (typeof optionRegistry)[number]): { value: string; read: unknown } {
  switch (option.kind) {
    case 'boolean':
      return {
        value: option.default === 'true' ? 'false' : 'true',
        read: option.default !== 'true',
      };
    case 'integer':
    case 'decimal':
      return { value: '3', read: 3 };
    case 'choice':
      return { value: option.choices?.at(-1) ?? '', read: option.choices?.at(-1) };
    case 'list':
      return { value: '5,20', read: ['5', '20'] };
    case 'json':
      return {
        value: '[{"A":"https://a.example/{key}"}]',
        read: [{ A: 'https://a.example/{key}' }],
      };
    default:
      return { value: 'https://a.example/x', read: 'https://a.example/x' };
  }
}

/** What public switches require, besides themselves. */
const NEEDED = {
  ...Object.fromEntries(
    optionRegistry
      .filter(({ status }) => status !== undefined)
      .flatMap(({ requires }) => requires?.keys ?? [])
      .flat()
      .flatMap((key) => findOption(key) ?? [])
      .filter(({ kind }) => kind === 'text' || kind === 'url')
      .map(({ key, kind }) => [key, kind === 'url' ? 'https://a.example' : 'a']),
  ),
  SMTPServer: 'mail.example',
  SMTPFrom: 'a@a.example',
  TurnstileSecretKey: 'the-secret',
};

describe.each(databaseKinds)('the public status on %s', (kind) => {
  // What no database has a part in is tested on one.
  const once = testOnce(kind);
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

  const status = async () => (await gateway.visitor.call('GET', '/api/status')).body.data;

  test('a fresh database has the documented defaults', async () => {
    const { data } = (await gateway.root.call('GET', '/api/option/')).body;
    const values = Object.fromEntries(
      (data as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
    );
    expect(values).toMatchObject({
      QuotaPerUnit: '500000',
      RetryTimes: '0',
      QuotaForNewUser: '0',
      QuotaForInviter: '0',
      QuotaForInvitee: '0',
      QuotaRemindThreshold: '1000',
      PreConsumedQuota: '500',
      ChannelDisableThreshold: '5',
      PasswordLoginEnabled: 'true',
      PasswordRegisterEnabled: 'true',
      RegisterEnabled: 'true',
      LogConsumeEnabled: 'true',
      DrawingEnabled: 'true',
      DataExportEnabled: 'true',
      DisplayInCurrencyEnabled: 'true',
      DisplayTokenStatEnabled: 'true',
      EmailVerificationEnabled: 'false',
      CheckSensitiveEnabled: 'false',
      SMTPPort: '587',
      LifeTime: '60',
      Price: '7.3',
      MinTopUp: '1',
      DataExportDefaultTime: 'hour',
      DataExportInterval: '5',
      Chats: '[]',
      GroupRatio: '{"default":1,"vip":1,"svip":1}',
      UserUsableGroups: '{"default":"default group","vip":"vip group"}',
    });
    expect(values.SystemName).not.toBe('');
  });

  once('every public option appears there at once, in its own type', async () => {
    for (const [key, value] of Object.entries(NEEDED)) await gateway.setOption(key, value);
    // Switches last: by then everything they require is set.
    const shown = optionRegistry
      .filter(({ status: name }) => name !== undefined)
      .toSorted((left, right) => Number(Boolean(left.requires)) - Number(Boolean(right.requires)));
    await gateway.bindRoot();
    await gateway.setOption('TelegramOAuthEnabled', 'false');
    for (const option of shown) {
      const { value, read } = another(option);
      // Nobody must be locked out.
      if (option.key === 'PasswordLoginEnabled')
        await gateway.setOption('TelegramOAuthEnabled', 'true');
      await gateway.setOption(option.key, value);
      expect([option.key, (await status())[option.status as 'name']]).toEqual([option.key, read]);
    }
  });

  test('online top-up is offered once all three of its options are set', async () => {
    const offered = async () => (await status()).enable_online_topup;
    for (const [key, value] of Object.entries({
      PayAddress: 'https://pay.example',
      EpayId: '1',
      EpayKey: 'k',
    })) {
      expect(await offered()).toBe(false);
      await gateway.setOption(key, value);
    }
    expect(await offered()).toBe(true);
  });

  test('the public texts are what was saved', async () => {
    for (const [key, path] of [
      ['Notice', '/api/notice'],
      ['About', '/api/about'],
      ['HomePageContent', '/api/home_page_content'],
    ] as const) {
      await gateway.setOption(key, `<b>${key}</b>`);
      expect((await gateway.visitor.call('GET', path)).body.data).toBe(`<b>${key}</b>`);
    }
  });
});
