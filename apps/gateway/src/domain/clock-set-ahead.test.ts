import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchPriceOf, chatLine, submitBatch } from '../../test-support/batch-lines.ts';
import { databaseKinds } from '../../test-support/databases.ts';
import { PERSON_QUOTA as FILE_QUOTA, startFileScene } from '../../test-support/file-scene.ts';
import {
  DRAWING_PRICE,
  PERSON_QUOTA,
  startTaskScene,
  type TaskScene,
} from '../../test-support/task-scene.ts';
import { BatchPoller } from './batches/batch-poller.ts';
import { reapNodes } from './jobs/reap-nodes.ts';
import { createTask } from './tasks/task-lifecycle.ts';

const DAY_MS = 86_400_000;
const jumps = [
  ['an hour', 3_700_000],
  ['a day', DAY_MS],
  ['years', 1000 * DAY_MS],
] as const;

describe.each(databaseKinds)('a clock that jumps forward, on %s', (kind) => {
  let scene: TaskScene;
  beforeAll(async () => {
    scene = await startTaskScene(kind);
  });
  afterAll(() => scene.close());
  const upstreamId = async (id: string) => (await scene.task(id)).upstream_id;
  const drawn = { quota: PERSON_QUOTA - DRAWING_PRICE, used: DRAWING_PRICE };

  test.each(jumps)(
    'by %s ends no task that its upstream is still working on: it is charged once it is done',
    async (_name, by) => {
      const { client, secret } = await scene.person();
      const slow = await scene.draw(secret, 'slow');
      const failing = await scene.draw(secret, 'failing');
      for (const id of [slow, failing]) scene.drawings.decide(await upstreamId(id), 'IN_PROGRESS');
      scene.clock.set(by);
      await scene.pass(4000);
      await scene.pass(61_000);
      for (const id of [slow, failing]) expect((await scene.task(id)).status).toBe('IN_PROGRESS');
      scene.clock.set(-by);
      // Checks scheduled while the clock was ahead do not delay the next ones.
      scene.drawings.decide(await upstreamId(slow), 'SUCCESS');
      scene.drawings.decide(await upstreamId(failing), 'FAILURE');
      await scene.pass(4000);
      await scene.pass(Math.min(by, DAY_MS) + 120_000);
      expect((await scene.task(slow)).status).toBe('SUCCESS');
      expect((await scene.task(failing)).charge).toBe('refunded');
      expect(await scene.account(client)).toEqual(drawn);
      expect(await scene.faults()).toEqual([]);
    },
  );

  test('does not give up a submission in flight', async () => {
    const { client, apiKeyId } = await scene.person();
    const task = await createTask(scene.gateway.app.domain, {
      platform: 'mj',
      user_id: client.id,
      username: 'someone',
      token_id: apiKeyId,
      token_name: 'key',
      token_limited: 0,
      group: 'default',
      model_name: 'mj_imagine',
      request_id: 'on-its-way',
      action: 'IMAGINE',
      quota: DRAWING_PRICE,
      data: {},
    });
    scene.clock.set(DAY_MS);
    await scene.pass(4000);
    expect((await scene.task(task.task_id)).status).toBe('');
    await scene.pass(6 * 60_000);
    await scene.pass(61_000);
    expect((await scene.task(task.task_id)).status).toBe('FAILURE');
    scene.clock.set(-DAY_MS);
  });

  test('does not give up a batch that its provider is still processing', async () => {
    const files = await startFileScene({ kind, outcome: () => ({ prompt: 10, completion: 5 }) });
    const user = await files.person();
    await submitBatch(user, [chatLine({ id: 'a' })]);
    const { id } = files.provider.batches().at(-1) as { id: string };
    files.provider.begin(id);
    const checker = new BatchPoller(files.gateway.app.domain);
    const runChecker = async () => {
      files.clock.advance(61_000);
      await checker.run(new AbortController().signal);
    };
    files.clock.set(20 * DAY_MS);
    await runChecker();
    await runChecker();
    files.clock.set(-20 * DAY_MS);
    files.provider.end(id);
    await runChecker();
    const used = batchPriceOf(10, 5);
    expect(await files.account(user.client)).toEqual({ quota: FILE_QUOTA - used, used });
    await files.close();
  });

  test.runIf(kind === 'postgres')('takes no lease from a live node', async () => {
    const { domain } = scene.gateway.app;
    await scene.pass(0);
    await domain.wallet.maintain(60_000);
    const nodes = () => domain.store.db.selectFrom('nodes').select(['id', 'incarnation']).execute();
    const before = await nodes();
    scene.clock.set(DAY_MS);
    await reapNodes(domain).run(new AbortController().signal);
    expect(await nodes()).toEqual(before);
    expect(before.map(({ incarnation }) => incarnation)).not.toContain('');
    scene.clock.set(-DAY_MS);
  });
});
