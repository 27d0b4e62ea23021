import { expect, test } from 'vitest';
import { ImportFindings } from './import-findings.ts';
import { mapOptions, type OptionSource } from './map-options.ts';
import type { Family } from './source-family.ts';

function map(
  family: Family,
  options: Record<string, string>,
  rows: Partial<Pick<OptionSource, 'hubGroups' | 'payments'>> = {},
) {
  const findings = new ImportFindings();
  const changes = mapOptions({
    family,
    options: new Map(Object.entries(options)),
    hubGroups: [],
    payments: [],
    findings,
    ...rows,
  });
  const codes = findings.list().map(({ code }) => code);
  const values: Record<string, string> = Object.fromEntries(
    changes.map(({ key, value }) => [key, value]),
  );
  return { ...values, values, codes };
}

test('OpenID and Discord logins are imported under our option names', () => {
  expect(
    map('new-api', {
      'oidc.enabled': 'true',
      'oidc.client_id': 'id',
      'oidc.well_known': 'https://id.example.com/realms/one/.well-known/openid-configuration',
      'discord.client_id': 'd',
    }),
  ).toMatchObject({
    OidcEnabled: 'true',
    OidcClientId: 'id',
    OidcIssuer: 'https://id.example.com/realms/one',
    DiscordClientId: 'd',
    codes: [],
  });
  expect(
    map('one-api', { OidcWellKnown: 'https://a.example/.well-known/openid-configuration' }),
  ).toMatchObject({ OidcIssuer: 'https://a.example' });
  expect(map('one-hub', { OIDCIssuer: 'https://a.example/' })).toMatchObject({
    OidcIssuer: 'https://a.example',
  });
});

test('chat links to web addresses are kept, those with application schemes are dropped', () => {
  const Chats = JSON.stringify([
    { Web: 'https://chat.example.com/?key={key}' },
    { 'Cherry Studio': 'cherrystudio://providers/api-keys?v=1&data={cherryConfig}' },
  ]);
  expect(map('new-api', { Chats })).toMatchObject({
    Chats: '[{"Web":"https://chat.example.com/?key={key}"}]',
  });
  const ChatLinks = JSON.stringify([
    { name: 'A', url: 'https://a.example/?url={server}', show: true },
    { name: 'B', url: 'https://b.example', show: false },
  ]);
  expect(map('one-hub', { ChatLinks })).toMatchObject({
    Chats: '[{"A":"https://a.example/?url={address}"}]',
  });
});

test("new-api's rate limit becomes a limit per user, at the highest value of all groups", () => {
  const limits = {
    ModelRequestRateLimitEnabled: 'true',
    ModelRequestRateLimitDurationMinutes: '2',
    ModelRequestRateLimitCount: '0',
    ModelRequestRateLimitSuccessCount: '100',
  };
  const rules = (requests: number) => JSON.stringify([{ per: 'user', match: ['*'], requests }]);
  expect(map('new-api', limits)).toMatchObject({ RateLimits: rules(50), codes: [] });
  const withGroup = { ...limits, ModelRequestRateLimitGroup: '{"vip":[0,400]}' };
  expect(map('new-api', withGroup)).toMatchObject({
    RateLimits: rules(200),
    codes: ['option_group_limit'],
  });
  expect(map('new-api', { ...limits, ModelRequestRateLimitEnabled: 'false' })).toMatchObject({
    RateLimits: '[]',
  });
});

test("one-hub's rate limits and payment settings are read from its tables", () => {
  const mapped = map(
    'one-hub',
    { PaymentUSDRate: '7.1' },
    {
      hubGroups: [
        { symbol: 'default', api_rate: 60 },
        { symbol: 'vip', api_rate: 600 },
      ],
      payments: [
        {
          type: 'epay',
          name: 'pay',
          enable: 1,
          config:
            '{"pay_type":"","pay_domain":"https://pay.example.com/","partner_id":"1001","key":"k"}',
        },
        {
          type: 'stripe',
          name: 'card',
          enable: 1,
          currency: 'CNY',
          config: '{"secret_key":"sk_live_1","webhook_secret":"whsec_1"}',
        },
        { type: 'stripe', name: 'another', enable: 1, config: '{"secret_key":"sk_live_2"}' },
      ],
    },
  );
  expect(mapped).toMatchObject({
    RateLimits: '[{"per":"user","match":["*"],"requests":600}]',
    PayAddress: 'https://pay.example.com',
    EpayId: '1001',
    EpayKey: 'k',
    StripeApiSecret: 'sk_live_1',
    StripeWebhookSecret: 'whsec_1',
    StripeCurrency: 'CNY',
    StripePrice: '7.1',
    codes: ['option_group_limit', 'option_payment_dropped', 'option_stripe_off'],
  });
});

test("new-api's amounts, tool prices and currency display are converted to our form", () => {
  const { values } = map('new-api', {
    'payment_setting.amount_options': '[10,20,"x",0,50,100,200,500,1000]',
    'general_setting.quota_display_type': 'TOKENS',
    DisplayInCurrencyEnabled: 'true',
    'tool_price_setting.prices': '{"web_search":20,"web_search_preview:gpt-4o*":50}',
    TopupGroupRatio: '{"default":1,"old":0}',
  });
  expect(values).toMatchObject({
    TopUpAmounts: '10,20,50,100,200,500',
    DisplayInCurrencyEnabled: 'false',
    TopupGroupRatio: '{"default":1}',
  });
  const tools = JSON.parse(values['ToolPrices'] ?? '{}') as Record<string, Record<string, unknown>>;
  expect(tools['gpt-*']).toMatchObject({ web_search: 0.02 });
  expect(tools['gpt-4o*']).toMatchObject({ web_search_preview: 0.05 });
  // Another vendor's price, unchanged.
  expect(tools['grok-*']).toMatchObject({ web_search: 0.005 });
});

test('no secret appears in what is reported', () => {
  const { codes } = map('new-api', { SMTPToken: 'secret', CreemApiKey: 'creem_live' });
  expect(codes).toEqual(['option_unknown']);
});

test('the keys of Stripe are imported, but neither its price, whose currency is unknown, nor is it on', () => {
  const { values, codes } = map('new-api', {
    StripeApiSecret: 'sk_live_1',
    StripeWebhookSecret: ' whsec_1 ',
    StripePriceId: 'price_1',
    StripeUnitPrice: '8',
  });
  expect(values).toEqual({ StripeApiSecret: 'sk_live_1', StripeWebhookSecret: 'whsec_1' });
  expect(codes).toEqual(['option_unknown', 'option_stripe_off']);
  expect(map('new-api', { StripeApiSecret: '' })).toEqual({ values: {}, codes: [] });
});
