import { PAYMENT_PROVIDER_IDS, paymentProviderTable } from '../payment-providers.ts';
import {
  adminOptions,
  decimalOption,
  integerOption,
  ratioMap,
  jsonOption,
  rootOptions,
  urlOption,
  withRule,
} from './definition.ts';

// A price of 0 sells everything for nothing.
const money = { min: 0.0001, max: 1_000_000_000 };
const [first, ...others] = PAYMENT_PROVIDER_IDS.map((id) => paymentProviderTable[id].options);

/** What all payment providers share, behind the options of the first, and those of the others. */
export const paymentOptions = [
  ...(first ?? []),
  ...rootOptions(urlOption('CustomCallbackAddress', 'payment')),
  ...adminOptions(
    decimalOption('Price', 'payment', 7.3, money, { status: 'price' }),
    integerOption('MinTopUp', 'payment', 1, { min: 1, max: 1_000_000 }, { status: 'min_topup' }),
    withRule(
      jsonOption('TopupGroupRatio', 'payment', '{"default":1,"vip":1,"svip":1}', ratioMap),
      (ratios) => Object.values(ratios).every((ratio) => ratio > 0),
      'option_ratio_zero',
    ),
  ),
  ...others.flat(),
];
