import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchPriceOf, chatLine, submitBatch } from '../../../test-support/batch-lines.ts';
import { databaseKinds } from '../../../test-support/databases.ts';
import { type FileScene, PERSON_QUOTA, startFileScene } from '../../../test-support/file-scene.ts';
import { BatchPoller } from '../../domain/batches/batch-poller.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => chatLine({ id: `l${index}` }));

describe.each(databaseKinds)('fees for calls in batches on %s', (kind) => {
  let scene: FileScene;
  beforeAll(async () => {
    scene = await startFileScene({ kind, outcome: () => ({ prompt: 10, completion: 50 }) });
  });
  afterAll(() => scene.close());

  const priceTools = (prices: object) =>
    scene.gateway.setOption('ToolPrices', JSON.stringify({ 'gpt-4o-mini': prices }));

  test.each([
    ['use', 0.01],
    ['request', { request: 0.01 }],
  ])(
    'a fee for every call of a model, set by %s, is held for each line and charged for the completed ones',
    async (_unit, fee) => {
      await priceTools({ request_fee: fee });
      const person = await scene.person();
      await submitBatch(person, lines(3));
      const held = PERSON_QUOTA - (await scene.account(person.client)).quota;
      expect(held).toBeGreaterThanOrEqual(3 * 0.01 * 500_000);
      const { id } = scene.provider.batches().at(-1) as { id: string };
      scene.provider.begin(id);
      // What runs keeps its price.
      await priceTools({});
      scene.provider.end(id, 'cancelled', 2);
      scene.clock.advance(61_000);
      await new BatchPoller(scene.gateway.app.domain).run(new AbortController().signal);
      const { quota, used } = await scene.account(person.client);
      expect(used).toBe(2 * 0.01 * 500_000 + batchPriceOf(20, 100));
      expect(quota + used).toBe(PERSON_QUOTA);
      expect(await scene.faults()).toEqual([]);
    },
  );

  test('a model whose searches have a price is refused in a batch, as no output tells them', async () => {
    await priceTools({ search_query: 0.005 });
    const person = await scene.person();
    await expect(submitBatch(person, lines(1))).rejects.toMatchObject({ status: 400 });
    expect(await scene.account(person.client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
  });
});
