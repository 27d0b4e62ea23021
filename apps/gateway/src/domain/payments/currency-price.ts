import type { OptionStore } from '../options/options.ts';

export interface CurrencyPrice {
  /** ISO code of the currency. */
  readonly currency: string;
  /** The price of one USD in it. */
  readonly price: number;
}

export const DOLLARS: CurrencyPrice = { currency: 'USD', price: 1 };

/**
 * Returns the smallest amount of a currency, in hundredths: a whole yen, won or dong. Of a coin, whose code is
 * unknown, one hundredth.
 */
export function smallestCents(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits === 0 ? 100 : 1;
  } catch {
    return 1;
  }
}

/** Returns yuan at the operator's price per dollar. */
export function yuanPrice(options: OptionStore): CurrencyPrice {
  return { currency: 'CNY', price: options.number('Price') };
}
