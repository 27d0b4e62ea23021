import { afterEach, describe, expect, test } from 'vitest';
import { type Exchange, listExchanges } from './exchange.ts';
import { startProviderSimulator } from './provider-simulator.ts';
import { pathOf } from './provider-wire.ts';

const EXCHANGES = listExchanges();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

/** Those whose credential is a header; the others check signatures and have their own tests. */
const KEYED = EXCHANGES.filter(
  ({ upstream }) =>
    !/AWS4|TC3|eyJ|bought-token/.test(upstream.url + Object.values(upstream.headers).join()),
);
const named = (name: string) => EXCHANGES.find((exchange) => exchange.name === name) as Exchange;

interface Changes {
  path?: string;
  headers?: Record<string, string>;
}

async function call(exchange: Exchange, { path, headers = {} }: Changes = {}) {
  const { simulator } = await startProviderSimulator(exchange);
  open.push(simulator);
  const { upstream } = exchange;
  const sentHeaders = { 'content-type': 'application/json', ...upstream.headers, ...headers };
  const response = await fetch(simulator.url + (path ?? pathOf(upstream.url)), {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(sentHeaders).filter(([, value]) => value !== '')),
    body: JSON.stringify(upstream.body),
  });
  return { status: response.status, text: await response.text() };
}

test('most vendors carry their key in a header', () => {
  expect(KEYED.length).toBeGreaterThan(30);
});

describe.each(KEYED.map((exchange): [string, Exchange] => [exchange.name, exchange]))(
  '%s',
  (_name, exchange) => {
    test("a valid request gets its vendor's response", async () => {
      const { status, text } = await call(exchange);
      expect(status).toBe(200);
      if (!text.includes('data:')) expect(JSON.parse(text)).toEqual(exchange.response);
    });

    test.each([
      ['no key', ''],
      ['another key', 'Bearer somebody-else'],
    ])("refuses %s with its vendor's error", async (_what, value) => {
      const secrets = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key'];
      const headers = Object.fromEntries(secrets.map((name) => [name, value]));
      const { status, text } = await call(exchange, { headers });
      const refusal = exchange.refusals['wrong key'];
      expect(status).toBe(refusal?.status);
      expect(text).toBe(
        typeof refusal?.body === 'string' ? refusal.body : JSON.stringify(refusal?.body),
      );
    });

    test.each(['/elsewhere', '/beside/chat/completions'])('has no other URL: %s', async (path) => {
      expect((await call(exchange, { path })).status).toBe(404);
    });
  },
);

test('Azure accepts no other version of its API', async () => {
  const path = '/openai/deployments/gpt-4o-mini/chat/completions?api-version=2023-05-15';
  const { status, text } = await call(named('azure/deployment'), { path });
  expect(status).toBe(404);
  expect(text).toContain('Resource not found');
});

test('Claude refuses a call without the version header', async () => {
  const { status } = await call(named('claude/messages'), { headers: { 'anthropic-version': '' } });
  expect(status).toBe(400);
});
