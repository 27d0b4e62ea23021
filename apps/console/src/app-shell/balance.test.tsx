import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { pages } from '../pages/index.ts';
import type { Page } from '../pages/page-entry.ts';
import { Balance } from './balance.tsx';
import { BalanceBanner } from './balance-banner.tsx';

interface Shown {
  role?: 1 | 100;
  page?: Page;
  steps?: readonly object[];
}

async function show(
  quota: number,
  daysLeft: number | null,
  { role = 1, page = pages.log, steps = [] }: Shown = {},
) {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'me', role, status: 1 }));
  fakeServer({
    'GET /api/user/self': () => ({ quota, request_count: 0 }),
    'GET /api/user/onboarding': () => steps,
    'GET /api/data/self/forecast': () => ({ days_left: daysLeft }),
  });
  const { client } = await renderAt('/', () => (
    <>
      <Balance />
      <BalanceBanner page={page} />
    </>
  ));
  return client;
}

beforeEach(() => localStorage.clear());

test.each([
  ['two days', 2.4, 'Balance: lasts about 2 days'],
  ['less than a day', 0.3, 'Balance: lasts about 1 day'],
])('a balance that lasts %s is marked as low on every page', async (_how, left, name) => {
  await show(1000, left);
  expect((await screen.findByRole('group', { name })).style.color).toContain('--warn');
});

test.each([
  ['lasts three days', 3],
  ['has no forecast', null],
])('a balance that %s is not marked', async (_how, left) => {
  await show(1000, left);
  expect((await screen.findByRole('group', { name: 'Balance' })).style.color).toBe('');
  expect(screen.queryByText(text('shell.balanceEmpty'))).toBeNull();
});

test.each([
  ['the wallet, which shows the balance', pages.wallet, []],
  ['the keys while the onboarding list asks to top up', pages.apiKeys, [{ step: 'balance' }]],
  ['the dashboard likewise', pages.dashboard, [{ step: 'balance' }]],
])('without a balance, the banner is left out on %s', async (_which, page, steps) => {
  const client = await show(0, 0, { page, steps });
  await screen.findByRole('group', { name: /^Balance/ });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText(text('shell.balanceEmpty'))).toBeNull();
});

test('a keys page whose list no longer asks to top up says that calls are refused', async () => {
  await show(0, 0, { page: pages.apiKeys, steps: [{ step: 'balance', done: true }] });
  expect(await screen.findByText(text('shell.balanceEmpty'))).toBeDefined();
});

test('without a balance, every other page says that calls are refused and where to top up', async () => {
  await show(0, 0);
  expect(await screen.findByText(text('shell.balanceEmpty'))).toBeDefined();
  expect(screen.getByRole('link', { name: text('shell.topUp') }).getAttribute('href')).toBe(
    '/topup',
  );
});

test('an administrator who never called is not asked to top up', async () => {
  await show(0, null, { role: 100 });
  await screen.findByRole('group', { name: 'Balance' });
  expect(screen.queryByText(text('shell.balanceEmpty'))).toBeNull();
});

test('a user who acts for a team is not warned about their own empty balance', async () => {
  const team = { id: 7, name: 'Acme', role: 'member', userId: 1 };
  sessionStorage.setItem('acting-team', JSON.stringify(team));
  onTestFinished(() => sessionStorage.clear());
  await show(0, 0);
  await screen.findByRole('group', { name: /^Balance/ });
  expect(screen.queryByText(text('shell.balanceEmpty'))).toBeNull();
});
