import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  endpoints,
  listPaymentMethods,
  PAYMENT_PROVIDER_IDS,
  type PaymentMethod,
  paymentProviderOf,
} from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failure, fakeServer, page } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { OWN_CHECKOUTS } from '../own-checkouts.ts';
import { methodName, methodNote } from './method-words.ts';
import type { PaymentFlags } from './payment-methods.ts';
import { TopUp } from './top-up.tsx';

const t = text as unknown as TFunction;
const PRICE = 'POST /api/user/amount';
const all = (on: boolean) =>
  Object.fromEntries(PAYMENT_PROVIDER_IDS.map((id) => [id, on])) as PaymentFlags;

/** Opens the dialog with a price of 73.00 for any amount, and a minimum of 5 dollars. */
async function openTopUp(
  flags = all(true),
  site: Readonly<Record<string, unknown>> = {},
  message: string | RegExp = text('wallet.modal.minimum', { min: 5 }),
) {
  const server = fakeServer({
    'GET /api/status': () => ({
      quota_per_unit: 500_000,
      display_in_currency: true,
      min_topup: 5,
      topup_amounts: ['10', '50'],
      topup_default_method: 'last',
      ...site,
    }),
    'GET /api/user/self': () => ({ id: 1, quota: 0, used_quota: 0, total_topup: 0 }),
    [PRICE]: ({ body }) => {
      const isUsdt = (body as { payment_method: string }).payment_method === 'usdt';
      return Response.json({
        success: true,
        message: 'success',
        data: '73.00',
        currency: isUsdt ? 'USD' : 'CNY',
      });
    },
  });
  let closed = 0;
  await renderAt('/topup', () => <TopUp flags={flags} close={() => void (closed += 1)} />);
  await screen.findByText(message);
  return { server, closed: () => closed };
}

const field = () => screen.getByLabelText<HTMLInputElement>(text('wallet.modal.amount'));
const type = (amount: string) => fireEvent.change(field(), { target: { value: amount } });
/** Clicks the button that names the total and the method. */
const confirm = () => {
  const name = new RegExp(text('wallet.confirm.payWith', { sum: '.+', method: '.+' }));
  fireEvent.click(screen.getByRole('button', { name }));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pay = (method: PaymentMethod) => fireEvent.click(screen.getByText(methodName(t, method)));

test('each method of each enabled provider has a card, with its name and its note if any', async () => {
  await openTopUp();
  for (const method of listPaymentMethods()) {
    expect(screen.getByText(methodName(t, method))).toBeTruthy();
    const note = methodNote(t, method);
    if (note !== '') expect(screen.getAllByText(note).length).toBeGreaterThan(0);
  }
});

test('exactly the providers with an own checkout have registered one', () => {
  const ownCheckouts = PAYMENT_PROVIDER_IDS.filter((id) => paymentProviderOf(id).flow === 'own');
  expect(Object.keys(OWN_CHECKOUTS).toSorted()).toEqual(ownCheckouts.toSorted());
});

test('an amount that the server refuses is said at its field', async () => {
  const { server } = await openTopUp();
  server.serve(PRICE, () => failure(200, 'at least 7', 'topup_below_minimum'));
  type('6');
  pay('zfb');
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(/at least 7/)).toHaveLength(1);
});

test('the quick buttons add up, and whole dollars are priced', async () => {
  const { server } = await openTopUp();
  press(text('wallet.modal.quick', { amount: 10 }));
  press(text('wallet.modal.quick', { amount: 50 }));
  expect(field().value).toBe('$60');
  type('60.9');
  pay('zfb');
  await screen.findByText(text('wallet.confirm.question'));
  expect(server.bodiesOf(PRICE)).toEqual([{ amount: 60, top_up_code: '', payment_method: 'zfb' }]);
});

