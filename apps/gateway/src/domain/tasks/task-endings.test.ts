import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { fillDisk } from '../../../test-support/money/fill-disk.ts';
import {
  DRAWING_PRICE,
  PERSON_QUOTA,
  startTaskScene,
  type TaskScene,
} from '../../../test-support/task-scene.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { registry } from '../../platform/metrics.ts';
import { consumeRow } from '../../../test-support/money/accounts.ts';
import type { WalletBackend } from '../wallet/backend.ts';
import { endTask } from './end-task.ts';
import { createTask } from './task-lifecycle.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An image task that was about to be submitted. */
const cutOff = (userId: number, apiKeyId: number) => ({
  platform: 'mj' as const,
  user_id: userId,
  username: 'someone',
  token_id: apiKeyId,
  token_name: 'key',
  token_limited: 0,
  group: 'default',
  model_name: 'mj_imagine',
  request_id: 'cut-off',
  action: 'IMAGINE',
  quota: DRAWING_PRICE,
  data: {},
});

describe.each(databaseKinds)('tasks that do not end on their own, on %s', (kind) => {
  let scene: TaskScene;
  beforeAll(async () => {
    scene = await startTaskScene(kind);
  });
  afterAll(() => scene.close());

  const upstreamId = async (id: string) => (await scene.task(id)).upstream_id;
  const whole = { quota: PERSON_QUOTA, used: 0 };

  test.runIf(kind === 'sqlite')(
    'a task that was accepted while its charge could not be stored is charged once there is room, and refunded if it fails',
    async () => {
      const { client, secret } = await scene.person();
      const { store, wallet } = scene.gateway.app.domain;
      // From now on the lease covers the calls.
      await scene.draw(secret, 'before');
      const restore = fillDisk(store, {} as WalletBackend);
      const { status } = await scene.call(secret, '/mj/submit/imagine', { prompt: 'a cat' });
      restore();
      expect(status).toBe(500);
      const [last] = await store.db
        .selectFrom('tasks')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(1)
        .execute();
      expect(last).toMatchObject({ user_id: client.id, status: 'SUBMITTED', charge: 'open' });
      await wallet.maintain(60_000);
      const used = { quota: PERSON_QUOTA - 2 * DRAWING_PRICE, used: 2 * DRAWING_PRICE };
      expect(await scene.account(client)).toEqual(used);
      scene.drawings.decide(last?.upstream_id ?? '', 'FAILURE', 'all went wrong');
      await scene.pass(MINUTE_MS);
      await scene.pass(MINUTE_MS);
      expect(await scene.refunds(client)).toEqual([DRAWING_PRICE]);
    },
  );

  test('a task that its upstream lost fails after some minutes and is refunded', async () => {
    const { client, secret } = await scene.person();
    const id = await scene.draw(secret, 'lose it');
    await scene.pass(MINUTE_MS);
    expect((await scene.task(id)).status).toBe('SUBMITTED');
    await scene.pass(5 * MINUTE_MS);
    expect(await scene.account(client)).toEqual(whole);
    const { body } = await scene.call(secret, `/mj/task/${id}/fetch`);
    expect(body.failReason).toBe('the upstream no longer knows the task');
  });

  test('a task that never ends fails at its time limit and is refunded, even while its channel is down', async () => {
    const { client, secret } = await scene.person();
    const slow = await scene.draw(secret, 'slow');
    scene.drawings.decide(await upstreamId(slow), 'IN_PROGRESS');
    await scene.pass(59 * MINUTE_MS);
    expect((await scene.task(slow)).status).toBe('IN_PROGRESS');
    await scene.pass(2 * MINUTE_MS);
    expect(await scene.account(client)).toEqual(whole);

    const dark = await scene.draw(secret, 'dark');
    scene.drawings.fail(503);
    await scene.pass(MINUTE_MS);
    await scene.pass(61 * MINUTE_MS);
    scene.drawings.fail(undefined);
    expect(await scene.task(dark)).toMatchObject({ status: 'FAILURE', charge: 'refunded' });
    expect(await scene.account(client)).toEqual(whole);
  });

  test('the tasks of a deleted channel fail and are refunded, and those of a disabled one are still polled', async () => {
    const { client, secret } = await scene.person();
    const doomed = await scene.gateway.channel({
      type: 2,
      name: 'doomed',
      key: 'mj-secret-canary',
      base_url: scene.drawings.url,
      models: 'mj_imagine',
      priority: 50,
    });
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await scene.draw(secret, 'a cat'));
    const { root } = scene.gateway;
    await root.call('PUT', '/api/channel/', { id: doomed.id, status: 2 });
    scene.drawings.decide(await upstreamId(ids[0] ?? ''), 'SUCCESS');
    await scene.pass(4_000);
    expect((await scene.task(ids[0] ?? '')).status).toBe('SUCCESS');
    await root.call('DELETE', `/api/channel/${doomed.id}/`);
    await Promise.all([scene.pass(4_000), scene.pass(4_000)]);
    expect(await scene.refunds(client)).toEqual(Array.from({ length: 11 }, () => DRAWING_PRICE));
    expect(await scene.account(client)).toEqual({
      quota: PERSON_QUOTA - DRAWING_PRICE,
      used: DRAWING_PRICE,
    });
    expect(await scene.faults()).toEqual([]);
  });

  test('an interrupted submission ends as failed, and nothing is charged for it then or later', async () => {
    const { client, apiKeyId } = await scene.person();
    const { task_id: id } = await createTask(scene.gateway.app.domain, cutOff(client.id, apiKeyId));
    await scene.pass(4 * MINUTE_MS);
    expect((await scene.task(id)).status).toBe('');
    await scene.pass(3 * MINUTE_MS);
    expect(await scene.task(id)).toMatchObject({
      status: 'FAILURE',
      charge: 'none',
      next_check_at: null,
    });
    expect(await scene.account(client)).toEqual(whole);
  });

  test('a charge that arrives from a lost node days after its task failed is still refunded', async () => {
    const { client, apiKeyId } = await scene.person();
    const { domain } = scene.gateway.app;
    const task = await createTask(domain, { ...cutOff(client.id, apiKeyId), request_id: 'late' });
    await endTask(domain, task, { status: 'FAILURE', failReason: 'x' });
    await scene.pass(3 * 24 * 60 * MINUTE_MS);
    expect((await scene.task(task.task_id)).charge).toBe('open');
    const row = consumeRow({
      requestId: 'late',
      userId: client.id,
      apiKeyId,
      price: DRAWING_PRICE,
      at: nowSeconds(domain.clock),
    });
    const reservation = domain.wallet.reserveNothing({
      userId: client.id,
      limitedApiKeyId: undefined,
    });
    await domain.wallet.settle(reservation, { row, logged: true });
    await scene.pass(4 * 60 * MINUTE_MS);
    expect((await scene.task(task.task_id)).charge).toBe('refunded');
    expect(await scene.account(client)).toEqual(whole);
  });

  test('a task submitted with the caller’s request id is refunded when only the log knows of its charge', async () => {
    const { client, secret } = await scene.person();
    const response = await fetch(`${scene.gateway.url}/mj/submit/imagine`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'x-request-id': 'of-the-caller' },
      body: JSON.stringify({ prompt: 'a lake' }),
    });
    const { result } = (await response.json()) as { result: string };
    const { db } = scene.gateway.app.domain.store;
    // Simulates a process that died between the charge and its record.
    await db.updateTable('tasks').set({ charge: 'open' }).where('task_id', '=', result).execute();
    await endTask(scene.gateway.app.domain, await scene.task(result), {
      status: 'FAILURE',
      failReason: 'x',
    });
    await scene.pass(4 * 60 * MINUTE_MS);
    expect((await scene.task(result)).charge).toBe('refunded');
    expect(await scene.account(client)).toEqual(whole);
  });

  test('stuck tasks of a channel that is down do not delay those of another channel', async () => {
    const { secret } = await scene.person();
    scene.songs.fail(503);
    // More than one run polls.
    const { db } = scene.gateway.app.domain.store;
    const song = await scene.sing(secret, 'la').catch(() => '');
    expect(song).toBe('');
    scene.songs.fail(undefined);
    const stuck = await scene.sing(secret, 'la');
    scene.songs.fail(503);
    const { id: _id, ...row } = await scene.task(stuck);
    const copies = Array.from({ length: 600 }, (_, number) => ({
      ...row,
      task_id: `copy-${number}`,
      quota: 0,
    }));
    for (let start = 0; start < copies.length; start += 50)
      await db
        .insertInto('tasks')
        .values(copies.slice(start, start + 50))
        .execute();
    const task = await scene.draw(secret, 'a cat');
    await scene.pass(31_000);
    expect((await scene.task(task)).status).toBe('SUCCESS');
    const before = scene.songs.calls.length;
    await scene.pass(1_000);
    expect(scene.songs.calls.length).toBe(before);
    scene.songs.fail(undefined);
    await db.deleteFrom('tasks').where('task_id', 'like', 'copy-%').execute();
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/tollgate_tasks_unfinished \d/);
    expect(metrics).toMatch(/tollgate_task_polls_total\{platform="suno",outcome="failed"\} \d/);
  });

  test('upstreams are not polled while there is no unfinished task', async () => {
    const { db } = scene.gateway.app.domain.store;
    await db.updateTable('tasks').set({ next_check_at: null }).execute();
    const before = scene.drawings.calls.length + scene.songs.calls.length;
    await scene.pass(10 * MINUTE_MS);
    expect(scene.drawings.calls.length + scene.songs.calls.length).toBe(before);
  });

  // Runs last, because sessions expire during it.
  test('the charge of a failed task is searched for 90 days, then closed without a refund', async () => {
    const { client, apiKeyId } = await scene.person();
    const { domain } = scene.gateway.app;
    const task = await createTask(domain, { ...cutOff(client.id, apiKeyId), request_id: 'never' });
    await endTask(domain, task, { status: 'FAILURE', failReason: 'x' });
    await scene.pass(89 * DAY_MS);
    const open = await scene.task(task.task_id);
    expect(open.charge).toBe('open');
    expect(open.next_check_at).toBe(open.finish_time + 90 * DAY_MS);
    await scene.pass(4 * DAY_MS);
    const closed = { status: 'FAILURE', charge: 'none', next_check_at: null };
    expect(await scene.task(task.task_id)).toMatchObject(closed);
    expect(await scene.refunds(client)).toEqual([]);
    expect(await scene.account(client)).toEqual(whole);
  });
});
