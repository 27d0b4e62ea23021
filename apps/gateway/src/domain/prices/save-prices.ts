import type { ErrorCode } from '@tollgate/contract';
import {
  diffRatioMaps,
  editRatioMaps,
  type ModelRatios,
  ratiosOfPrice,
  readRatioMaps,
  type UsdPrice,
  UsdPriceError,
  type UsdPriceFault,
} from '@tollgate/pricing';
import { AppError } from '../../platform/app-error.ts';
import { findLastPriceVersion } from '../../store/price-versions-repository.ts';
import type { Domain } from '../domain.ts';
import type { OptionActor, OptionChange } from '../options/option-change.ts';
import { priceBookVersion } from '../options/price-book.ts';

type PriceDomain = Pick<Domain, 'options' | 'store'>;

export interface SaveConditions {
  /** The version of the price book that the change is based on. */
  base?: string | undefined;
  note: string;
}

/** Returns the stored price book's version and number. */
export async function currentPriceBook({ options, store }: PriceDomain) {
  return {
    version: priceBookVersion(options.raw),
    number: await findLastPriceVersion(store.db),
  };
}

/**
 * Saves options of the price book, all or none. Throws an AppError, price_conflict if it changed since
 * `base`.
 */
export async function savePriceBook(
  domain: PriceDomain,
  changes: readonly OptionChange[],
  actor: OptionActor,
  { base, note }: SaveConditions,
) {
  await domain.options.write(changes, actor, { priceVersion: base, note });
  return currentPriceBook(domain);
}

export interface ModelPrice {
  model: string;
  /** Null removes the price. */
  price: UsdPrice | null;
}

/** Sets model prices in USD, all or none. Throws an AppError for one that can't be stored exactly. */
export async function setPrices(
  domain: PriceDomain,
  prices: readonly ModelPrice[],
  actor: OptionActor,
  { base, note }: SaveConditions,
) {
  const change = (stored: ReadonlyMap<string, string>) => {
    const before = readRatioMaps((key) => stored.get(key) ?? '{}');
    const editor = editRatioMaps(before);
    for (const { model, price } of prices)
      editor.put(model, price ? storablePrice(model, price) : {});
    return diffRatioMaps(before, editor.result());
  };
  await domain.options.rewrite(change, actor, { priceVersion: base, note });
  return currentPriceBook(domain);
}

const CODES: Record<UsdPriceFault, ErrorCode> = {
  'not-a-number': 'price_not_a_number',
  'too-large': 'price_too_large',
  'not-exact': 'price_not_exact',
  'input-missing': 'price_input_missing',
  'input-free': 'price_input_free',
};

/** Returns a price as stored. Throws an AppError that names the model. */
export function storablePrice(model: string, price: UsdPrice): ModelRatios {
  try {
    return ratiosOfPrice(price);
  } catch (error) {
    if (!(error instanceof UsdPriceError)) throw error;
    throw new AppError(CODES[error.fault], { model }, { field: error.field, cause: error });
  }
}
