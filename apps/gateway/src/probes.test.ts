import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

test('however many ask whether it is ready, the database is asked once at a time', async () => {
  const { store } = gateway.app.domain;
  const answer = Promise.withResolvers<void>();
  const ping = vi.spyOn(store, 'ping').mockReturnValue(answer.promise);
  const asked = Array.from({ length: 20 }, () => fetch(`${gateway.url}/readyz`));
  await expect.poll(() => ping.mock.calls.length).toBe(1);
  await fetch(`${gateway.url}/healthz`);
  answer.resolve();
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(ping.mock.calls.length).toBeLessThan(5);
  ping.mockRestore();
});

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
  'metrics are not for whom a proxy on this machine sends, as %s tells',
  async (name) => {
    const read = (headers: Record<string, string>) =>
      fetch(`${gateway.url}/metrics`, { headers }).then(({ status }) => status);
    expect([await read({}), await read({ [name]: '198.51.100.7' })]).toEqual([200, 403]);
  },
);
