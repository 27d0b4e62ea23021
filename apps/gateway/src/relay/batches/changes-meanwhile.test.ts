import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchPriceOf, chatLine, submitBatch } from '../../../test-support/batch-lines.ts';
import { type ChangeInFlight, changesInFlight } from '../../../test-support/changes-in-flight.ts';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  FILE_KEYS,
  type FileScene,
  PERSON_QUOTA,
  startFileScene,
} from '../../../test-support/file-scene.ts';
import { BatchPoller } from '../../domain/batches/batch-poller.ts';
import { VALIDATIONS_MAX } from '../../domain/files/file-tools.ts';

const KEY_QUOTA = 100_000_000;

const NEWER_KEY = 'sk-provider-canary-newer';

const CHANGES: Readonly<Record<string, ChangeInFlight>> = {
  ...changesInFlight,
  'the channel gets another key of its account': ({ root, channelId: id }) =>
    root.call('PUT', '/api/channel/', { id, key: NEWER_KEY }),
};

describe.each(databaseKinds)('a running batch on %s', (kind) => {
  let scene: FileScene;
  let batchCount = 0;
  beforeAll(async () => {
    scene = await startFileScene({
      kind,
      outcome: () => ({ prompt: 10, completion: 50 }),
      renewed: { [NEWER_KEY]: FILE_KEYS[0] as string },
    });
  });
  afterAll(() => scene.close());

  const db = () => scene.gateway.app.domain.store.db;
  const held = async (userId: number) => {
    await scene.gateway.app.domain.wallet.maintain(0).catch(() => {});
    const row = await db()
      .selectFrom('users')
      .select('held')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(row.held);
  };

  test.each(Object.keys(CHANGES))('is charged once, for its lines, when %s', async (name) => {
    const { root } = scene.gateway;
    const model = 'gpt-4o-mini';
    const channel = await scene.gateway.channel({
      type: 1,
      name: `changing-${(batchCount += 1)}`,
      key: FILE_KEYS[0],
      base_url: scene.provider.url,
      models: model,
      priority: batchCount + 10,
    });
    const token = { unlimited_quota: false, remain_quota: KEY_QUOTA };
    const person = await scene.person({ token });
    const { client: owner, apiKeyId: keyId } = person;
    await submitBatch(person, [chatLine({ id: 'a' }), chatLine({ id: 'b' })]);
    const { id } = scene.provider.batches().at(-1) as { id: string };
    scene.provider.begin(id);
    const changed = await CHANGES[name]?.({ root, owner, keyId, channelId: channel.id });
    expect(changed?.body).toMatchObject({ success: true });
    scene.provider.end(id);
    const poller = new BatchPoller(scene.gateway.app.domain);
    for (let round = 0; round < 3; round += 1) {
      scene.clock.advance(61_000);
      await poller.run(new AbortController().signal);
    }
    await root.call('DELETE', `/api/channel/${channel.id}/`);
    const used = batchPriceOf(20, 100);
    expect(await scene.account(owner)).toEqual({ quota: PERSON_QUOTA - used, used });
    expect(await held(owner.id)).toBe(0);
    const key = await db()
      .selectFrom('tokens')
      .select(['remain_quota', 'used_quota', 'unlimited_quota'])
      .where('id', '=', keyId)
      .executeTakeFirst();
    if (key) expect(Number(key.used_quota)).toBe(used);
    if (key?.unlimited_quota === 0) expect(Number(key.remain_quota)).toBe(KEY_QUOTA - used);
    expect(await scene.faults()).toEqual([]);
  });

  test('is not created with a key that was deleted while it waited to be checked', async () => {
    const { creating, validationSemaphore: checking } = scene.gateway.app.domain.fileTools;
    const person = await scene.person();
    const held = Promise.withResolvers<void>();
    const checks = Array.from({ length: VALIDATIONS_MAX }, () => checking(() => held.promise));
    const submitted = submitBatch(person, [chatLine({ id: 'a' })]);
    submitted.catch(() => {});
    await expect.poll(() => creating.has(person.client.id)).toBe(true);
    const deleted = await person.client.call('DELETE', `/api/token/${person.apiKeyId}`);
    expect(deleted.body.success).toBe(true);
    held.resolve();
    await Promise.all(checks);
    await expect(submitted).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(await scene.account(person.client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
  });
});
