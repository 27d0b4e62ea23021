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

// A price of 0 would sell everything for nothing.
const money = { min: 0.0001, max: 1_000_000_000 };
const [first, ...others] = PAYMENT_PROVIDER_IDS.map((id) => paymentProviderTable[id].options);

/** The quick amounts have to fit in two rows on a phone. */
const AMOUNTS_MAX = 6;
/** Whole dollars, up to the most that one top-up buys. */
const isAmount = (text: string) => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000;

/**
 * Options shared by all payment providers, after those of the first provider and before those of the others.
 */
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
