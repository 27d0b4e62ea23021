import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { WalletPage } from './page.tsx';

const SELF = 'GET /api/user/self';
const LISTS = {
  log: 'GET /api/log/self/',
  orders: 'GET /api/user/order/',
  changes: 'GET /api/user/self/balance_changes',
} as const;
const DAYS = 'GET /api/user/self/balance_days';
const away = () => failure(400, 'no such luck');

const me = { id: 1, username: 'me', role: 1, status: 1, quota: 500_000, used_quota: 0 };

function open(broken: readonly string[]) {
  localStorage.setItem('user', JSON.stringify(me));
  onTestFinished(() => localStorage.removeItem('user'));
  const server = fakeServer({
    [SELF]: () => ({ ...me, total_topup: 0 }),
    [DAYS]: () => ({ month: '', time_zone: 'UTC', opening: 0, has_earlier: false, items: [] }),
    ...Object.fromEntries(Object.values(LISTS).map((route) => [route, () => page([])])),
    ...Object.fromEntries(broken.map((route) => [route, away])),
  });
  return renderAt('/topup', WalletPage).then(() => server);
}

test('a wallet that fails to load says so once, and one retry reloads all of it', async () => {
  const server = await open([SELF, ...Object.values(LISTS)]);
  expect(await screen.findAllByText('no such luck')).toHaveLength(1);
  server.serve(SELF, () => ({ ...me, total_topup: 0 }));
  for (const route of Object.values(LISTS)) server.serve(route, () => page([]));
  fireEvent.click(screen.getByRole('button', { name: text('ui.retry') }));
  expect(await screen.findByText(text('wallet.log.empty.week'))).toBeTruthy();
  expect(screen.queryByText('no such luck')).toBeNull();
});

test('lists that fail with the same message show it once, below the loaded balance, with one retry', async () => {
  const server = await open(Object.values(LISTS));
  expect(await screen.findAllByText('$1.00')).not.toHaveLength(0);
  await waitFor(() => expect(screen.getAllByText('no such luck')).toHaveLength(1));
  for (const route of Object.values(LISTS)) server.serve(route, () => page([]));
  fireEvent.click(screen.getByRole('button', { name: text('ui.retry') }));
  expect(await screen.findByText(text('wallet.log.empty.week'))).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('no such luck')).toBeNull());
});

test('if only the orders fail, the error is shown in their place', async () => {
  await open([LISTS.orders]);
  expect(await screen.findByText('no such luck')).toBeTruthy();
  expect(await screen.findByText(text('wallet.log.empty.week'))).toBeTruthy();
});
