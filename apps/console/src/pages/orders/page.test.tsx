import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { OrderDetail, OrderRefund } from '@tollgate/contract';
import { beforeEach, expect, test } from 'vitest';
import { failure, type FakeHandler, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { OrdersPage } from './page.tsx';

const ORDER: OrderDetail = {
  id: 5,
  number: 'T5',
  provider: 'epay',
  method: 'zfb',
  state: 'awaiting',
  pay_cents: 7300,
  currency: 'CNY',
  quota: 5_000_000,
  created_at: 1_700_000_000,
  expires_at: 1_700_003_600,
  paid_at: 0,
  refunded_cents: 0,
  refunded_quota: 0,
  refund_parts: 'none',
  rebate: 0,
  refunds: [],
  user_id: 9,
  username: 'alice',
  is_team: false,
  reference: '',
  buy_cents: 1000,
  user_group: 'default',
  user_role: 1,
  user_quota: 500_000,
  events: [],
};
const CONFIRM = { name: text('orders.complete.confirm', { credit: '$10.00', user: 'alice' }) };
const COMPLETE = 'POST /api/order/5/complete';
const REFUND = 'POST /api/order/5/refund';

beforeEach(() => localStorage.clear());

/** Opens the drawer of an order as an administrator. */
async function open(order: Partial<OrderDetail> = {}, routes: Record<string, FakeHandler> = {}) {
  storeUser({ id: 1, role: 10, token: 't' } as StoredUser);
  const detail = { ...ORDER, ...order };
  const server = fakeServer({
    'GET /api/order/': () => page([detail]),
    'GET /api/order/totals': () => ({ states: [], refunded_in_part: 0, payments: [], days: [] }),
    'GET /api/order/5': () => detail,
    ...routes,
  });
  await renderAt('/orders?id=5', OrdersPage);
  return server;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText(text('orders.complete.reason')), { target: { value } });

test.each([
  ['without any order', 0, false, 'orders.empty.setUp', '/setting'],
  ['with earlier ones only', 3, false, 'orders.empty.widen', '/orders'],
  ['that can be paid on', 0, true, undefined, ''],
] as const)(
  'a site %s shows no zero totals, but the one thing to do',
  async (_name, ever, canPay, action, leadsTo) => {
    storeUser({ id: 1, role: 100, token: 't' } as StoredUser);
    fakeServer({
      'GET /api/status': () => ({ enable_online_topup: canPay }),
      'GET /api/order/': ({ query }) =>
        query['page_size'] === '1' ? page(Array.from({ length: ever }, () => ORDER)) : page([]),
      'GET /api/order/totals': () => ({ states: [], refunded_in_part: 0, payments: [], days: [] }),
    });
    const { router } = await renderAt('/orders', OrdersPage);
    await screen.findByText(text(ever > 0 ? 'orders.empty.period' : 'orders.empty.title'));
    expect(screen.queryByText(text('orders.totals.paid'))).toBeNull();
    expect(screen.queryByText(text('orders.tabs.uncredited'))).toBeNull();
    expect(screen.queryByRole('button', { name: text('orders.empty.setUp') })).toEqual(
      action === 'orders.empty.setUp' ? expect.anything() : null,
    );
    if (action === undefined) return;
    press(text(action));
    await waitFor(() => expect(router.state.location.pathname).toBe(leadsTo));
  },
);

test.each([
  ['only parts', 0, ['orders.totals.inPart']],
  ['whole orders and parts', 1, ['orders.totals.orders', 'orders.totals.inPart']],
])('a sum of refunds of %s says of how many orders it is', async (_what, orders, keys) => {
  const refunded = { state: 'refunded', orders, quota: 500_000 };
  await open(
    {},
    {
      'GET /api/order/totals': () => ({
        states: [refunded],
        refunded_in_part: 1,
        payments: [],
        days: [],
      }),
    },
  );
  const words = keys.map((key) => text(key as 'orders.totals.inPart', { count: 1 })).join(' · ');
  expect(await screen.findByText(words)).toBeDefined();
});

test('an order is completed manually only with a reason and after confirmation', async () => {
  const server = await open();
  await screen.findByText(
    text('orders.complete.effect', { credit: '$10.00', user: 'alice', balance: '$11.00' }),
  );
  press(text('orders.complete.run'));
  await screen.findByText(text('errors.order_reason_invalid'));
  expect(screen.queryByRole('dialog', CONFIRM)).toBeNull();
  type('Paid by bank, receipt seen');
  press(text('orders.complete.run'));
  const question = await screen.findByRole('dialog', CONFIRM);
  expect(server.bodiesOf(COMPLETE)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: text('orders.complete.run') }));
  await waitFor(() =>
    expect(server.bodiesOf(COMPLETE)).toEqual([{ reason: 'Paid by bank, receipt seen' }]),
  );
});

