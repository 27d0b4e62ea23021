import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesInFlight } from '../../../test-support/changes-in-flight.ts';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  DRAWING_PRICE,
  PERSON_QUOTA,
  startTaskScene,
  type TaskScene,
} from '../../../test-support/task-scene.ts';

const KEY_QUOTA = 1_000_000;

describe.each(databaseKinds)('a running image task on %s', (kind) => {
  let scene: TaskScene;
  let priority = 10;
  beforeAll(async () => {
    scene = await startTaskScene(kind);
  });
  afterAll(() => scene.close());

  const held = async (userId: number) => {
    await scene.gateway.app.domain.wallet.maintain(0).catch(() => {});
    const row = await scene.gateway.app.domain.store.db
      .selectFrom('users')
      .select('held')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(row.held);
  };

  test.each(
    Object.keys(changesInFlight).flatMap((name) => [
      [name, 'SUCCESS'] as const,
      [name, 'FAILURE'] as const,
    ]),
  )('is charged once, or refunded to whom it was charged, when %s (%s)', async (name, end) => {
    const { root } = scene.gateway;
    const channel = await scene.gateway.channel({
      type: 2,
      name: `changing-${(priority += 1)}`,
      key: 'mj-secret-canary',
      base_url: scene.drawings.url,
      models: 'mj_imagine',
      priority,
    });
    const limits = { unlimited_quota: false, remain_quota: KEY_QUOTA };
    const { client: owner, secret, apiKeyId: keyId } = await scene.person(limits);
    const id = await scene.draw(secret, name);
    const { upstream_id: upstreamId, channel_id: channelId } = await scene.task(id);
    expect(channelId).toBe(channel.id);
    scene.drawings.decide(upstreamId, 'IN_PROGRESS');
    await scene.pass(4000);
    const running = { root, owner, keyId, channelId: channel.id };
    const changed = await changesInFlight[name]?.(running);
    expect(changed?.body).toMatchObject({ success: true });
    await scene.pass(61_000);
    scene.drawings.decide(upstreamId, end);
    await scene.pass(61_000);
    await scene.pass(61_000);
    await root.call('DELETE', `/api/channel/${channel.id}/`);
    const used = end === 'SUCCESS' ? DRAWING_PRICE : 0;
    expect(await scene.account(owner)).toEqual({ quota: PERSON_QUOTA - used, used });
    expect(await held(owner.id)).toBe(0);
    expect(await scene.refunds(owner)).toEqual(end === 'SUCCESS' ? [] : [DRAWING_PRICE]);
    const key = await scene.gateway.app.domain.store.db
      .selectFrom('tokens')
      .select(['remain_quota', 'used_quota', 'unlimited_quota'])
      .where('id', '=', keyId)
      .executeTakeFirst();
    if (key) expect(Number(key.used_quota)).toBe(used);
    if (key?.unlimited_quota === 0) expect(Number(key.remain_quota)).toBe(KEY_QUOTA - used);
    expect(await scene.faults()).toEqual([]);
  });
});
