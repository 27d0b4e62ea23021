import type { OptionStore } from '../options/options.ts';

export interface CurrencyPrice {
  /** ISO code of the currency. */
  readonly currency: string;
  /** The price of one USD in it. */
  readonly price: number;
}

export const DOLLARS: CurrencyPrice = { currency: 'USD', price: 1 };

/** Returns yuan at the operator's price per dollar. */
export function yuanPrice(options: OptionStore): CurrencyPrice {
  return { currency: 'CNY', price: options.number('Price') };
}
