import type { ConfiguredModelPrice, ConfiguredPrice } from '@tollgate/contract';
import { diffRatioMaps, editRatioMaps, ratiosOf, readRatioMaps } from '@tollgate/pricing';
import { AppError } from '../../platform/app-error.ts';
import { seedDefaults } from '../options/price-book.ts';
import { canonicalJson } from './canonical-json.ts';
import {
  describePrice,
  type ImageFactors,
  listPriced,
  storableDescribed,
  type StoredPrices,
} from './configured-price.ts';
import { forEachEntry } from './refused-entries.ts';

/** The options that prices of models are made of. */
export const MODEL_PRICE_KEYS = [
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'CacheWriteRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'ImageRatio',
  'PriceTiers',
  'ModelPrice',
  'ImageFactors',
] as const;

type TextOf = (key: string) => string;

/** What every priced model costs, by name. */
export function describePrices(text: TextOf): ReadonlyMap<string, ConfiguredPrice> {
  const stored = readStored(text);
  return new Map(
    listPriced(stored)
      .toSorted((left, right) => (left < right ? -1 : 1))
      .flatMap((model) => {
        const price = describePrice(stored, model);
        return price ? [[model, price] as const] : [];
      }),
  );
}

/** The prices that differ from the built-in ones, by name: null where a built-in one was taken away. */
export function describeOwnPrices(text: TextOf): ConfiguredModelPrice[] {
  const own = describePrices(text);
  const builtIn = describeBuiltIn();
  return [...new Set([...own.keys(), ...builtIn.keys()])]
    .toSorted()
    .map((model) => ({ model, price: own.get(model) ?? null }))
    .filter(({ model, price }) => !isSame(price, builtIn.get(model)));
}

/** The built-in prices are the same as long as this process runs. */
function describeBuiltIn(): ReadonlyMap<string, ConfiguredPrice> {
  described ??= describePrices(textOfSeeds);
  return described;
}
let described: ReadonlyMap<string, ConfiguredPrice> | undefined;

/**
 * The options that change where models get these prices, and with `isAll` all others the built-in one or
 * none. A price that says the same keeps its ratios. Throws RefusedEntries with every price that can't be.
 */
export function writePrices(
  prices: readonly ConfiguredModelPrice[],
  text: TextOf,
  isAll: boolean,
): { key: string; value: string }[] {
  const before = readStored(text);
  const editor = editRatioMaps(before.maps);
  const factors = new Map(Object.entries(before.factors));
  const named = new Set<string>();
  forEachEntry(
    'price',
    prices,
    ({ model }) => model,
    (entry) => {
      const { model } = entry;
      if (named.has(model)) throw new AppError('configuration_entry_twice', { name: model });
      named.add(model);
      const { ratios, factors: own } = storableDescribed(entry);
      if (isSame(describePrice(before, model), describeAlone(model, ratios, own))) return;
      editor.put(model, ratios);
      if (own && Object.keys(own).length > 0) factors.set(model, own);
      else factors.delete(model);
    },
  );
  if (isAll) restore({ before, named, editor, factors });
  const after = Object.fromEntries(factors);
  const isKept = canonicalJson(after) === canonicalJson(before.factors);
  return [
    ...diffRatioMaps(before.maps, editor.result()),
    ...(isKept ? [] : [{ key: 'ImageFactors', value: JSON.stringify(after, null, 2) }]),
  ];
}

interface Restoring {
  before: StoredPrices;
  named: ReadonlySet<string>;
  editor: ReturnType<typeof editRatioMaps>;
  factors: Map<string, Record<string, number>>;
}

/** Gives models that are not named the built-in price, or none where there is none. */
function restore({ before, named, editor, factors }: Restoring): void {
  const builtIn = readStored(textOfSeeds);
  for (const model of new Set([...listPriced(before), ...listPriced(builtIn)])) {
    if (named.has(model)) continue;
    if (isSame(describePrice(before, model), describePrice(builtIn, model))) continue;
    editor.put(model, ratiosOf(builtIn.maps, model));
    const own = Object.hasOwn(builtIn.factors, model) ? builtIn.factors[model] : undefined;
    if (own) factors.set(model, own);
    else factors.delete(model);
  }
}

/** The description that these ratios would have. */
function describeAlone(
  model: string,
  ratios: ReturnType<typeof storableDescribed>['ratios'],
  factors: Record<string, number> | undefined,
): ConfiguredPrice | undefined {
  const editor = editRatioMaps(EMPTY);
  editor.put(model, ratios);
  const own = factors ? Object.fromEntries([[model, factors]]) : {};
  return describePrice({ maps: editor.result(), factors: own }, model);
}
const EMPTY = readRatioMaps(() => '{}');

function readStored(text: TextOf): StoredPrices {
  return {
    maps: readRatioMaps(text),
    factors: JSON.parse(text('ImageFactors')) as ImageFactors,
  };
}

const textOfSeeds: TextOf = (key) => seedDefaults[key as keyof typeof seedDefaults];

const isSame = (left: ConfiguredPrice | null | undefined, right: ConfiguredPrice | undefined) =>
  canonicalJson(left ?? null) === canonicalJson(right ?? null);