test("the site determines the quick buttons' amounts and, until one was used, the default method", async () => {
  const site = { topup_amounts: ['7', '70'], topup_default_method: 'usdt' };
  const { server } = await openTopUp(all(true), site);
  expect(
    screen.queryByRole('button', { name: text('wallet.modal.quick', { amount: 10 }) }),
  ).toBeNull();
  press(text('wallet.modal.quick', { amount: 70 }));
  expect(screen.getByText(text('wallet.modal.byDefault'))).toBeTruthy();
  fireEvent.submit(field());
  await screen.findByText(text('wallet.confirm.question'));
  expect(server.bodiesOf(PRICE)).toEqual([{ amount: 70, top_up_code: '', payment_method: 'usdt' }]);
  expect(localStorage.getItem('payment_method')).toContain('usdt');
});

const OFFLINE = new RegExp(text('wallet.modal.nothingOn'));

test('where no method is enabled, the dialog opens on the code, which is what works', async () => {
  await openTopUp(all(false), {}, OFFLINE);
  expect(screen.getByLabelText(text('wallet.redeem.code'))).toBeTruthy();
  expect(screen.queryByLabelText(text('wallet.modal.amount'))).toBeNull();
  // The other form leads back to it.
  fireEvent.click(screen.getByText(text('wallet.modal.online')));
  expect(field().disabled).toBe(true);
  press(text('wallet.modal.useCode'));
  expect(screen.getByLabelText(text('wallet.redeem.code'))).toBeTruthy();
});

test('the amount field is disabled if all methods are disabled or the method asks for the amount itself', async () => {
  const only = (id: string) => ({ ...all(false), [id]: true }) as PaymentFlags;
  await openTopUp(only('epay'));
  expect(field().disabled).toBe(false);
  cleanup();
  await openTopUp(all(false), {}, OFFLINE);
  fireEvent.click(screen.getByText(text('wallet.modal.online')));
  expect(field().disabled).toBe(true);
  cleanup();
  await openTopUp(only('cryptomus'), {}, text('wallet.modal.amountLater'));
  expect(field().disabled).toBe(true);
});

test('the note on the amount follows the method that Enter or the pointer would select, and an entered amount is passed on', async () => {
  localStorage.setItem('payment_method', JSON.stringify('cryptomus'));
  onTestFinished(() => localStorage.removeItem('payment_method'));
  await openTopUp(all(true), {}, text('wallet.modal.amountLater'));
  expect(field().disabled).toBe(false);
  type('30');
  const card = screen.getByText(text('wallet.modal.names.zfb')).closest('button');
  if (!card) throw new Error('no card');
  fireEvent.mouseEnter(card);
  expect(screen.getByText(text('wallet.modal.minimum', { min: 5 }))).toBeTruthy();
  fireEvent.mouseLeave(card);
  expect(screen.getByText(text('wallet.modal.amountLater'))).toBeTruthy();
  fireEvent.submit(field());
  const input = await screen.findByLabelText<HTMLInputElement>(text('wallet.crypto.input'));
  expect(input.value).toContain('30');
});

test('an amount below the minimum is rejected before anything is priced', async () => {
  const { server } = await openTopUp();
  type('4');
  pay('usdt');
  await screen.findByText(text('errors.topup_below_minimum', { min: 5 }));
  type('5');
  expect(screen.queryByText(text('errors.topup_below_minimum', { min: 5 }))).toBeNull();
  expect(server.bodiesOf(PRICE)).toEqual([]);
});

test('a disabled method says so on click, and prices nothing', async () => {
  const { server } = await openTopUp({ ...all(false), usdt: true });
  type('10');
  pay('zfb');
  await screen.findByText(text('errors.payment_online_disabled'));
  expect(server.bodiesOf(PRICE)).toEqual([]);
});

