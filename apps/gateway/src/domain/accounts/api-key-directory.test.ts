import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { heapGrowth } from '../../../test-support/heap-growth.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const many = (find: (index: number) => unknown) =>
  Promise.allSettled(Array.from({ length: 12_000 }, async (_, index) => find(index)));

test('concurrent lookups of the same key query the database once', async () => {
  const { directory, store } = gateway.app.domain;
  const { key } = await gateway.token(await gateway.user());
  const selectFrom = vi.spyOn(store.db, 'selectFrom');
  const results = await many(() => directory.find(key));
  expect(new Set(results.map((one) => one.status === 'fulfilled' && one.value)).size).toBe(1);
  expect(selectFrom.mock.calls.map(([table]) => table)).toEqual(['tokens', 'users']);
  selectFrom.mockRestore();
});

test('lookups of made-up keys use few database connections, and are refused when the queue is full', async () => {
  const { directory, store } = gateway.app.domain;
  const release = Promise.withResolvers<void>();
  let queryCount = 0;
  const query: object = new Proxy(
    {},
    {
      get: (_, name) => () => {
        if (name !== 'executeTakeFirst') return query;
        queryCount += 1;
        return release.promise;
      },
    },
  );
  const select = vi.spyOn(store.db, 'selectFrom').mockReturnValue(query as never);
  const finding = many((index) => directory.find(`made-up-${index}`));
  await new Promise((resolve) => setImmediate(resolve));
  expect(queryCount).toBe(4);
  release.resolve();
  const results = await finding;
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBe(12_000 - 10_004);
  expect(refused[0]).toMatchObject({ reason: { code: 'too_many_requests' } });
  select.mockRestore();
});

test('a known key keeps nothing of the request in memory that it came with', async () => {
  const { directory, store } = gateway.app.domain;
  await gateway.token(await gateway.user());
  const rows = {
    tokens: await store.db.selectFrom('tokens').selectAll().executeTakeFirst(),
    users: await store.db.selectFrom('users').selectAll().executeTakeFirst(),
  };
  const select = vi.spyOn(store.db, 'selectFrom').mockImplementation(((name: keyof typeof rows) => {
    const query: object = new Proxy(
      {},
      { get: (_, method) => () => (method === 'executeTakeFirst' ? rows[name] : query) },
    );
    return query;
  }) as never);
  const growth = await heapGrowth(async () => {
    for (let count = 0; count < 1000; count += 1) {
      const head = Buffer.alloc(16_000, `authorization: Bearer sk-${count}x `).toString('latin1');
      // oxlint-disable-next-line no-await-in-loop -- bounds how much is garbage at once
      await directory.find(head.slice(-40, -2));
    }
  });
  select.mockRestore();
  expect(growth).toBeLessThan(8_000_000);
});
