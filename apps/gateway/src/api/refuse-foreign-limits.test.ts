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
