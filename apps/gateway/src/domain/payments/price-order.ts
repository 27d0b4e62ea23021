import type { PaymentMethod } from '@tollgate/contract';
import { computeTopUp } from '@tollgate/pricing';
import { AppError } from '../../platform/app-error.ts';
import { splitComma } from '../channels/channel-catalog.ts';
import type { OptionStore } from '../options/options.ts';

export interface OrderPrice {
  /** USD to buy, in hundredths. */
  buyCents: number;
  /** What is paid, in hundredths of `currency`. */
  payCents: number;
  /** ISO code of the currency that is paid in. */
  currency: string;
  /** What is credited. */
  quota: number;
}

export interface PriceInput {
  /** USD to buy, at most two decimals. */
  amount: number;
  method: PaymentMethod;
  /** The buyer's group, or several with commas between. */
  group: string;
}

/**
 * What a top-up costs by a method and what it brings: amount · price · group ratio, rounded to
 * hundredths. Throws AppError for an amount below the minimum or one that can't be booked.
 */
export function priceOrder(options: OptionStore, input: PriceInput): OrderPrice {
  return priceIn(options, input, currencyOf(options, input.method));
}

/**
 * What people are told that a top-up costs, with two decimals: yuan for epay, USD for stablecoins
 * whatever their gateway reckons in. Throws AppError as priceOrder does.
 */
export function quoteOrder(options: OptionStore, input: PriceInput): string {
  const { payCents } =
    input.method === 'usdt' ? priceIn(options, input, DOLLARS) : priceOrder(options, input);
  return formatCents(payCents);
}

interface CurrencyPrice {
  currency: string;
  /** Of one USD. */
  price: number;
}

const DOLLARS: CurrencyPrice = { currency: 'USD', price: 1 };

function priceIn(
  options: OptionStore,
  { amount, method, group }: PriceInput,
  { currency, price }: CurrencyPrice,
): OrderPrice {
  const min = options.number('MinTopUp');
  // Coins have one word for too little, of the site or of the coin.
  if (amount < min && method === 'cryptomus') throw new AppError('payment_amount_too_small');
  if (amount < min) throw new AppError('topup_below_minimum', { min });
  const { payCents, quota } = compute({
    amount,
    price,
    topUpGroupRatio: topUpRatio(options, group),
    quotaPerUnit: options.number('QuotaPerUnit'),
  });
  if (payCents < 1 || quota < 1) throw new AppError('payment_amount_too_small');
  return { buyCents: Math.round(amount * 100), payCents, currency, quota };
}

/** Hundredths as text: 7300 is 73.00. */
export function formatCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
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

function currencyOf(options: OptionStore, method: PaymentMethod): CurrencyPrice {
  const yuan = { currency: 'CNY', price: options.number('Price') };
  switch (method) {
    case 'zfb':
    case 'wx':
      return yuan;
    case 'usdt':
      return options.text('UsdtCurrency') === 'USD' ? DOLLARS : yuan;
    case 'cryptomus':
      return {
        currency: options.text('MainCurrency').trim().toUpperCase() || 'USD',
        price: options.number('Exchange_Rate'),
      };
    case 'airwallex':
      return DOLLARS;
  }
}

/** The factor of the first of the groups that has one; 1 where none has. */
function topUpRatio(options: OptionStore, group: string): number {
  const ratios = options.json<Record<string, number>>('TopupGroupRatio');
  const named = splitComma(group).find((name) => Object.hasOwn(ratios, name));
  return named === undefined ? 1 : (ratios[named] as number);
}
