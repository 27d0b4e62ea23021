import type { BatchTotals } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  batchPriceOf as priceOf,
  CHAT_ENDPOINT as ENDPOINT,
  chatLine as line,
  submitBatch as submit,
} from '../../../test-support/batch-lines.ts';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  FILE_KEYS,
  type FileScene,
  type Person,
  PERSON_QUOTA,
  startFileScene,
} from '../../../test-support/file-scene.ts';
import { openBatch } from '../../domain/batches/batch-holds.ts';
import { BatchPoller } from '../../domain/batches/batch-poller.ts';

describe.each(databaseKinds)('batches on %s', (kind) => {
  let scene: FileScene;
  let checker: BatchPoller;
  beforeAll(async () => {
    scene = await startFileScene({ kind });
    checker = new BatchPoller(scene.gateway.app.domain);
  });
  afterAll(() => scene.close());

  const poll = async (afterMs = 61_000) => {
    scene.clock.advance(afterMs);
    await checker.run(new AbortController().signal);
    await scene.gateway.app.domain.wallet.maintain(60_000).catch(() => undefined);
  };
  const upstream = () =>
    scene.provider.batches().at(-1) as NonNullable<
      ReturnType<typeof scene.provider.batches>[number]
    >;
  const logsOf = async (person: Person) => {
    const { body } = await person.client.call('GET', '/api/log/self/?page_size=50');
    return (body.data as unknown as { items: Record<string, unknown>[] }).items.filter(
      ({ type }) => type === 2,
    );
  };

  test('a batch is held at its worst case, polled, charged once at half price for its completed lines, and the rest is released', async () => {
    const person = await scene.person();
    const created = await submit(person, [
      line({ id: 'a' }),
      line({ id: 'b', content: 'please fail' }),
      line({ id: 'c', content: 'bye' }),
    ]);
    expect(created).toMatchObject({
      object: 'batch',
      endpoint: ENDPOINT,
      status: 'validating',
      completion_window: '24h',
      metadata: { job: 'nightly' },
      request_counts: { total: 3, completed: 0, failed: 0 },
      output_file_id: null,
    });
    const held = await scene.account(person.client);
    // 3 completions of at most 100 tokens, and one token per byte of their prompts.
    expect(PERSON_QUOTA - held.quota).toBeGreaterThanOrEqual(priceOf(0, 300));
    expect(held.used).toBe(0);
    expect(await scene.faults()).toEqual([]);

    expect(scene.provider.begin(upstream().id)).toBe('in_progress');
    await poll();
    expect((await person.openai.batches.retrieve(created.id)).status).toBe('in_progress');
    scene.provider.end(upstream().id);
    await poll();
    const ended = await person.openai.batches.retrieve(created.id);
    expect(ended).toMatchObject({
      status: 'completed',
      request_counts: { total: 3, completed: 2, failed: 1 },
    });
    const output = await (await person.openai.files.content(ended.output_file_id ?? '')).text();
    const responses = output
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(responses.map(({ custom_id: id }) => id)).toEqual(['a', 'c']);
    const errors = await (await person.openai.files.content(ended.error_file_id ?? '')).text();
    expect(errors).toContain('"custom_id":"b"');
    const prompt = responses.reduce(
      (sum, { response }) => sum + response.body.usage.prompt_tokens,
      0,
    );
    const account = await scene.account(person.client);
    expect(account.used).toBe(priceOf(prompt, 40));
    expect(account.quota).toBe(PERSON_QUOTA - account.used);
    const [row, ...more] = await logsOf(person);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      quota: account.used,
      model_name: 'gpt-4o-mini',
      prompt_tokens: prompt,
      completion_tokens: 40,
      request_id: created.id,
    });
    expect(JSON.parse(String(row?.other))).toMatchObject({
      batch: { id: created.id, lines: 2, total: 3 },
      tier_ratios: { batch: 0.5 },
    });
    // Polling again changes nothing.
    await poll();
    expect(await scene.account(person.client)).toEqual(account);
    expect(await scene.faults()).toEqual([]);
  });

  test("the provider's copy of the input is deleted once the batch has ended; input and results are kept", async () => {
    const person = await scene.person();
    await submit(person, [line({ id: 'a' }), line({ id: 'b', content: 'please fail' })]);
    const { id, input } = upstream();
    scene.provider.begin(id);
    scene.provider.end(id);
    await poll();
    expect(scene.provider.files().map((file) => file.id)).not.toContain(input.id);
    const files = await person.openai.files.list();
    expect(files.data.map(({ purpose }) => purpose).toSorted()).toEqual([
      'batch',
      'batch_output',
      'batch_output',
    ]);
  });

  test('a cancelled or expired batch is charged for its completed lines, a failed one nothing', async () => {
    for (const [status, answered] of [
      ['cancelled', 1],
      ['expired', 2],
    ] as const) {
      const person = await scene.person();
      const created = await submit(person, [
        line({ id: 'a' }),
        line({ id: 'b' }),
        line({ id: 'c' }),
      ]);
      scene.provider.begin(upstream().id);
      if (status === 'cancelled')
        expect((await person.openai.batches.cancel(created.id)).status).toBe('cancelling');
      scene.provider.end(upstream().id, status, answered);
      await poll();
      const ended = await person.openai.batches.retrieve(created.id);
      expect(ended.status).toBe(status);
      const [row] = await logsOf(person);
      expect(row?.completion_tokens).toBe(20 * answered);
      const { quota, used } = await scene.account(person.client);
      expect(used).toBe(row?.quota);
      expect(quota + used).toBe(PERSON_QUOTA);
      await expect(person.openai.batches.cancel(created.id)).rejects.toMatchObject({ status: 400 });
    }
    const person = await scene.person();
    const created = await submit(person, [line()]);
    upstream().input.content = Buffer.from('nonsense');
    expect(scene.provider.begin(upstream().id)).toBe('failed');
    // Nothing of the channel's key is shown, although the provider names it.
    for (const fault of upstream().faults) fault.message = `not for ${FILE_KEYS[0]}`;
    await poll();
    const ended = await person.openai.batches.retrieve(created.id);
    expect(ended.status).toBe('failed');
    const fault = { code: 'invalid_json_line', line: 1, message: 'not for ***' };
    expect(ended.errors?.data?.[0]).toMatchObject(fault);
    expect(await scene.account(person.client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
    expect(await scene.faults()).toEqual([]);
  });

  test("a batch that exceeds the balance or the key's limit is refused and leaves no trace", async () => {
    const poor = await scene.person({ quota: 100 });
    const many = Array.from({ length: 20 }, (_, index) => line({ id: `l${index}` }));
    const before = scene.provider.files().length;
    await expect(submit(poor, many)).rejects.toMatchObject({ status: 402 });
    const limited = await scene.person({ token: { unlimited_quota: false, remain_quota: 100 } });
    await expect(submit(limited, many)).rejects.toMatchObject({
      status: 402,
      code: 'insufficient_key_quota',
    });
    expect(scene.provider.files()).toHaveLength(before + 2);
    expect(await scene.account(poor.client)).toEqual({ quota: 100, used: 0 });
    expect((await poor.openai.batches.list()).data).toEqual([]);
    expect(await scene.faults()).toEqual([]);
  });

  test('requests at once create no more batches than the option allows', async () => {
    await scene.gateway.setOption('BatchesPerUserMax', '1');
    const { openai } = await scene.person();
    const input = new File([JSON.stringify(line())], 'input.jsonl');
    const { id } = await openai.files.create({ file: input, purpose: 'batch' });
    const order = { input_file_id: id, endpoint: ENDPOINT, completion_window: '24h' } as const;
    const created = await Promise.allSettled(
      Array.from({ length: 8 }, () => openai.batches.create(order)),
    );
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // Several nodes may have checked their inputs meanwhile.
    await scene.gateway.setOption('BatchesPerUserMax', '2');
    const { domain } = scene.gateway.app;
    const query = domain.store.db.selectFrom('batches').selectAll().where('input_file_id', '=', id);
    const { id: _id, batch_id: _batch, ...another } = await query.executeTakeFirstOrThrow();
    const opened = await Promise.allSettled([1, 2, 3].map(() => openBatch(domain, another)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await scene.gateway.setOption('BatchesPerUserMax', '20');
  });

  test('a limited key pays for a batch from its limit, and gets the rest back', async () => {
    const person = await scene.person({ token: { unlimited_quota: false, remain_quota: 50_000 } });
    await submit(person, [line()]);
    const remain = async () =>
      Number(
        (
          await scene.gateway.app.domain.store.db
            .selectFrom('tokens')
            .select('remain_quota')
            .where('id', '=', person.apiKeyId)
            .executeTakeFirstOrThrow()
        ).remain_quota,
      );
    expect(await remain()).toBeLessThan(50_000);
    scene.provider.begin(upstream().id);
    scene.provider.end(upstream().id);
    await poll();
    const { used } = await scene.account(person.client);
    expect(used).toBeGreaterThan(0);
    expect(await remain()).toBe(50_000 - used);
    expect(await scene.faults()).toEqual([]);
  });

  test('the console lists batches with their progress to their owner, and to administrators with their channel', async () => {
    const person = await scene.person();
    const created = await submit(person, [
      line({ id: 'a' }),
      line({ id: 'b', content: 'please fail' }),
    ]);
    const readList = async (client: Person['client'], path: string) =>
      (await client.call('GET', path)).body.data as unknown as {
        items: Record<string, unknown>[];
        totals: BatchTotals;
      };
    const listed = async (client = person.client, path = '/api/batch/self') =>
      (await readList(client, `${path}?batch_id=${created.id}`)).items;
    const [running] = await listed();
    expect(running).toMatchObject({
      batch_id: created.id,
      status: 'validating',
      total: 2,
      progress: '0%',
      quota: 0,
      channel_id: 0,
    });
    expect(running?.hold).toBeGreaterThan(0);
    expect((await readList(person.client, '/api/batch/self')).totals).toEqual({
      requests: 2,
      failed: 0,
      quota: 0,
      held: running?.hold,
    });
    scene.provider.begin(upstream().id);
    scene.provider.end(upstream().id);
    await poll();
    const { root } = scene.gateway;
    const [ended] = await listed(root, '/api/batch/');
    const { used } = await scene.account(person.client);
    expect(ended).toMatchObject({
      status: 'completed',
      completed: 1,
      failed: 1,
      progress: '100%',
      quota: used,
      hold: 0,
      channel_id: scene.channel.id,
    });
    const { username } = (await person.client.call('GET', '/api/user/self')).body.data;
    expect(ended).toMatchObject({ username, channel_name: scene.channel.name });
    expect(await listed()).toMatchObject([{ username: '', channel_id: 0, channel_name: '' }]);
    const narrowed = (filter: string) =>
      readList(root, `/api/batch/?batch_id=${created.id}&${filter}`);
    const sums = { requests: 2, failed: 1, quota: used, held: 0 };
    for (const filter of ['status=completed', `username=${username as string}`])
      expect(await narrowed(filter)).toMatchObject({ total: 1, totals: sums });
    const none = { requests: 0, failed: 0, quota: 0, held: 0 };
    for (const filter of ['status=failed', 'username=nobody'])
      expect(await narrowed(filter)).toMatchObject({ total: 0, totals: none });
    expect(await listed((await scene.person()).client)).toEqual([]);
    expect((await person.client.call('GET', '/api/batch/')).body.success).toBe(false);
  });

  test('only its owner can see or cancel a batch, or read its output', async () => {
    const owner = await scene.person();
    const stranger = await scene.person();
    const created = await submit(owner, [line()]);
    const upstreamId = upstream().id;
    for (const id of [created.id, upstreamId, `${created.id}..`]) {
      expect((await scene.call(stranger.secret, `/v1/batches/${id}`)).status).toBe(404);
      const cancel = `/v1/batches/${id}/cancel`;
      expect((await scene.call(stranger.secret, cancel, { method: 'POST' })).status).toBe(404);
    }
    expect((await stranger.openai.batches.list()).data).toEqual([]);
    await expect(
      stranger.openai.batches.create({
        input_file_id: created.input_file_id,
        endpoint: ENDPOINT,
        completion_window: '24h',
      }),
    ).rejects.toMatchObject({ status: 404 });
    scene.provider.begin(upstreamId);
    scene.provider.end(upstreamId);
    await poll();
    const { output_file_id: output } = await owner.openai.batches.retrieve(created.id);
    expect((await scene.call(stranger.secret, `/v1/files/${output}/content`)).status).toBe(404);
    const listed = await owner.openai.batches.list({ limit: 1 });
    expect(listed.data.map(({ id }) => id)).toEqual([created.id]);
  });

  test("lines are sent with the channel’s model name, in the channel's own file, even if another channel has the input", async () => {
    const other = await scene.gateway.channel({
      type: 1,
      name: 'mapped',
      key: FILE_KEYS[1],
      base_url: scene.provider.url,
      models: 'gpt-4.1-mini',
      model_mapping: '{"gpt-4.1-mini":"vendor/mini"}',
      priority: -5,
    });
    const person = await scene.person();
    await submit(person, [line({ model: 'gpt-4.1-mini', content: 'a\u2028b' })]);
    const { input, id } = upstream();
    expect(input.key).toBe(FILE_KEYS[1]);
    const text = input.content.toString();
    expect(JSON.parse(text)).toMatchObject({
      custom_id: 'a',
      url: ENDPOINT,
      body: { model: 'vendor/mini', max_tokens: 100, messages: [{ content: 'a\u2028b' }] },
    });
    expect(text).toContain('a\\u2028b');
    scene.provider.begin(id);
    scene.provider.end(id);
    await poll();
    const [row] = await logsOf(person);
    expect(row).toMatchObject({ model_name: 'gpt-4.1-mini', completion_tokens: 20 });
    await scene.gateway.root.call('DELETE', `/api/channel/${other.id}/`);
  });

  test('deleting a channel ends its batches and releases their holds', async () => {
    const person = await scene.person();
    const deletedChannel = await scene.gateway.channel({
      type: 1,
      name: 'gone',
      key: FILE_KEYS[1],
      base_url: scene.provider.url,
      models: 'o3-mini',
    });
    const created = await submit(person, [line({ model: 'o3-mini' })]);
    await scene.gateway.root.call('DELETE', `/api/channel/${deletedChannel.id}/`);
    await poll();
    const ended = await person.openai.batches.retrieve(created.id);
    expect(ended.status).toBe('failed');
    expect(ended.errors?.data?.[0]?.code).toBe('batch_lost');
    expect(await scene.account(person.client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
    expect(await scene.faults()).toEqual([]);
  });

  test.each([
    ['embeddings', '/v1/embeddings', 'text-embedding-3-small', { input: ['one', 'two'] }],
    ['responses', '/v1/responses', 'gpt-4o', { input: 'hi', max_output_tokens: 50 }],
  ])(
    'a batch of %s is charged by the usage of its responses',
    async (_name, endpoint, model, body) => {
      const person = await scene.person();
      const created = await submit(
        person,
        [{ custom_id: 'a', method: 'POST', url: endpoint, body: { model, ...body } }],
        endpoint,
      );
      scene.provider.begin(upstream().id);
      scene.provider.end(upstream().id);
      await poll();
      expect((await person.openai.batches.retrieve(created.id)).status).toBe('completed');
      const [row] = await logsOf(person);
      expect(row?.prompt_tokens).toBeGreaterThan(5);
      expect(row?.completion_tokens).toBe(model === 'gpt-4o' ? 20 : 0);
      const { quota, used } = await scene.account(person.client);
      expect(used).toBe(row?.quota);
      expect(used).toBeGreaterThan(0);
      expect(quota + used).toBe(PERSON_QUOTA);
    },
  );

  test('a batch that its provider never ends is given up after two weeks, and its hold is released', async () => {
    const person = await scene.person();
    const created = await submit(person, [line()]);
    scene.provider.begin(upstream().id);
    await poll(13 * 86_400_000);
    expect((await person.openai.batches.retrieve(created.id)).status).toBe('in_progress');
    await poll(2 * 86_400_000);
    const ended = await person.openai.batches.retrieve(created.id);
    expect(ended.status).toBe('failed');
    expect(ended.errors?.data?.[0]?.code).toBe('batch_lost');
    expect(await scene.account(person.client)).toEqual({ quota: PERSON_QUOTA, used: 0 });
    expect(await scene.faults()).toEqual([]);
  });
});
