import {
  listPaymentMethods,
  PAYMENT_PROVIDER_IDS,
  paymentProviderTable,
} from '../payment-providers.ts';
import {
  adminOptions,
  choiceOption,
  decimalOption,
  groupsOfNames,
  integerOption,
  ratioMap,
  jsonOption,
  listOption,
  rootOptions,
  urlOption,
  withRule,
} from './definition.ts';

// A price of 0 sells everything for nothing.
const money = { min: 0.0001, max: 1_000_000_000 };
const [first, ...others] = PAYMENT_PROVIDER_IDS.map((id) => paymentProviderTable[id].options);

/** Quick amounts fit in two rows on a phone. */
const AMOUNTS_MAX = 6;
/** Whole dollars, as one top-up may buy them. */
const isAmount = (text: string) => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000;

/** What all payment providers share, behind the options of the first, and those of the others. */
export const paymentOptions = [
  ...(first ?? []),
  ...rootOptions(urlOption('CustomCallbackAddress', 'payment')),
  ...adminOptions(
    decimalOption('Price', 'payment', 7.3, money, { status: 'price' }),
    integerOption('MinTopUp', 'payment', 1, { min: 1, max: 1_000_000 }, { status: 'min_topup' }),
    withRule(
      {
        ...listOption('TopUpAmounts', 'payment', { status: 'topup_amounts' }),
        default: '10,50,100',
      },
      (amounts) => amounts.length <= AMOUNTS_MAX && amounts.every(isAmount),
      'option_topup_amounts_invalid',
    ),
    choiceOption('TopUpDefaultMethod', 'payment', ['last', ...listPaymentMethods()], {
      status: 'topup_default_method',
    }),
    withRule(
      jsonOption('TopupGroupRatio', 'payment', '{"default":1,"vip":1,"svip":1}', ratioMap, {
        namesGroups: groupsOfNames,
      }),
      (ratios) => Object.values(ratios).every((ratio) => ratio > 0),
      'option_ratio_zero',
    ),
  ),
  ...others.flat(),
];
