import { type PaymentMethod, providerIdOf } from '@tollgate/contract';
import { computeTopUp, smallestCents } from '@tollgate/pricing';
import { AppError } from '../../platform/app-error.ts';
import { splitComma } from '../channels/channel-catalog.ts';
import type { OptionStore } from '../options/options.ts';
import type { CurrencyPrice } from './currency-price.ts';
import { formatCents } from './format-cents.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { paymentProviders } from './providers/index.ts';

/**
 * The largest share of a price that may be rounded away. Where a hundredth is worth much, as of a coin,
 * somebody would otherwise buy just below the half.
 */
const ROUNDING_MAX = 0.01;

export interface OrderPrice {
  /** USD to buy, in hundredths. */
  buyCents: number;
  /** The amount paid, in hundredths of `currency`. */
  payCents: number;
  /** ISO code of the currency paid in. */
  currency: string;
  /** The quota credited. */
  quota: number;
}

export interface PriceInput {
  /** USD to buy, at most two decimals. */
  amount: number;
  method: PaymentMethod;
  /** The buyer's group, or several separated by commas. */
  group: string;
}

/**
 * Computes what a top-up costs with a method and what it credits: amount · price · group ratio, rounded to
 * hundredths, or to whole units of a currency that has no others. Throws an AppError for an amount that is
 * below the minimum, can't be booked, or costs too little to be rounded.
 */
export function priceOrder(options: OptionStore, input: PriceInput): OrderPrice {
  return priceIn(options, input, providerOf(input.method).price(options));
}

/** Returns that price as shown to people: two decimals, and the currency paid in. */
export function quoteOrder(
  options: OptionStore,
  input: PriceInput,
): { amount: string; currency: string } {
  const { payCents, currency } = priceOrder(options, input);
  return { amount: formatCents(payCents), currency };
}

/** Returns a method's provider. */
export function providerOf(method: PaymentMethod): PaymentProvider {
  return paymentProviders[providerIdOf(method)];
}

function priceIn(
  options: OptionStore,
  { amount, method, group }: PriceInput,
  { currency, price }: CurrencyPrice,
): OrderPrice {
  const min = options.number('MinTopUp');
  if (amount < min)
    throw new AppError(providerOf(method).belowMinimumError ?? 'topup_below_minimum', { min });
  const topUpGroupRatio = topUpRatio(options, group);
  const quotaPerUnit = options.number('QuotaPerUnit');
  const payStep = smallestCents(currency);
  const { payCents, quota } = compute({ amount, price, topUpGroupRatio, quotaPerUnit, payStep });
  const rounded = Math.abs(payCents - amount * price * topUpGroupRatio * 100);
  if (payCents < 1 || quota < 1 || rounded > payCents * ROUNDING_MAX)
    throw new AppError('payment_amount_too_small');
  return { buyCents: Math.round(amount * 100), payCents, currency, quota };
}

function compute(input: Parameters<typeof computeTopUp>[0]): ReturnType<typeof computeTopUp> {
  try {
    return computeTopUp(input);
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError('topup_amount_invalid', {}, { cause: error });
    throw error;
  }
}

/** Returns the factor of the first group that has one; 1 if none has. */
function topUpRatio(options: OptionStore, group: string): number {
  const ratios = options.get('TopupGroupRatio');
  const pricedGroup = splitComma(group).find((name) => Object.hasOwn(ratios, name));
  return pricedGroup === undefined ? 1 : (ratios[pricedGroup] as number);
}
