import {
  PAYMENT_PROVIDER_IDS,
  type PaymentProviderId,
  paymentProviderOf,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import { formatPayable, listMethods, type PaymentFlags } from './payment-methods.ts';

const flags = (...on: PaymentProviderId[]) =>
  Object.fromEntries(PAYMENT_PROVIDER_IDS.map((id) => [id, on.includes(id)])) as PaymentFlags;
const methods = (...on: PaymentProviderId[]) =>
  listMethods(flags(...on)).map(({ method }) => method);

test('enabled payment methods come first, in the order of their positions', () => {
  expect(methods(...PAYMENT_PROVIDER_IDS).slice(0, 5)).toEqual([
    'usdt',
    'zfb',
    'wx',
    'airwallex',
    'cryptomus',
  ]);
  expect(methods('airwallex').slice(0, 4)).toEqual(['airwallex', 'usdt', 'zfb', 'wx']);
  expect(
    listMethods(flags('epay'))
      .map(({ on }) => on)
      .slice(0, 3),
  ).toEqual([true, true, false]);
});

test('a disabled provider keeps its cards, unless they are hidden while it is disabled', () => {
  const shown = new Set(listMethods(flags()).map(({ provider }) => provider));
  for (const id of PAYMENT_PROVIDER_IDS)
    expect([id, shown.has(id)]).toEqual([id, paymentProviderOf(id).hiddenWhileOff !== true]);
  expect(shown.has('cryptomus')).toBe(false);
});

test('a price is shown with the symbol and the code of its currency', () => {
  expect(formatPayable('73.00', 'CNY')).toBe('¥73.00 CNY');
  expect(formatPayable('10.00', 'USD')).toBe('$10.00 USD');
  expect(formatPayable('9.00', 'EUR')).toBe('9.00 EUR');
  expect(formatPayable('1500.00', 'JPY')).toBe('1,500 JPY');
  expect(formatPayable('9.00', 'USDT')).toBe('9.00 USDT');
});
