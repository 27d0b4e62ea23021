import type { PricePreview, PriceVersion } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { insertLogRows } from '../store/logs-repository.ts';
import { changeLogTotals } from '../store/log-totals-repository.ts';
import { callOf } from '../store/log-totals.ts';

interface Book {
  version: string;
  number: number;
  options: { key: string; value: string }[];
  served: Record<string, number[]>;
  calls: Record<string, number>;
}

describe.each(databaseKinds)('the price book on %s', (kind) => {
  let gateway: TestGateway;
  let admin: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    admin = await gateway.user({ role: 10 });
  });
  afterAll(() => gateway.close());

  const book = async () =>
    (await admin.call('GET', '/api/price/book')).body.data as unknown as Book;
  const stored = async (key: string) =>
    JSON.parse((await book()).options.find((one) => one.key === key)?.value ?? '{}') as Record<
      string,
      unknown
    >;
  const save = async (body: object, client = admin) =>
    (await client.call('POST', '/api/price/book', body)).body;
  const set = async (model: string, price: object | null, more: object = {}) =>
    (await admin.call('POST', '/api/price/models', { prices: [{ model, price }], ...more })).body;
  const versions = async () =>
    (
      (await admin.call('GET', '/api/price/versions?page_size=100')).body.data as unknown as {
        items: PriceVersion[];
      }
    ).items;
  const ratios = (value: object) => [{ key: 'ModelRatio', value: JSON.stringify(value) }];

  test('role 10 sets a price in money, and the stored ratios give exactly that price', async () => {
    expect((await set('odd', { input: '0.3', output: '2.5', cached: '0.03' })).success).toBe(true);
    expect((await stored('ModelRatio'))['odd']).toBe(0.15);
    expect((await stored('CompletionRatio'))['odd']).toBe(8.333333333);
    const price = gateway.app.domain.prices.current().find('odd', 'default');
    if (typeof price !== 'object' || price.kind !== 'ratio') throw new Error('no price by tokens');
    // 2.5 USD per million tokens are 1.25 quota each.
    expect(price.exact.weights.completion * 4n).toBe(price.exact.divisor * 5n);
    await set('odd', { call: '0.02' });
    expect([(await stored('ModelRatio'))['odd'], (await stored('ModelPrice'))['odd']]).toEqual([
      undefined,
      0.02,
    ]);
    await set('odd', null);
    expect(gateway.app.domain.prices.current().isPriced('odd')).toBe(false);
  });

  test.each([
    [{ input: 'cheap' }, 'price_not_a_number', 'input'],
    [{ output: '1' }, 'price_input_missing', 'input'],
    [{ input: '0', output: '1' }, 'price_input_free', 'output'],
    [{ input: '3', output: '0.0000001' }, 'price_not_exact', 'output'],
    [{ call: '1e9' }, 'price_not_a_number', 'call'],
    [{ call: '9000000000' }, 'price_too_large', 'call'],
  ])('a price like %j is refused with the message: %s', async (price, code, field) => {
    const before = await book();
    expect(await set('bad', price)).toMatchObject({ success: false, code, field });
    expect((await book()).version).toBe(before.version);
  });

  test('saving an outdated book is refused, names who saved since, and writes nothing', async () => {
    const { version } = await book();
    const first = await save({ base: version, options: ratios({ a: 1 }) }, gateway.root);
    expect(first.success).toBe(true);
    const late = await save({ base: version, options: ratios({ b: 1 }) });
    expect(late).toMatchObject({ success: false, code: 'price_conflict' });
    expect(late.message).toContain('root');
    expect(await stored('ModelRatio')).toEqual({ a: 1 });
    expect((await set('c', { input: '1' }, { base: version })).code).toBe('price_conflict');
    const { version: fresh } = await book();
    expect((await save({ base: fresh, options: ratios({ a: 1, b: 1 }) })).success).toBe(true);
  });

  test('of concurrent saves of the same book one is accepted', async () => {
    const { version } = await book();
    const saves = await Promise.all(
      [1, 2, 3, 4, 5].map((ratio) => save({ base: version, options: ratios({ race: ratio }) })),
    );
    expect(saves.filter(({ success }) => success)).toHaveLength(1);
    expect(saves.filter(({ code }) => code === 'price_conflict')).toHaveLength(4);
  });

  test('every saved book is a version with number, author, time and note, however it was saved', async () => {
    const { version, number } = await book();
    await save({ base: version, note: ' Spring list ', options: ratios({ a: 1, b: 2, c: 3 }) });
    await gateway.setOption('ModelPrice', '{"d":0.5}');
    await set('c', { input: '10' });
    const [third, second, first] = await versions();
    expect(first).toMatchObject({ id: number + 1, note: 'Spring list', actor_id: admin.id });
    expect(second).toMatchObject({ id: number + 2, note: '', actor_name: 'root' });
    expect(third).toMatchObject({ id: number + 3, changed: 1, actor_name: first?.actor_name });
    expect((await book()).number).toBe(number + 3);
    // A change that affects no price creates no version.
    await gateway.setOption('SystemName', 'Other');
    expect((await book()).number).toBe(number + 3);
  });

  test('a version contains every price of its time, and reverting to one creates a new version', async () => {
    const before = await book();
    await set('a', { input: '99' });
    await gateway.setOption('GroupRatio', '{"default":2}');
    const { body } = await admin.call('GET', `/api/price/versions/${before.number}`);
    const { options } = body.data as unknown as Book;
    expect(options).toEqual(before.options);
    const { version, number } = await book();
    expect((await save({ base: version, options, note: 'Back' })).success).toBe(true);
    expect(await book()).toMatchObject({ version: before.version, number: number + 1 });
    const gone = await admin.call('GET', '/api/price/versions/100000');
    expect(gone.body.code).toBe('price_version_not_found');
  });

  test('the first version contains the prices from before the first save', async () => {
    const [first] = (await versions()).toReversed();
    expect(first).toMatchObject({ id: 1, actor_id: 0, actor_name: '' });
    const { body } = await admin.call('GET', '/api/price/versions/1');
    const { options } = body.data as unknown as Book;
    const ratiosThen = options.find(({ key }) => key === 'ModelRatio')?.value ?? '';
    expect(JSON.parse(ratiosThen)).toHaveProperty('gpt-4o');
  });

  test('list prices are proposed for models with another price here, or none yet', async () => {
    await gateway.channel({ models: 'gpt-4o,claude-opus-4-1' });
    await set('gpt-4o', { input: '99' });
    const { data } = (await admin.call('GET', '/api/price/proposals')).body;
    const proposals = data as unknown as { model: string; price: object; current?: object }[];
    expect(proposals.find(({ model }) => model === 'gpt-4o')).toMatchObject({
      served: true,
      current: { input: '99' },
      price: { input: '2.5', output: '10', cached: '1.25' },
    });
    const { price } = proposals.find(({ model }) => model === 'gpt-4o') ?? { price: {} };
    await set('gpt-4o', price);
    const after = (await admin.call('GET', '/api/price/proposals')).body.data as unknown as {
      model: string;
    }[];
    expect(after.map(({ model }) => model)).not.toContain('gpt-4o');
    expect((await book()).served['gpt-4o']).toEqual([1]);
  });

  test('a preview recomputes the calls of the last day by model and user, exactly, and writes nothing', async () => {
    await gateway.setOptions({
      ModelRatio: '{"chat":1,"other":1}',
      CompletionRatio: '{"chat":4}',
      GroupRatio: '{"default":1,"vip":0.5}',
    });
    const now = Math.floor(Date.now() / 1000);
    const row = (fields: object) => ({
      created_at: now - 60,
      type: 2,
      user_id: 7,
      username: 'acme',
      token_id: 1,
      token_name: 'k',
      channel_id: 1,
      model_name: 'chat',
      group: 'default',
      quota: 1400,
      prompt_tokens: 1000,
      completion_tokens: 100,
      use_time: 1,
      is_stream: 0,
      content: '',
      other: '{"model_ratio":1,"completion_ratio":4,"group_ratio":1}',
      request_id: '',
      ip: '',
      ...fields,
    });
    const rows = [
      row({}),
      row({ user_id: 8, username: 'globex', group: 'vip', quota: 700 }),
      row({ model_name: 'other' }),
      // Too old, not a call, and one without recorded factors.
      row({ created_at: now - 90_000 }),
      row({ type: 1 }),
      row({ other: '{}' }),
    ];
    await gateway.app.domain.store.transaction(async (trx) => {
      await insertLogRows(trx, rows);
      const calls = rows.filter(({ type, created_at: at }) => type === 2 && at > now - 80_000);
      await changeLogTotals(
        trx,
        calls.map((call) => callOf(call, 1)),
      );
    });
    const before = await book();
    const options = [{ key: 'CompletionRatio', value: '{"chat":5}' }];
    const { body } = await admin.call('POST', '/api/price/preview', { options });
    expect(body.data as unknown as PricePreview).toMatchObject({
      calls: 4,
      sampled: 4,
      skipped: 1,
      before: 1400 + 700 + 1100,
      after: 1500 + 750 + 1100,
      changed_calls: 2,
      refused_calls: 0,
      models: [{ model: 'chat', calls: 2, before: 2100, after: 2250 }],
      users: [
        { user_id: 7, username: 'acme', before: 2500, after: 2600 },
        { user_id: 8, username: 'globex', group: 'vip', before: 700, after: 750 },
      ],
      users_changed: 2,
      users_total: 2,
    });
    const refused = [{ key: 'ModelRatio', value: '{"other":1}' }];
    const without = await admin.call('POST', '/api/price/preview', { options: refused });
    expect((without.body.data as unknown as PricePreview).refused_calls).toBe(2);
    expect((await book()).version).toBe(before.version);
    expect((await book()).calls).toMatchObject({ chat: 3, other: 1 });
  });

  test.each([
    ['GET', '/api/price/book'],
    ['GET', '/api/price/unpriced'],
    ['GET', '/api/price/versions'],
    ['POST', '/api/price/models'],
  ] as const)('users may not call %s %s', async (method, path) => {
    const user = await gateway.user();
    const { status } = await user.call(method, path, method === 'POST' ? {} : undefined);
    expect(status).toBe(403);
  });
});