test('changing the method fetches a new price, keeps the amount, and is remembered', async () => {
  const { server } = await openTopUp();
  type('10');
  pay('zfb');
  await screen.findByText('¥73.00 CNY');
  press(text('ui.cancel'));
  await waitFor(() => expect(field().value).toBe('$10'));
  pay('usdt');
  await screen.findByText('$73.00 USD');
  expect(server.bodiesOf(PRICE)).toMatchObject([
    { payment_method: 'zfb' },
    { payment_method: 'usdt' },
  ]);
  press(text('ui.cancel'));
  await screen.findByText(text('wallet.modal.lastUsed'));
  expect(localStorage.getItem('payment_method')).toContain('usdt');
});

const redirects = PAYMENT_PROVIDER_IDS.filter((id) => paymentProviderOf(id).flow === 'redirect');

test.each(redirects)(
  'nothing is ordered at %s before confirmation; then its page opens and the wallet waits',
  async (id) => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    onTestFinished(() => opened.mockRestore());
    const { server } = await openTopUp();
    const { methods, orderedBy } = paymentProviderOf(id);
    const route = `POST ${endpoints[orderedBy].path}`;
    const checkout = 'https://pay.example/checkout';
    server.serve(route, () =>
      orderedBy === 'pay'
        ? Response.json({ success: true, message: 'success', data: {}, url: checkout })
        : checkout,
    );
    type('10');
    pay(Object.keys(methods)[0] as PaymentMethod);
    await screen.findByText(text('wallet.confirm.question'));
    expect(server.bodiesOf(route)).toEqual([]);
    confirm();
    const link = await screen.findByText<HTMLAnchorElement>(text('wallet.waiting.open'));
    expect(link.href).toBe(checkout);
    expect(opened).toHaveBeenCalledWith(checkout, '_blank');
    expect(server.bodiesOf(route)).toEqual([
      { amount: 10, top_up_code: '', payment_method: Object.keys(methods)[0] },
    ]);
  },
);

test('an order that the server refuses keeps the confirmation open and shows the reason', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const { server } = await openTopUp();
  server.serve('POST /api/user/usdt/pay', () => failure(200, 'too many open orders'));
  type('10');
  pay('usdt');
  await screen.findByText(text('wallet.confirm.question'));
  confirm();
  const dialog = within(screen.getByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toContain('too many open orders');
  expect(dialog.getByText(text('wallet.confirm.question'))).toBeTruthy();
  // The next attempt takes the reason away with it.
  server.serve('POST /api/user/usdt/pay', () => 'https://pay.example/checkout');
  confirm();
  await screen.findByText(text('wallet.waiting.title'));
  expect(screen.queryByText(/too many open orders/)).toBeNull();
  expect(screen.getByText('$73.00 USD')).toBeTruthy();
  // Coins are transferred by hand, so the amount may be wrong.
  expect(screen.getByText(text('wallet.modal.care.usdt'))).toBeTruthy();
});

test('only the payment of its own order is said to have arrived, and too small a one is said to be', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const { server } = await openTopUp();
  let state = 'awaiting';
  const order = { id: 7, method: 'usdt', quota: 5_000_000 };
  server.serve('POST /api/user/usdt/pay', () => 'https://pay.example/checkout');
  server.serve('GET /api/user/order/', () => page([{ ...order, state }]));
  type('10');
  pay('usdt');
  await screen.findByText(text('wallet.confirm.question'));
  confirm();
  await screen.findByText(text('wallet.waiting.title'));
  // A second tab's payment arrives.
  server.serve('GET /api/user/self', () => ({ id: 1, quota: 0, used_quota: 0, total_topup: 9 }));
  press(text('wallet.waiting.check'));
  await screen.findByText(text('wallet.waiting.none'));
  expect(screen.queryByText(text('wallet.waiting.received'))).toBeNull();
  state = 'underpaid';
  press(text('wallet.waiting.check'));
  await screen.findByText(text('orders.own.asked.underpaid'));
  state = 'paid';
  press(text('wallet.waiting.check'));
  await screen.findByText(text('wallet.waiting.received'));
  screen.getByText('$10.00');
});
