import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

describe.each(databaseKinds)('traffic rules on %s', (kind) => {
  let gateway: TestGateway;
  let admin: Client;
  let channelId: number;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    admin = await gateway.user({ role: 10 });
    channelId = (await gateway.channel({ models: 'gpt-4o' })).id;
  });
  afterAll(() => gateway.close());

  const draft = { name: 'rule', kind: 'hedge', model: 'gpt-4o', percent: 5 };
  const create = async (fields: object = {}) =>
    (await admin.call('POST', '/api/traffic/', { ...draft, ...fields })).body;
  const edit = async (fields: object) => (await admin.call('PUT', '/api/traffic/', fields)).body;

  test('are off by default, and administrators of role 10 edit and delete them', async () => {
    const { data } = await create({ target_channel_id: channelId });
    expect(data).toMatchObject({ enabled: false, percent: 5, group: '', target_channel_id: 0 });
    expect(gateway.app.domain.traffic.rules.isEmpty).toBe(true);
    const edited = await edit({ id: data['id'], enabled: true, percent: 2.5 });
    expect(edited.data).toMatchObject({ name: 'rule', enabled: true, percent: 2.5 });
    const { rules } = gateway.app.domain.traffic;
    expect(rules.find('default', 'gpt-4o')?.hedge?.id).toBe(data['id']);
    expect((await admin.call('DELETE', `/api/traffic/${String(data['id'])}`)).body.success).toBe(
      true,
    );
    expect(rules.isEmpty).toBe(true);
    const gone = await admin.call('GET', `/api/traffic/${String(data['id'])}/comparison`);
    expect(gone.body.code).toBe('traffic_rule_not_found');
  });

  test.each([
    [{ name: ' ' }, 'traffic_rule_name_length'],
    [{ model: '' }, 'traffic_rule_model_required'],
    [{ percent: 0 }, 'traffic_rule_percent_invalid'],
    [{ percent: 101 }, 'traffic_rule_percent_invalid'],
    [{ min_delay_ms: -1 }, 'traffic_rule_delay_invalid'],
    [{ min_delay_ms: 2, max_delay_ms: 1 }, 'traffic_rule_delay_order'],
    [{ kind: 'canary' }, 'traffic_rule_target_required'],
    [{ kind: 'mirror', target_model: 'gpt-4o' }, 'traffic_rule_target_required'],
    [{ kind: 'canary', target_channel_id: 999, enabled: true }, 'traffic_rule_target_unknown'],
  ])('are refused as %j', async (fields, code) => {
    expect((await create(fields)).code).toBe(code);
  });

  test('name a channel only with a model that it offers', async () => {
    const target = { kind: 'canary', target_channel_id: channelId, enabled: true };
    expect((await create({ ...target, target_model: 'o3' })).code).toBe(
      'traffic_rule_target_lacks_model',
    );
    expect((await create(target)).success).toBe(true);
  });

  test('of one kind do not overlap: one enabled rule covers a group and model', async () => {
    const first = await create({ group: 'vip', enabled: true });
    expect(first.success).toBe(true);
    expect((await create({ group: 'vip', enabled: true })).code).toBe('traffic_rule_exists');
    const idle = await create({ group: 'vip' });
    expect((await edit({ id: idle.data['id'], enabled: true })).code).toBe('traffic_rule_exists');
    expect((await create({ enabled: true })).success).toBe(true);
    const { rules } = gateway.app.domain.traffic;
    expect(rules.find('vip', 'gpt-4o')?.hedge?.id).toBe(first.data['id']);
    expect(rules.find('default', 'gpt-4o')?.hedge?.id).not.toBe(first.data['id']);
  });
});
