import type { PriceOptionKey } from '@tollgate/contract';
import {
  diffRatioMaps,
  type RatioMaps,
  readRatioMaps,
  readUsdPrice,
  type UsdPrice,
  type UsdPriceField,
  writeUsdPrice,
} from '@tollgate/pricing';
import { compareNames } from '@tollgate/i18n';
import { formatNumber } from '../../ui/format/format-number.ts';

/** The options of a price book as texts, shared by the editors for money and for JSON. */
export type PriceTexts = Readonly<Record<PriceOptionKey, string>>;

/** What a table cell edits. */
export const PRICE_FIELDS = [
  'input',
  'output',
  'cached',
  'cacheWrite',
  'audioInput',
  'audioOutput',
  'imageInput',
  'call',
] as const satisfies readonly UsdPriceField[];

/** A price that differs between two price books; without `from` it is new, without `to` it was removed. */
export interface PriceDifference {
  model: string;
  field: UsdPriceField | 'tiers';
  from: string | undefined;
  to: string | undefined;
}

/** Returns the prices of models; undefined while one of the texts is not a JSON object. */
export function readPrices(texts: PriceTexts): RatioMaps | undefined {
  try {
    const maps = readRatioMaps((key) => texts[key]);
    return Object.values(maps).every(isObject) ? maps : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns every model that has a price. */
export function listPricedModels({ modelRatio, modelPrice }: RatioMaps): string[] {
  return [...new Set([...Object.keys(modelRatio), ...Object.keys(modelPrice)])];
}

/** Returns a model's price; undefined if it has none, or one of its numbers is invalid. */
export function priceOf(maps: RatioMaps, model: string): UsdPrice | undefined {
  try {
    return readUsdPrice(maps, model);
  } catch {
    return undefined;
  }
}

/** Returns a price with one amount changed. A price per call and token prices replace each other. */
export function changeAmount(
  price: UsdPrice | undefined,
  field: UsdPriceField,
  text: string,
): UsdPrice | undefined {
  const amount = text.trim() === '' ? undefined : text;
  if (field === 'call') return amount === undefined ? undefined : { call: amount };
  const { call: _call, ...tokens } = price ?? {};
  const changed = { ...tokens, [field]: amount };
  return PRICE_FIELDS.some((one) => changed[one as keyof typeof changed]) ? changed : undefined;
}

/** Returns the texts with a model's price set or removed. Throws UsdPriceError. */
export function setPrice(
  texts: PriceTexts,
  model: string,
  price: UsdPrice | undefined,
): PriceTexts {
  return setPrices(texts, [{ model, price }]);
}

/** Returns the texts with these prices. Throws UsdPriceError for the first that can't be stored. */
export function setPrices(
  texts: PriceTexts,
  prices: readonly { model: string; price: UsdPrice | undefined }[],
): PriceTexts {
  const before = readRatioMaps((key) => texts[key]);
  const after = prices.reduce(
    (maps, { model, price }) => writeUsdPrice(maps, model, price),
    before,
  );
  const changed = diffRatioMaps(before, after).map(({ key, value }) => [key, value]);
  return { ...texts, ...(Object.fromEntries(changed) as Partial<PriceTexts>) };
}

/** Returns the amounts that differ, by model; empty while one of the books can't be parsed. */
export function comparePrices(before: PriceTexts, after: PriceTexts): PriceDifference[] {
  const [left, right] = [readPrices(before), readPrices(after)];
  if (!left || !right) return [];
  const models = [...new Set([...listPricedModels(left), ...listPricedModels(right)])].sort(
    compareNames,
  );
  return models.flatMap((model) =>
    compareModel(model, priceOf(left, model), priceOf(right, model)),
  );
}

function compareModel(
  model: string,
  before: UsdPrice | undefined,
  after: UsdPrice | undefined,
): PriceDifference[] {
  const amounts = PRICE_FIELDS.flatMap((field) => {
    const [from, to] = [before?.[field], after?.[field]];
    return from === to ? [] : [{ model, field, from, to }];
  });
  const [from, to] = [describeTiers(before), describeTiers(after)];
  return from === to ? amounts : [...amounts, { model, field: 'tiers', from, to }];
}

/** Formats tiers in one line: "> 200,000: 2.5 / 15". */
export function describeTiers(price: UsdPrice | undefined): string | undefined {
  return price?.tiers
    ?.map(({ above, input, output, cached, cacheWrite }) =>
      [`> ${formatNumber(above)}: ${input} / ${output ?? input}`, cached, cacheWrite]
        .filter((part) => part !== undefined)
        .join(' / '),
    )
    .join('; ');
}

/** Options that are not part of model prices: their changes are reported as a whole. */
const OTHER_KEYS = ['ImageFactors', 'ToolPrices', 'ServiceTierRatios', 'GroupRatio'] as const;

/** Returns the options other than model prices whose content differs. */
export function compareOthers(before: PriceTexts, after: PriceTexts): PriceOptionKey[] {
  return OTHER_KEYS.filter((key) => compact(before[key]) !== compact(after[key]));
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/**
 * Rebases the draft of an outdated book onto the stored one: changes of the draft win, amount by amount and
 * member by member, everything else is as stored. Throws UsdPriceError if the combination can't be stored.
 */
export function rebaseDraft(
  { base, draft }: { base: PriceTexts; draft: PriceTexts },
  stored: PriceTexts,
): PriceTexts {
  const others = Object.fromEntries(
    OTHER_KEYS.map((key) => [key, mergeMembers(base[key], draft[key], stored[key])]),
  ) as Partial<PriceTexts>;
  const merged: PriceTexts = { ...stored, ...others };
  const [storedMaps, draftMaps] = [readPrices(stored), readPrices(draft)];
  if (!storedMaps || !draftMaps) return merged;
  const byModel = Map.groupBy(comparePrices(base, draft), ({ model }) => model);
  const prices = [...byModel].map(([model, differences]) => ({
    model,
    price: applyDifferences(priceOf(storedMaps, model), priceOf(draftMaps, model), differences),
  }));
  return setPrices(merged, prices);
}

function applyDifferences(
  stored: UsdPrice | undefined,
  drafted: UsdPrice | undefined,
  differences: readonly PriceDifference[],
): UsdPrice | undefined {
  // A removed price or a change of kind can't be merged amount by amount.
  if (!drafted || drafted.call !== undefined || stored?.call !== undefined) return drafted;
  const changes = differences.map(({ field }) => [field, drafted[field]]);
  return { ...stored, ...(Object.fromEntries(changes) as UsdPrice) };
}

function mergeMembers(base: string, draft: string, stored: string): string {
  if (compact(base) === compact(draft)) return stored;
  const [from, to, now] = [base, draft, stored].map(
    (text) => JSON.parse(text) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>];
  const isChanged = (name: string) => JSON.stringify(from[name]) !== JSON.stringify(to[name]);
  const names = [...new Set([...Object.keys(now), ...Object.keys(to)])];
  const members = names
    .map((name) => [name, isChanged(name) ? to[name] : now[name]] as const)
    .filter(([, value]) => value !== undefined);
  return JSON.stringify(Object.fromEntries(members), null, 2);
}
