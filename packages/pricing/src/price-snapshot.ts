import type { Price, RatioFactors } from './price.ts';
import { compilePriceBook, type PriceOptions } from './price-book.ts';
import { REQUEST_FEE, requestFeeOf } from './request-fee.ts';
import { THINKING } from './tariff.ts';

/** One name suffices, as a snapshot holds one price. */
const NAME = 'm';
const RATIOS = [
  'modelRatio',
  'completionRatio',
  'cacheRatio',
  'cacheWriteRatio',
  'audioRatio',
  'audioCompletionRatio',
  'imageRatio',
] as const;
const TIER_RATIOS = ['modelRatio', 'completionRatio', 'cacheRatio', 'cacheWriteRatio'] as const;

interface Snapshot {
  version: string;
  options: PriceOptions;
}

/**
 * Serializes a price for a charge made long after its reservation, so that it costs what was agreed even if
 * the price book changes. Of the tariff, only the named service tier, the factor of reasoning and the fee of each
 * call are kept.
 */
export function writePriceSnapshot(price: Price, tier: string): string {
  const ratios = [...(price.tariff?.tiers ?? [])].filter(([name]) =>
    [tier, THINKING].includes(name),
  );
  const fee = requestFeeOf(price.tariff);
  const options: PriceOptions = {
    modelRatio: {},
    completionRatio: {},
    cacheRatio: {},
    cacheWriteRatio: {},
    audioRatio: {},
    audioCompletionRatio: {},
    imageRatio: {},
    modelPrice: {},
    tierRatios: ratios.length === 0 ? {} : { [NAME]: Object.fromEntries(ratios) },
    toolPrices: fee === 0 ? {} : { [NAME]: { [REQUEST_FEE]: fee } },
    groupRatio: { [NAME]: price.factors.groupRatio },
    quotaPerUnit: price.tariff?.quotaPerUnit ?? 1,
  };
  if (price.kind === 'call') {
    options.modelPrice[NAME] = price.factors.modelPrice;
    options.quotaPerUnit = price.factors.quotaPerUnit;
  } else {
    if (price.roundsUp) options.roundsUp = true;
    for (const name of RATIOS) {
      const value = price.factors[name];
      if (value !== undefined) (options[name] as Record<string, number>)[NAME] = value;
    }
    options.priceTiers = {
      [NAME]: (price.tiers ?? []).map(({ above, price: { factors } }) => ({
        above,
        ...ratiosOf(factors),
      })),
    };
  }
  return JSON.stringify({ version: price.version, options } satisfies Snapshot);
}

function ratiosOf(factors: RatioFactors) {
  return Object.fromEntries(TIER_RATIOS.map((name) => [name, factors[name]]));
}

/** Parses a snapshot's price. Throws for a text that is not a snapshot. */
export function readPriceSnapshot(text: string): Price {
  const { version, options } = JSON.parse(text) as Snapshot;
  const price = compilePriceBook(options, version).find(NAME, NAME);
  if (typeof price !== 'object') throw new Error('this is no snapshot of a price');
  return price;
}
