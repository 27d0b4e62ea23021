import { formatDecimal, parseDecimal } from '../decimal.ts';
import type { UsdPrice } from '../usd-price.ts';
import { seedCallRows, seedRows } from './seed-prices.ts';
import type { SeedPrice, SeedRow } from './seed-row.ts';

/** A list price for a model, with its source and date. */
export interface PriceProposal {
  /** The name in the price list, if it differs from the model's. */
  listedAs?: string;
  price: UsdPrice;
  /** 'unverified' if the price is only from memory. */
  source: string;
  /** Year and month. */
  date: string;
}

/**
 * Returns a model's list price, by its own name, or else without a reseller's prefix ("openai/gpt-4o") and
 * without its release date. Undefined if no list has it.
 */
export function proposePrice(model: string): PriceProposal | undefined {
  proposals ??= readProposals();
  const bare = model.slice(model.lastIndexOf('/') + 1);
  const undated = bare.replace(RELEASE, '');
  for (const name of [model, bare, undated]) {
    const proposal = proposals.get(name);
    if (proposal) return name === model ? proposal : { listedAs: name, ...proposal };
  }
  return undefined;
}

const RELEASE = /-(?:\d{4}-?\d{2}-?\d{2}|latest)$/;

let proposals: ReadonlyMap<string, PriceProposal> | undefined;

const readProposals = (): ReadonlyMap<string, PriceProposal> =>
  new Map([
    ...seedRows.map((row) => [row.model, ofRow(row)] as const),
    ...seedCallRows.map(
      ({ name, usd, source, date }) =>
        [name, { price: { call: text(usd) }, source, date }] as const,
    ),
  ]);

function ofRow({ tiers, source, date, ...row }: SeedRow): PriceProposal {
  const price: UsdPrice = {
    ...tokenPrices(row),
    ...optionalPrice('imageInput', row.imageInput),
    ...optionalPrice('audioInput', row.audioInput ?? (row.audioOutput && row.input)),
    ...optionalPrice('audioOutput', row.audioOutput),
  };
  if (tiers) price.tiers = tiers.map((tier) => ({ above: tier.above, ...tokenPrices(tier) }));
  return { price, source, date };
}

function tokenPrices({ input, output, cached, cacheWrite }: SeedPrice) {
  return {
    input: text(input),
    ...optionalPrice('output', output),
    ...optionalPrice('cached', cached),
    ...optionalPrice('cacheWrite', cacheWrite),
  };
}

const optionalPrice = <Name extends string>(name: Name, value: number | undefined) =>
  (value === undefined ? {} : { [name]: text(value) }) as Partial<Record<Name, string>>;

function text(usd: number): string {
  const decimal = parseDecimal(usd);
  if (typeof decimal === 'string') throw new Error(`a list price is ${decimal}`);
  return formatDecimal(decimal);
}