test('a refused completion says why and keeps the reason', async () => {
  const server = await open({}, { [COMPLETE]: () => failure(409, 'paid meanwhile') });
  await screen.findByLabelText(text('orders.complete.reason'));
  type('Paid by bank, receipt seen');
  press(text('orders.complete.run'));
  const question = await screen.findByRole('dialog', CONFIRM);
  fireEvent.click(within(question).getByRole('button', { name: text('orders.complete.run') }));
  await screen.findByText('paid meanwhile');
  expect(server.bodiesOf(COMPLETE)).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>(text('orders.complete.reason')).value).toBe(
    'Paid by bank, receipt seen',
  );
});

test('an administrator can’t complete orders of another administrator', async () => {
  await open({ user_role: 10, user_id: 2 });
  await screen.findByText(text('orders.complete.title'));
  expect(screen.queryByLabelText(text('orders.complete.reason'))).toBeNull();
});

test('a refund states and sends whether the credit is taken back', async () => {
  const server = await open({ state: 'paid', paid_at: 1_700_000_100 });
  fireEvent.click(await screen.findByRole('button', { name: text('orders.refund.run') }));
  type('Charged twice by the bank');
  fireEvent.click(
    screen.getByRole('checkbox', { name: text('orders.refund.take', { credit: '$10.00' }) }),
  );
  press(text('orders.refund.run'));
  const question = await screen.findByRole('dialog', { name: text('orders.refund.confirm') });
  expect(question.textContent).toContain(text('orders.refund.confirmKeep', { user: 'alice' }));
  fireEvent.click(within(question).getByRole('button', { name: text('orders.refund.run') }));
  await waitFor(() =>
    expect(server.bodiesOf(REFUND)).toEqual([
      { reason: 'Charged twice by the bank', take_quota: false },
    ]),
  );
});

const PAID = { state: 'paid', refund_parts: 'any', paid_at: 1_700_000_100 } as const;
const PROVIDER_REFUND = 'POST /api/order/5/provider-refund';
/** Opens the dialog that refunds the order through its provider. */
async function openRefund(order: Partial<OrderDetail>, routes: Record<string, FakeHandler> = {}) {
  const server = await open({ ...PAID, ...order }, routes);
  fireEvent.click(await screen.findByRole('button', { name: text('orders.refunding.open') }));
  const name = text('orders.refunding.title', { provider: 'Alipay' });
  return { server, dialog: within(await screen.findByRole('dialog', { name })) };
}

test('a refund shows what a part of it changes, and a repeated click sends the same request', async () => {
  const { server, dialog } = await openRefund(
    { user_quota: 6_000_000, rebate: 500_000 },
    { [PROVIDER_REFUND]: () => failure(500, 'lost') },
  );
  expect(dialog.getByText('¥73.00')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(text('orders.refunding.amount', { currency: 'CNY' })), {
    target: { value: '36.5' },
  });
  expect(
    dialog.getByText(text('orders.refunding.leaves', { credit: '$5.00', balance: '$7.00' })),
  ).toBeTruthy();
  expect(dialog.getByText('$0.50')).toBeTruthy();
  const submit = dialog.getByRole('button', {
    name: text('orders.refunding.run', { amount: '¥36.50' }),
  });
  fireEvent.click(submit);
  await dialog.findByText(text('errors.order_reason_invalid'));
  expect(server.bodiesOf(PROVIDER_REFUND)).toEqual([]);
  fireEvent.change(dialog.getByLabelText(text('orders.complete.reason')), {
    target: { value: 'asked by mail' },
  });
  for (const times of [1, 2]) {
    fireEvent.click(submit);
    await waitFor(() => expect(server.bodiesOf(PROVIDER_REFUND)).toHaveLength(times));
    await waitFor(() => expect(submit.hasAttribute('data-loading')).toBe(false));
  }
  const [first, second] = server.bodiesOf(PROVIDER_REFUND);
  expect(first).toMatchObject({ cents: 3650, take_quota: true, refunded_cents: 0 });
  expect(second).toEqual(first);
});

