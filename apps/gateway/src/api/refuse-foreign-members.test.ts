import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

// Refused before any database is asked.
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const hubLimits = (enabled: boolean) => ({
  heartbeat: { enabled: true, timeout_seconds: 30 },
  limits: { limit_model_setting: { enabled, models: ['gpt-4o'] } },
});

test.each([{ models: 'gpt-4o' }, { subnet: '10.0.0.0/8' }, { setting: hubLimits(true) }])(
  'no key is made or left unlimited by a limit in the form of another gateway: %j',
  async (limit) => {
    const person = await gateway.user();
    const { id } = await gateway.token(person);
    const { body } = await person.call('POST', '/api/token/', { name: 'k', ...limit });
    expect(body).toMatchObject({ success: false, code: 'token_limit_foreign', data: null });
    expect(body.message).toContain('model_limits');
    const edit = await person.call('PUT', '/api/token/', { id, ...limit });
    expect(edit.body.code).toBe('token_limit_foreign');
  },
);

test('the forms of other gateways are accepted where they set no limit', async () => {
  const none = { models: null, subnet: '', setting: hubLimits(false), expired_time: -1 };
  const person = await gateway.user();
  const { body } = await person.call('POST', '/api/token/', { name: 'k', ...none });
  expect(body.success).toBe(true);
});

test('no redemption code is made that its maker believes to expire', async () => {
  const make = async (expired_time: number) =>
    (await gateway.root.call('POST', '/api/redemption/', { name: 'r', quota: 1, expired_time }))
      .body;
  expect(await make(4_000_000_000)).toMatchObject({ code: 'redemption_expiry_foreign' });
  expect(await make(0)).toMatchObject({ success: true });
});

const PLAIN_CHANNEL = { name: 'c', type: 1, key: 'sk-1', models: 'm', group: 'default', tag: 't' };

test.each<Record<string, unknown>>([
  { param_override: '{"max_tokens": 5}' },
  { header_override: { 'x-a': 'b' } },
  { channel_info: { is_multi_key: true, multi_key_size: 2 }, key: 'a\nb' },
  { settings: '{"disable_store": true}' },
  { system_prompt: 'Be brief' },
  { proxy: 'socks5://localhost:1' },
  { config: `${'['.repeat(5000)}${']'.repeat(5000)}` },
])(
  'no channel is made or edited without what a field of another gateway says (%#)',
  async (field) => {
    const { id } = await gateway.channel(PLAIN_CHANNEL);
    for (const [method, path, body] of [
      ['POST', '/api/channel/', PLAIN_CHANNEL],
      ['PUT', '/api/channel/', { id }],
      ['PUT', '/api/channel/tag', { tag: 't', priority: 1 }],
    ] as const) {
      const response = await gateway.root.call(method, path, { ...body, ...field });
      expect(response.body).toMatchObject({ success: false, code: 'channel_field_foreign' });
      expect(response.body.message).toContain(Object.keys(field)[0]);
    }
  },
);

test('a channel may have the fields of other gateways where they say nothing', async () => {
  const { body } = await gateway.root.call('POST', '/api/channel/', {
    ...PLAIN_CHANNEL,
    param_override: null,
    header_override: '',
    settings: '{"allow_service_tier": false}',
    setting: '',
    config: '{}',
    channel_info: { is_multi_key: false, multi_key_size: 0, multi_key_mode: 'random' },
    disabled_stream: [],
  });
  expect(body.success).toBe(true);
});
