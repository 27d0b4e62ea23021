import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failure, type FakeHandler, fakeServer, page } from '../../../test-support/fake-server.ts';
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

const order = {
  id: 1,
  number: 'T1234567890',
  created_at: 1,
  expires_at: 1,
  provider: 'epay',
  method: 'zfb',
  pay_cents: 7300,
  currency: 'CNY',
  quota: 5_000_000,
  refunded_quota: 0,
  state: 'awaiting',
};

function open(routes: Record<string, FakeHandler> = {}, query = '') {
  localStorage.setItem('user', JSON.stringify(me));
  onTestFinished(() => localStorage.removeItem('user'));
  const server = fakeServer({
    [SELF]: () => ({ ...me, total_topup: 0 }),
    [DAYS]: () => ({ month: '', time_zone: 'UTC', opening: 0, has_earlier: false, items: [] }),
    ...Object.fromEntries(Object.values(LISTS).map((route) => [route, () => page([])])),
    ...routes,
  });
  return renderAt(`/topup${query}`, WalletPage).then(({ router }) => ({ server, router }));
}

const tab = (name: 'log' | 'changes' | 'orders') =>
  screen.getByRole('button', { name: new RegExp(`^${text(`wallet.lists.${name}`)}`) });

test('a wallet that fails to load says so once, and one retry reloads all of it', async () => {
  const { server } = await open({ [SELF]: away, [LISTS.log]: away, [LISTS.orders]: away });
  expect(await screen.findAllByText('no such luck')).toHaveLength(1);
  server.serve(SELF, () => ({ ...me, total_topup: 0 }));
  for (const route of Object.values(LISTS)) server.serve(route, () => page([]));
  fireEvent.click(screen.getByRole('button', { name: text('ui.retry') }));
  expect(await screen.findByText(text('wallet.log.empty.week'))).toBeTruthy();
  expect(screen.queryByText('no such luck')).toBeNull();
});

test('an empty week, as every Sunday begins with, offers the month instead of a top-up', async () => {
  const { router } = await open();
  fireEvent.click(await screen.findByRole('button', { name: text('wallet.log.show.month') }));
  await screen.findByText(text('wallet.log.empty.month'));
  expect(router.state.location.search).toMatchObject({ period: 'month' });
});

test('one list is shown at a time, and only that one is fetched, besides the orders that are counted', async () => {
  const { server, router } = await open({ [LISTS.orders]: () => page([order]) });
  expect(await screen.findByText(text('wallet.log.empty.week'))).toBeTruthy();
  expect(server.lastQueryOf(LISTS.changes)).toBeUndefined();
  expect(server.lastQueryOf(DAYS)).toBeUndefined();
  fireEvent.click(tab('changes'));
  expect(await screen.findByText(text('wallet.changes.emptyMonth'))).toBeTruthy();
  expect(screen.queryByText(text('wallet.log.empty.week'))).toBeNull();
  expect(router.state.location.search).toMatchObject({ view: 'changes' });
});

test('orders that are not completed are counted on their tab', async () => {
  const paid = { ...order, id: 2, state: 'paid' };
  await open({ [LISTS.orders]: () => page([order, paid]) });
  await waitFor(() => expect(tab('orders').textContent).toBe(`${text('wallet.lists.orders')}1`));
  fireEvent.click(tab('orders'));
  expect(await screen.findByRole('button', { name: text('orders.own.didPay') })).toBeTruthy();
});

test('a link with filters of a list opens that list', async () => {
  await open({}, '?state=paid');
  expect(await screen.findByText(text('ui.table.noResults'))).toBeTruthy();
  expect(tab('orders').getAttribute('aria-pressed')).toBe('true');
});

test('without orders their tab says so and offers to top up', async () => {
  await open({}, '?view=orders');
  expect(await screen.findByText(text('orders.own.empty'))).toBeTruthy();
  expect(screen.getAllByRole('button', { name: text('wallet.topUp') })).toHaveLength(2);
});

test('a paid order opens in full and can be printed as a receipt; an unpaid one cannot', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  onTestFinished(() => void vi.unstubAllGlobals());
  const paid = { ...order, id: 2, number: 'T2222222222', state: 'paid', paid_at: 60 };
  const listed = { ...order, paid_at: 0 };
  await open({ [LISTS.orders]: () => page([paid, listed]) }, '?view=orders');
  fireEvent.click((await screen.findAllByText('¥73.00'))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('T2222222222');
  expect(dialog.textContent).toContain('me (ID 1)');
  fireEvent.click(screen.getByRole('button', { name: text('orders.receipt.print') }));
  expect(print).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getAllByText('¥73.00').at(1) ?? document.body);
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('T1234567890'));
  expect(screen.queryByRole('button', { name: text('orders.receipt.print') })).toBeNull();
});

test.each(['uncredited', 'underpaid'] as const)(
  'an order that was paid but is %s says what to do, in its details',
  async (state) => {
    await open({ [LISTS.orders]: () => page([{ ...order, state }]) }, '?view=orders');
    const row = (await screen.findByText('¥73.00')).closest('tr');
    if (row) fireEvent.click(row);
    const advice = text(`orders.own.asked.${state}`);
    expect((await screen.findByText(advice)).closest('[role=alert]')).toBeTruthy();
    expect(screen.getByRole('button', { name: text('orders.own.check') })).toBeTruthy();
  },
);

test('the list of orders shows what each credited after refunds, and nothing for one that failed', async () => {
  const orders = [
    { ...order, id: 2, state: 'failed' },
    { ...order, id: 1, state: 'partly_refunded', refunded_quota: 2_000_000 },
  ];
  await open({ [LISTS.orders]: () => page(orders) }, '?view=orders');
  const [failed, partly] = (await screen.findAllByText('¥73.00')).map((cell) => cell.closest('tr'));
  expect(partly?.textContent).toContain('$6.00');
  expect(failed?.textContent).not.toContain('$');
});

test('the time left to pay an order runs down in an open tab', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  await open({ [LISTS.orders]: () => page([{ ...order, expires_at }]) }, '?view=orders');
  const left = (minutes: number) =>
    text('orders.own.left', { state: text('orders.states.awaiting'), minutes });
  await screen.findByText(left(60));
  vi.setSystemTime(Date.now() + 20 * 60_000);
  act(() => void vi.advanceTimersByTime(1000));
  await screen.findByText(left(40));
});
