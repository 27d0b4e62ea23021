import type { OptionStore } from '../options/options.ts';

export interface CurrencyPrice {
  /** ISO code of the currency. */
  readonly currency: string;
  /** What one USD costs in it. */
  readonly price: number;
}

export const DOLLARS: CurrencyPrice = { currency: 'USD', price: 1 };

/** Yuan at the operator's price of a dollar. */
export function yuanPrice(options: OptionStore): CurrencyPrice {
  return { currency: 'CNY', price: options.number('Price') };
}