test('a refund of more than the balance says so before it is sent', async () => {
  const { dialog } = await openRefund({ user_quota: 500_000 });
  const warning = text('orders.refunding.short', { balance: '$1.00', credit: '$10.00' });
  expect(dialog.getByText(warning)).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: text('orders.refunding.take') }));
  expect(dialog.queryByText(warning)).toBeNull();
});

test('an order whose provider makes no refunds offers only to record one made by hand', async () => {
  await open({ ...PAID, refund_parts: 'none' });
  await screen.findByRole('button', { name: text('orders.refund.run') });
  expect(screen.queryByRole('button', { name: text('orders.refunding.open') })).toBeNull();
});

test('a refund under way can be queried, and no other begins', async () => {
  const refund: OrderRefund = {
    id: 1,
    number: 'T5-R1',
    state: 'pending',
    by: 'provider',
    cents: 7300,
    quota: 5_000_000,
    took_quota: true,
    reason: 'asked',
    actor: 'root',
    reference: '',
    detail: '',
    created_at: 1_700_000_200,
    settled_at: 0,
  };
  const query = 'POST /api/order/5/provider-refund/query';
  const settle = 'POST /api/order/5/provider-refund/settle';
  const server = await open(
    { ...PAID, state: 'refunding', refunded_cents: 7300, refunds: [refund] },
    {
      [query]: () => ({ ...ORDER, ...PAID, state: 'refunding' }),
      [settle]: () => ({ ...ORDER, ...PAID }),
    },
  );
  await screen.findByText(text('orders.refunding.alert', { provider: 'Alipay' }));
  expect(screen.queryByRole('button', { name: text('orders.refunding.open') })).toBeNull();
  press(text('orders.ask', { provider: 'Alipay' }));
  await waitFor(() => expect(server.bodiesOf(query)).toHaveLength(1));

  // It has been under way for long: a person may say what became of it, once one outcome is chosen.
  press(text('orders.refunding.settle'));
  const name = text('orders.refunding.settleTitle');
  const dialog = within(await screen.findByRole('dialog', { name }));
  fireEvent.change(dialog.getByLabelText(text('orders.complete.reason')), {
    target: { value: 'seen at the provider' },
  });
  const submit = dialog.getByRole('button', { name: text('orders.refunding.settleRun') });
  fireEvent.click(submit);
  expect(server.bodiesOf(settle)).toEqual([]);
  const shows = text('orders.refunding.shows', { provider: 'Alipay' });
  fireEvent.click(dialog.getByRole('combobox', { name: shows }));
  fireEvent.click(await screen.findByRole('option', { name: text('orders.refunding.notMade') }));
  fireEvent.click(submit);
  await waitFor(() =>
    expect(server.bodiesOf(settle)).toEqual([
      { refund_id: 1, made: false, reason: 'seen at the provider' },
    ]),
  );
});

test('an unreachable provider is not reported as a success', async () => {
  const event = {
    id: 1,
    kind: 'query',
    outcome: 'unreachable',
    created_at: 1,
    last_at: 1,
    times: 1,
  };
  await open({}, { 'POST /api/order/5/query': () => ({ ...ORDER, events: [event] }) });
  const provider = 'Alipay';
  fireEvent.click(await screen.findByRole('button', { name: text('orders.ask', { provider }) }));
  const message = await screen.findByText(text('orders.asked.unreachable', { provider }));
  expect(
    message.closest('.mantine-Notification-root')?.querySelector('.tabler-icon-check'),
  ).toBeNull();
});
