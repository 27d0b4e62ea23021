import type { ErrorCode } from '@tollgate/contract';
import {
  diffRatioMaps,
  readRatioMaps,
  type UsdPrice,
  UsdPriceError,
  type UsdPriceFault,
  writeUsdPrice,
} from '@tollgate/pricing';
import { AppError } from '../../platform/app-error.ts';
import { findLastPriceVersion } from '../../store/price-versions-repository.ts';
import type { Domain } from '../domain.ts';
import type { OptionActor, OptionChange } from '../options/option-change.ts';
import { priceBookVersion } from '../options/price-book.ts';

type PriceDomain = Pick<Domain, 'options' | 'store'>;

export interface SaveConditions {
  /** The price book that the change was made from. */
  base?: string | undefined;
  note: string;
}

/** Names the stored price book, and the number of its version. */
export async function currentPriceBook({ options, store }: PriceDomain) {
  return {
    version: priceBookVersion(options.raw),
    number: await findLastPriceVersion(store.db),
  };
}

/** Saves options of the price book: all or none. Throws AppError, price_conflict where it changed since `base`. */
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
  /** Null takes the price away. */
  price: UsdPrice | null;
}

/** Sets prices of models in money: all or none. Throws AppError for one that can't be stored exactly. */
export async function setPrices(
  domain: PriceDomain,
  prices: readonly ModelPrice[],
  actor: OptionActor,
  { base, note }: SaveConditions,
) {
  const change = (stored: ReadonlyMap<string, string>) => {
    const before = readRatioMaps((key) => stored.get(key) ?? '{}');
    const after = prices.reduce((maps, { model, price }) => {
      try {
        return writeUsdPrice(maps, model, price ?? undefined);
      } catch (error) {
        throw refusalOf(error, model);
      }
    }, before);
    return diffRatioMaps(before, after);
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

function refusalOf(error: unknown, model: string): unknown {
  return error instanceof UsdPriceError
    ? new AppError(CODES[error.fault], { model }, { field: error.field, cause: error })
    : error;
}
