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

type TextOf = (key: string) => string;

/** Describes the price of every priced model, by name. */
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

/** Describes the prices that differ from the built-in ones, by name: null if a built-in one was removed. */
export function describeOwnPrices(text: TextOf): ConfiguredModelPrice[] {
  const ownPrices = describePrices(text);
  const builtIn = describeBuiltIn();
  return [...new Set([...ownPrices.keys(), ...builtIn.keys()])]
    .toSorted()
    .map((model) => ({ model, price: ownPrices.get(model) ?? null }))
    .filter(({ model, price }) => !isSame(price, builtIn.get(model)));
}

/** Cached, because the built-in prices never change within a process. */
function describeBuiltIn(): ReadonlyMap<string, ConfiguredPrice> {
  described ??= describePrices(textOfSeeds);
  return described;
}
let described: ReadonlyMap<string, ConfiguredPrice> | undefined;

/**
 * Returns the options that change when models get these prices; with `isAll`, all other models get the
 * built-in price or none. An equivalent price keeps its ratios. Throws RefusedEntries with every invalid
 * price.
 */
export function writePrices(
  prices: readonly ConfiguredModelPrice[],
  text: TextOf,
  isAll: boolean,
): { key: string; value: string }[] {
  const before = readStored(text);
  const editor = editRatioMaps(before.maps);
  const factors = new Map(Object.entries(before.factors));
  const namedModels = new Set<string>();
  forEachEntry(
    'price',
    prices,
    ({ model }) => model,
    (entry) => {
      const { model } = entry;
      if (namedModels.has(model)) throw new AppError('configuration_entry_twice', { name: model });
      namedModels.add(model);
      const { ratios, factors: ownFactors } = storableDescribed(entry);
      if (isSame(describePrice(before, model), describeAlone(model, ratios, ownFactors))) return;
      editor.put(model, ratios);
      if (ownFactors && Object.keys(ownFactors).length > 0) factors.set(model, ownFactors);
      else factors.delete(model);
    },
  );
  if (isAll) restore({ before, namedModels, editor, factors });
  const after = Object.fromEntries(factors);
  const isKept = canonicalJson(after) === canonicalJson(before.factors);
  return [
    ...diffRatioMaps(before.maps, editor.result()),
    ...(isKept ? [] : [{ key: 'ImageFactors', value: JSON.stringify(after, null, 2) }]),
  ];
}

interface Restoring {
  before: StoredPrices;
  namedModels: ReadonlySet<string>;
  editor: ReturnType<typeof editRatioMaps>;
  factors: Map<string, Record<string, number>>;
}

/** Resets models that are not named to the built-in price, or to none. */
function restore({ before, namedModels, editor, factors }: Restoring): void {
  const builtIn = readStored(textOfSeeds);
  for (const model of new Set([...listPriced(before), ...listPriced(builtIn)])) {
    if (namedModels.has(model)) continue;
    if (isSame(describePrice(before, model), describePrice(builtIn, model))) continue;
    editor.put(model, ratiosOf(builtIn.maps, model));
    const builtInFactors = Object.hasOwn(builtIn.factors, model)
      ? builtIn.factors[model]
      : undefined;
    if (builtInFactors) factors.set(model, builtInFactors);
    else factors.delete(model);
  }
}

/** Describes a model that has only these ratios and factors. */
function describeAlone(
  model: string,
  ratios: ReturnType<typeof storableDescribed>['ratios'],
  factors: Record<string, number> | undefined,
): ConfiguredPrice | undefined {
  const editor = editRatioMaps(EMPTY);
  editor.put(model, ratios);
  const modelFactors = factors ? Object.fromEntries([[model, factors]]) : {};
  return describePrice({ maps: editor.result(), factors: modelFactors }, model);
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
