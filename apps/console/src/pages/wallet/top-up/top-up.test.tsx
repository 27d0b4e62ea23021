// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  endpoints,
  PAYMENT_PROVIDER_IDS,
  type PaymentMethod,
  paymentProviderOf,
} from '@tollgate/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failure, fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { OWN_CHECKOUTS } from '../own-checkouts.ts';
import type { PaymentFlags } from './payment-methods.ts';
import { TopUp } from './top-up.tsx';

const PRICE = 'POST /api/user/amount';
const all = (on: boolean) =>
  Object.fromEntries(PAYMENT_PROVIDER_IDS.map((id) => [id, on])) as PaymentFlags;

/** The dialog with a price of 73.00 for anything, and a minimum of 5 dollars. */
async function openTopUp(flags = all(true)) {
  const server = fakeServer({
    'GET /api/status': () => ({ quota_per_unit: 500_000, display_in_currency: true, min_topup: 5 }),
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
  await screen.findByText(text('wallet.modal.minimum', { min: 5 }));
  return { server, closed: () => closed };
}

const field = () => screen.getByLabelText<HTMLInputElement>(text('wallet.modal.amount'));
const type = (amount: string) => fireEvent.change(field(), { target: { value: amount } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pay = (method: PaymentMethod) =>
  fireEvent.click(screen.getByText(text(`wallet.modal.names.${method}`)));

test('each method of each provider that is on has a card, with a name and a note', async () => {
  await openTopUp();
  for (const id of PAYMENT_PROVIDER_IDS)
    for (const method of Object.keys(paymentProviderOf(id).methods)) {
      expect(screen.getByText(text(`wallet.modal.names.${method}`))).toBeTruthy();
      expect(screen.getAllByText(text(`wallet.modal.notes.${method}`)).length).toBeGreaterThan(0);
    }
});

test('every provider with a checkout of its own has registered it, and no other one has', () => {
  const own = PAYMENT_PROVIDER_IDS.filter((id) => paymentProviderOf(id).flow === 'own');
  expect(Object.keys(OWN_CHECKOUTS).toSorted()).toEqual(own.toSorted());
});

test('the quick buttons add up, and what is priced is whole dollars', async () => {
  const { server } = await openTopUp();
  press(text('wallet.modal.quick', { amount: 10 }));
  press(text('wallet.modal.quick', { amount: 50 }));
  expect(field().value).toBe('$60');
  type('60.9');
  pay('zfb');
  await screen.findByText(text('wallet.confirm.question'));
  expect(server.bodiesOf(PRICE)).toEqual([{ amount: 60, top_up_code: '', payment_method: 'zfb' }]);
});

test('an amount below the minimum is refused before anything is priced', async () => {
  const { server } = await openTopUp();
  type('4');
  pay('usdt');
  await screen.findByText(text('errors.topup_below_minimum', { min: 5 }));
  type('5');
  expect(screen.queryByText(text('errors.topup_below_minimum', { min: 5 }))).toBeNull();
  expect(server.bodiesOf(PRICE)).toEqual([]);
});

test('a method that is off says so when it is pressed, and prices nothing', async () => {
  const { server } = await openTopUp({ ...all(false), usdt: true });
  type('10');
  pay('zfb');
  await screen.findByText(text('errors.payment_online_disabled'));
  expect(server.bodiesOf(PRICE)).toEqual([]);
});

test('a changed method is priced anew, keeps the amount, and is remembered', async () => {
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
  'nothing is ordered at %s before the confirmation; then its page opens and the wallet waits',
  async (id) => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    onTestFinished(() => opened.mockRestore());
    const { server } = await openTopUp();
    const { methods, orderedBy } = paymentProviderOf(id);
    const route = `POST ${endpoints[orderedBy].path}`;
    const page = 'https://pay.example/checkout';
    server.serve(route, () =>
      orderedBy === 'pay'
        ? Response.json({ success: true, message: 'success', data: {}, url: page })
        : page,
    );
    type('10');
    pay(Object.keys(methods)[0] as PaymentMethod);
    await screen.findByText(text('wallet.confirm.question'));
    expect(server.bodiesOf(route)).toEqual([]);
    press(text('wallet.confirm.ok'));
    const link = await screen.findByText<HTMLAnchorElement>(text('wallet.waiting.open'));
    expect(link.href).toBe(page);
    expect(opened).toHaveBeenCalledWith(page, '_blank');
    expect(server.bodiesOf(route)).toEqual([
      { amount: 10, top_up_code: '', payment_method: Object.keys(methods)[0] },
    ]);
  },
);

test('an order that the server refuses leaves the confirmation open with the reason', async () => {
  const { server } = await openTopUp();
  server.serve('POST /api/user/usdt/pay', () => failure(200, 'too many open orders'));
  type('10');
  pay('usdt');
  await screen.findByText(text('wallet.confirm.question'));
  press(text('wallet.confirm.ok'));
  await screen.findByText(/too many open orders/);
  expect(screen.getByText(text('wallet.confirm.question'))).toBeTruthy();
});
