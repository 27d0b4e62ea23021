import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchPriceOf, chatLine, submitBatch } from '../../../test-support/batch-lines.ts';
import { crashNextTransaction } from '../../../test-support/crash-transaction.ts';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import {
  FILE_KEYS,
  type FileScene,
  type Person,
  PERSON_QUOTA,
  startFileScene,
} from '../../../test-support/file-scene.ts';
import { testOnce } from '../../../test-support/test-once.ts';
import { BatchPoller } from '../../domain/batches/batch-poller.ts';
import { type BatchRow, sumUnsettledBatches } from '../../store/batches-repository.ts';

/** The usage that the provider reports per line; set by a test before it ends a batch. */
let outcomes: (index: number) => { prompt: number; completion: number } | { raw: string };

describe.each(databaseKinds)('charges for batches on %s', (kind) => {
  // What no database has a part in is tested on one.
  const isFirst = kind === databaseKinds[0];
  const once = testOnce(kind);
  let scene: FileScene;
  let checker: BatchPoller;
  beforeAll(async () => {
    scene = await startFileScene({ kind, outcome: (_line, index) => outcomes(index) });
    checker = new BatchPoller(scene.gateway.app.domain);
    await scene.gateway.setOptions({ FilesPerUserMax: '1000', BatchesPerUserMax: '1000' });
  });
  afterAll(() => scene.close());

  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => chatLine({ id: `l${index}` }));
  const run = () => checker.run(new AbortController().signal);
  const poll = async () => {
    scene.clock.advance(61_000);
    await run();
    await scene.gateway.app.domain.wallet.maintain(60_000).catch(() => undefined);
  };
  const finish = () => {
    const { id } = scene.provider.batches().at(-1) as { id: string };
    scene.provider.begin(id);
    scene.provider.end(id);
  };
  const change = (person: Person, fields: Partial<BatchRow>) =>
    scene.gateway.app.domain.store.db
      .updateTable('batches')
      .set(fields)
      .where('user_id', '=', person.client.id)
      .execute();
  const rowOf = (person: Person) =>
    scene.gateway.app.domain.store.db
      .selectFrom('batches')
      .selectAll()
      .where('user_id', '=', person.client.id)
      .executeTakeFirst();

  test('whatever a provider claims, a batch is charged its usage up to its hold, and the ledger balances', async () => {
    const count = fc.oneof(fc.nat(150), fc.constantFrom(0, 1e9, -5, 1.5, Number.MAX_SAFE_INTEGER));
    const used = fc.array(fc.record({ prompt: count, completion: count }), {
      minLength: 1,
      maxLength: 6,
    });
    const person = await scene.person();
    // The next poll retries a failed one.
    const pollUntilSettled = async () => {
      await expect
        .poll(async () => {
          await poll();
          return (await sumUnsettledBatches(scene.gateway.app.domain.store.db)).count;
        })
        .toBe(0);
    };
    await fc.assert(
      fc.asyncProperty(used, fc.integer({ min: 1, max: 6 }), async (reported, requested) => {
        const { used: spent } = await scene.account(person.client);
        outcomes = (index) => reported.at(index % reported.length) ?? { prompt: 0, completion: 0 };
        const created = await submitBatch(person, lines(requested));
        const { hold } = (await scene.gateway.app.domain.store.db
          .selectFrom('batches')
          .selectAll()
          .where('batch_id', '=', created.id)
          .executeTakeFirst()) as BatchRow;
        expect((await scene.account(person.client)).quota).toBe(PERSON_QUOTA - spent - hold);
        finish();
        await pollUntilSettled();
        const account = await scene.account(person.client);
        const charge = account.used - spent;
        expect(charge).toBeLessThanOrEqual(hold);
        const all = Array.from(
          { length: requested },
          (_, index) => reported[index % reported.length],
        );
        const isHonest = all.every(
          (each) =>
            each &&
            Number.isInteger(each.prompt) &&
            Number.isInteger(each.completion) &&
            each.prompt > 0 &&
            each.prompt < 20 &&
            each.completion > 0 &&
            each.completion <= 100,
        );
        if (isHonest) {
          const sum = (name: 'prompt' | 'completion') =>
            all.reduce((total, each) => total + (each?.[name] ?? 0), 0);
          expect(charge).toBe(batchPriceOf(sum('prompt'), sum('completion')));
        }
        expect(account.quota).toBe(PERSON_QUOTA - account.used);
      }),
      {
        // PostgreSQL takes twice as long for each.
        numRuns: isFirst ? 25 : 10,
        includeErrorInReport: true,
        // Half a unit, which is rounded up.
        examples: [[[{ prompt: 4, completion: 69 }], 3]],
      },
    );
    expect(await scene.faults()).toEqual([]);
  });

  test('unknown, repeated and surplus output lines cost nothing extra', async () => {
    const respond = (id: string) =>
      JSON.stringify({
        custom_id: id,
        response: {
          status_code: 200,
          body: {
            object: 'chat.completion',
            choices: [{ index: 0, message: { content: 'x' }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 10, completion_tokens: 30, total_tokens: 40 },
          },
        },
      });
    const person = await scene.person();
    await submitBatch(person, lines(2));
    outcomes = (index) => ({
      raw:
        index === 0
          ? [respond('l0'), respond('l0'), 'nonsense', '{}', ''].join('\n')
          : ['a', 'b', 'c'].map(respond).join('\n'),
    });
    finish();
    await poll();
    const { quota, used } = await scene.account(person.client);
    expect(used).toBe(batchPriceOf(20, 60));
    expect(quota + used).toBe(PERSON_QUOTA);
    expect(await scene.faults()).toEqual([]);
  });

  once.each(['gzip', 'br', 'zstd'] as const)(
    'compressed responses of a provider (%s) are read, and the batch is charged its usage',
    async (coding) => {
      outcomes = () => ({ prompt: 10, completion: 30 });
      const person = await scene.person();
      scene.provider.setContentEncoding(coding);
      try {
        await submitBatch(person, lines(2));
        finish();
        await poll();
      } finally {
        scene.provider.setContentEncoding(undefined);
      }
      expect((await scene.account(person.client)).used).toBe(batchPriceOf(20, 60));
    },
  );

  test('a completed but unreadable batch is never free: it is retried for a day, then charged by estimate', async () => {
    outcomes = () => ({ raw: String.raw`\x1f\x8b` });
    const person = await scene.person();
    await submitBatch(person, lines(2));
    finish();
    await poll();
    expect(await rowOf(person)).toMatchObject({ ended_at: 0, charge: 0 });
    expect((await scene.account(person.client)).quota).toBeLessThan(PERSON_QUOTA);
    scene.clock.advance(86_400_000);
    await poll();
    const { quota, used } = await scene.account(person.client);
    // Two completions of at most 100 tokens each.
    expect(used).toBeGreaterThanOrEqual(batchPriceOf(0, 200));
    expect(quota + used).toBe(PERSON_QUOTA);
    expect(await scene.faults()).toEqual([]);
  });

  test.each([
    ['before the copy of the input was uploaded', { upstream_id: '', upstream_input_id: '' }],
    ['before the provider was asked', { upstream_id: '', upstream_input_id: 'file-nobody-asked' }],
  ])('a process that dies %s leaves no hold', async (_when, fields) => {
    const person = await scene.person();
    await submitBatch(person, lines(3));
    expect((await scene.account(person.client)).quota).toBeLessThan(PERSON_QUOTA);
    await change(person, { ...fields, status: '' });
    await poll();
    expect(await rowOf(person)).toBeUndefined();
    expect(await scene.account(person.client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
    expect(await scene.faults()).toEqual([]);
  });

  test('after a process dies with a batch submitted, it is found by its input, cancelled, and charged for what was done', async () => {
    outcomes = () => ({ prompt: 10, completion: 5 });
    const person = await scene.person();
    await submitBatch(person, lines(3));
    await change(person, { upstream_id: '', status: '' });
    await poll();
    const upstream = scene.provider.batches().at(-1);
    expect(upstream?.status).toBe('cancelling');
    expect((await rowOf(person))?.upstream_id).toBe(upstream?.id);
    scene.provider.begin(upstream?.id ?? '');
    scene.provider.end(upstream?.id ?? '', 'cancelled', 2);
    await poll();
    const { quota, used } = await scene.account(person.client);
    expect(used).toBe(batchPriceOf(20, 10));
    expect(quota + used).toBe(PERSON_QUOTA);
    expect(await scene.faults()).toEqual([]);
  });

  test.each([false, true])(
    'a process that dies during settlement (after the commit: %s) charges once, as do two concurrent ones',
    async (afterCommit) => {
      outcomes = () => ({ prompt: 10, completion: 5 });
      const person = await scene.person();
      await submitBatch(person, lines(2));
      finish();
      scene.clock.advance(61_000);
      const heal = crashNextTransaction(scene.gateway.app.domain.store, afterCommit);
      await run();
      heal();
      const { used: usedThen } = await scene.account(person.client);
      expect(usedThen).toBe(afterCommit ? batchPriceOf(20, 10) : 0);
      scene.clock.advance(61_000);
      await Promise.all([
        run(),
        new BatchPoller(scene.gateway.app.domain).run(new AbortController().signal),
      ]);
      await poll();
      const { quota, used } = await scene.account(person.client);
      expect(used).toBe(batchPriceOf(20, 10));
      expect(quota + used).toBe(PERSON_QUOTA);
      expect(await scene.faults()).toEqual([]);
    },
  );

  test('a hold that failed, or whose commit was not confirmed, leaves nothing at the provider and nothing held', async () => {
    for (const afterCommit of [false, true]) {
      const person = await scene.person();
      const { openai } = person;
      const { toFile } = await import('openai');
      const text = lines(2)
        .map((each) => JSON.stringify(each))
        .join('\n');
      const file = await openai.files.create({
        file: await toFile(Buffer.from(text), 'a.jsonl'),
        purpose: 'batch',
      });
      const before = scene.provider.files().length;
      const heal = crashNextTransaction(scene.gateway.app.domain.store, afterCommit);
      await expect(
        openai.batches.create({
          input_file_id: file.id,
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
        }),
      ).rejects.toMatchObject({ status: 500 });
      heal();
      expect(scene.provider.files()).toHaveLength(before);
      scene.clock.advance(3_700_000);
      await poll();
      expect(await scene.account(person.client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
    }
    expect(await scene.faults()).toEqual([]);
  });

  test('a batch whose tokens come to more than its hold, as several rounded charges may, is settled at its hold', async () => {
    outcomes = () => ({ prompt: 10, completion: 1_000_000 });
    const person = await scene.person();
    await submitBatch(person, lines(2));
    await change(person, { completion_max: 10_000_000 });
    finish();
    await poll();
    const row = await rowOf(person);
    expect(row).toMatchObject({ status: 'completed', charge: row?.hold });
    expect((await scene.account(person.client)).used).toBe(row?.hold);
  });

  test('a price change while a batch runs does not affect its cost', async () => {
    outcomes = () => ({ prompt: 10, completion: 50 });
    const person = await scene.person();
    await submitBatch(person, lines(2));
    const { options } = scene.gateway.app.domain;
    const before = options.raw('ModelRatio');
    const ratios = JSON.parse(before) as Record<string, number>;
    await scene.gateway.setOption('ModelRatio', JSON.stringify({ ...ratios, 'gpt-4o-mini': 900 }));
    finish();
    await poll();
    expect((await scene.account(person.client)).used).toBe(batchPriceOf(20, 100));
    await scene.gateway.setOption('ModelRatio', before);
  });

  test('recovery after a crash does not apply the row of a batch twice', async () => {
    const database = await createTestDatabase(kind, { hasTables: true });
    const first = await startFileScene({
      kind,
      database,
      outcome: () => ({ prompt: 10, completion: 5 }),
    });
    const person = await first.person();
    await submitBatch(person, lines(2));
    const { id } = first.provider.batches().at(-1) as { id: string };
    first.provider.begin(id);
    first.provider.end(id);
    first.clock.advance(61_000);
    await new BatchPoller(first.gateway.app.domain).run(new AbortController().signal);
    await first.close();
    const second = await startFileScene({ kind, database });
    const used = batchPriceOf(20, 10);
    expect(await second.account(person.client)).toEqual({ quota: PERSON_QUOTA - used, used });
    expect(await second.faults()).toEqual([]);
    await second.close();
    await database.remove();
  });

  test('a model with a price per call costs half of it per line, and a free one nothing', async () => {
    outcomes = () => ({ prompt: 10, completion: 50 });
    const { options } = scene.gateway.app.domain;
    const [prices, ratios] = [options.raw('ModelPrice'), options.raw('ModelRatio')];
    const spend = async () => {
      const person = await scene.person();
      await submitBatch(person, [
        chatLine({ id: 'a', model: 'gpt-4.1' }),
        chatLine({ id: 'b', model: 'gpt-4.1' }),
      ]);
      finish();
      await poll();
      const { quota, used } = await scene.account(person.client);
      expect(quota + used).toBe(PERSON_QUOTA);
      expect((await rowOf(person))?.status).toBe('completed');
      return used;
    };
    await scene.gateway.setOption(
      'ModelPrice',
      JSON.stringify({ ...(JSON.parse(prices) as object), 'gpt-4.1': 0.01 }),
    );
    expect(await spend()).toBe(2 * 0.01 * 500_000 * 0.5);
    await scene.gateway.setOption('ModelPrice', prices);
    await scene.gateway.setOption(
      'ModelRatio',
      JSON.stringify({ ...(JSON.parse(ratios) as object), 'gpt-4.1': 0 }),
    );
    expect(await spend()).toBe(0);
    await scene.gateway.setOption('ModelRatio', ratios);
    expect(await scene.faults()).toEqual([]);
  });

  once('Azure is called at its own addresses, with its own endpoint names', async () => {
    const azure = await startFileScene({
      kind,
      prefix: '/openai',
      channel: { type: 3, key: FILE_KEYS[0], other: '2024-10-21', models: 'gpt-4o-mini' },
      outcome: () => ({ prompt: 10, completion: 5 }),
    });
    const person = await azure.person();
    const created = await submitBatch(person, lines(1));
    expect(created.endpoint).toBe('/v1/chat/completions');
    const { id, input } = azure.provider.batches().at(-1) as {
      id: string;
      input: { content: Buffer };
    };
    expect(JSON.parse(input.content.toString())).toMatchObject({ url: '/chat/completions' });
    expect(
      azure.provider.calls.every(({ query }) => query.get('api-version') === '2024-10-21'),
    ).toBe(true);
    expect(azure.provider.begin(id)).toBe('in_progress');
    azure.provider.end(id);
    azure.clock.advance(61_000);
    await new BatchPoller(azure.gateway.app.domain).run(new AbortController().signal);
    expect((await azure.account(person.client)).used).toBe(batchPriceOf(10, 5));
    await azure.close();
  });
});
