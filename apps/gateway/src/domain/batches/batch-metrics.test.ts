import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatLine, submitBatch } from '../../../test-support/batch-lines.ts';
import { type FileScene, startFileScene } from '../../../test-support/file-scene.ts';
import { registry } from '../../platform/metrics.ts';
import { BatchPoller } from './batch-poller.ts';

let scene: FileScene;
let checker: BatchPoller;
let isDown = false;
beforeAll(async () => {
  scene = await startFileScene({
    script: ({ method, path }) =>
      isDown && method === 'GET' && path.startsWith('/v1/batches/')
        ? { status: 503, body: {} }
        : undefined,
  });
  checker = new BatchPoller(scene.gateway.app.domain);
});
afterAll(() => scene.close());

const pass = async (ms: number) => {
  scene.clock.advance(ms);
  await checker.run(new AbortController().signal);
};
const value = async (series: string) => {
  const line = (await registry.metrics()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
};
const settled = (outcome: string) => value(`tollgate_batches_settled_total{outcome="${outcome}"}`);
const rise = async (series: string, work: () => Promise<unknown>) => {
  const before = (await value(series)) ?? 0;
  await work();
  return ((await value(series)) ?? 0) - before;
};

test('the metrics of batches show how many are unsettled, what is held for them and how old the oldest is', async () => {
  const user = await scene.person();
  await submitBatch(user, [chatLine()]);
  await pass(30_000);
  await submitBatch(user, [chatLine()]);
  await pass(30_000);
  const rows = await scene.gateway.app.domain.store.db
    .selectFrom('batches')
    .select('hold')
    .execute();
  expect(rows).toHaveLength(2);
  expect(await value('tollgate_batches_unsettled')).toBe(2);
  expect(await value('tollgate_batches_held_quota')).toBe(
    rows.reduce((sum, { hold }) => sum + hold, 0),
  );
  expect(await value('tollgate_batches_oldest_seconds')).toBe(60);
});

test('the metrics of batches count each end once, by its outcome, and each failed poll', async () => {
  isDown = true;
  expect(await rise('tollgate_batch_poll_failures_total', () => pass(61_000))).toBe(2);
  isDown = false;
  const [first, second] = scene.provider.batches();
  for (const batch of [first, second]) scene.provider.begin(batch?.id ?? '');
  scene.provider.end(first?.id ?? '');
  scene.provider.end(second?.id ?? '', 'expired', 0);
  const before = { completed: await settled('completed'), expired: await settled('expired') };
  await pass(61_000);
  await pass(61_000);
  expect(await settled('completed')).toBe((before.completed ?? 0) + 1);
  expect(await settled('expired')).toBe((before.expired ?? 0) + 1);
  expect(await value('tollgate_batches_unsettled')).toBe(0);
  expect(await value('tollgate_batches_held_quota')).toBe(0);
  expect(await value('tollgate_batches_oldest_seconds')).toBe(0);
});

test('the metrics of batches count one that no provider accepted as dropped', async () => {
  await submitBatch(await scene.person(), [chatLine()]);
  await scene.gateway.app.domain.store.db
    .updateTable('batches')
    .set({ upstream_id: '', upstream_input_id: '', status: '' })
    .where('ended_at', '=', 0)
    .execute();
  const dropped = 'tollgate_batches_settled_total{outcome="dropped"}';
  expect(await rise(dropped, () => pass(61_000))).toBe(1);
});

test('a node that no longer polls batches exports no metrics of them', async () => {
  await pass(1_000);
  expect(await value('tollgate_batches_unsettled')).toBe(0);
  scene.clock.advance(61_000);
  for (const name of ['unsettled', 'held_quota', 'oldest_seconds'])
    expect(await value(`tollgate_batches_${name}`)).toBeUndefined();
});
