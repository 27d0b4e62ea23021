import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readHealth } from './domain/health/read-health.ts';
import { LocalJournal } from './domain/wallet/store/local-journal.ts';
import { startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const ask = async (path: string) => {
  const response = await fetch(gateway.url + path);
  return { status: response.status, text: await response.text() };
};

test('a node is ready while it can accept calls, and reports the state of each part', async () => {
  expect(await ask('/readyz')).toEqual({ status: 200, text: 'ready\n' });
  const { status, text } = await ask('/readyz?verbose');
  expect(status).toBe(200);
  expect(text.split('\n')).toEqual([
    'ready',
    '[+] database ok',
    '[+] leases ok',
    '[+] jobs ok',
    '[+] disk ok',
    '',
  ]);
});

test('a node with an impaired part that affects no call is ready, and names the part', async () => {
  const { failingJobs } = gateway.app.domain;
  failingJobs.add('index-logs');
  const { status, text } = await ask('/readyz');
  failingJobs.clear();
  expect([status, text]).toEqual([
    200,
    expect.stringMatching(/^ready\n\[~\] jobs impaired: The last run/),
  ]);
});

test.each([
  ['journal-full', 'journal'],
  ['leases-expired', 'leases'],
  ['taken-over', 'leases'],
  ['not-stored', 'disk'],
] as const)(
  'a node that accepts no calls (%s) is not ready, and says why',
  async (trouble, part) => {
    const { wallet } = gateway.app.domain;
    const spy = vi.spyOn(wallet, 'unavailableReason').mockReturnValue(trouble);
    const { status, text } = await ask('/readyz');
    spy.mockRestore();
    expect(status).toBe(503);
    // SQLite has no journal.
    if (part !== 'journal')
      expect(text).toMatch(new RegExp(`^not ready\n\\[-\\] ${part} failed: `));
    else expect(text).toMatch(/^not ready\n/);
  },
);

test.each([
  ['deleted', () => {}],
  ['replaced', (path: string) => writeFileSync(path, '')],
])('a node whose SQLite file was %s says so', async (_how, replace) => {
  const { dataDir } = gateway.database;
  const [path, aside] = [join(dataDir, 'tollgate.db'), join(dataDir, 'aside.db')];
  renameSync(path, aside);
  replace(path);
  const { status, text } = await ask('/readyz');
  renameSync(aside, path);
  expect([status, text]).toEqual([
    200,
    expect.stringMatching(/^ready\n\[~\] database impaired: The database file .* deleted/),
  ]);
  expect((await ask('/readyz')).text).toBe('ready\n');
});

test('a node on PostgreSQL whose journal was deleted says so', async () => {
  const { domain } = gateway.app;
  const path = join(gateway.database.dataDir, 'journal.db');
  const journal = new LocalJournal({ path, durability: 'normal' });
  const wallet = { ...domain.wallet, journalState: () => journal.state() };
  wallet.unavailableReason = () => undefined;
  const read = async () => {
    const store = { ...domain.store, sqlite: undefined } as unknown as typeof domain.store;
    const { parts } = await readHealth({ ...domain, store, wallet });
    return parts.find(({ name }) => name === 'journal');
  };
  expect(await read()).toMatchObject({ state: 'ok' });
  rmSync(path);
  expect(await read()).toMatchObject({ state: 'impaired', reason: 'journal-file-gone' });
  await journal.close();
});

test('a probe with a query string is still a probe, not a page of the console', async () => {
  expect(await ask('/healthz?from=balancer')).toEqual({ status: 200, text: 'ok\n' });
  expect(await ask('/readyz?from=balancer')).toEqual({ status: 200, text: 'ready\n' });
});
