import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
