import { compareNames } from '@tollgate/i18n';
/** The options edited by the table, each a JSON object of numbers by model. */
export const PRICE_KEYS = ['ModelPrice', 'ModelRatio', 'CompletionRatio'] as const;
/** The initial ModelRatio of a model that is added to the table. */
export const NEW_RATIO = 1;
export type PriceKey = (typeof PRICE_KEYS)[number];
export type PriceTexts = Readonly<Record<PriceKey, string>>;

/** The price of one model: a fixed price, or ratios. */
export interface PriceRow {
  name: string;
  ModelPrice: number | undefined;
  ModelRatio: number | undefined;
  CompletionRatio: number | undefined;
}

/**
 * Returns the models of the three options, sorted; undefined while one of the texts is not an object of
 * numbers.
 */
export function readPriceRows(texts: PriceTexts): PriceRow[] | undefined {
  const maps = PRICE_KEYS.map((key) => readMap(texts[key]));
  const [prices, ratios, completions] = maps;
  if (!prices || !ratios || !completions) return undefined;
  const names = new Set([...prices.keys(), ...ratios.keys(), ...completions.keys()]);
  return [...names].toSorted(compareNames).map((name) => ({
    name,
    ModelPrice: prices.get(name),
    ModelRatio: ratios.get(name),
    CompletionRatio: completions.get(name),
  }));
}

/** Returns the texts with a row set. A model with a fixed price has no ratios: they would never apply. */
export function writePriceRow(texts: PriceTexts, row: PriceRow): PriceTexts {
  const fixed = row.ModelPrice !== undefined;
  return changeMaps(texts, (map, key) => {
    const value = fixed && key !== 'ModelPrice' ? undefined : row[key];
    if (value === undefined) map.delete(row.name);
    else map.set(row.name, value);
  });
}

/**
 * Returns a row with one of its numbers changed. Without a fixed price a model gets its stored ratios, or
 * else those of a new model: with none it would disappear from the table.
 */
export function changeNumber(
  row: PriceRow,
  { key, value, stored }: { key: PriceKey; value: number | undefined; stored: PriceTexts },
): PriceRow {
  const changed = { ...row, [key]: value };
  if (changed.ModelPrice !== undefined || changed.ModelRatio !== undefined) return changed;
  const before = readPriceRows(stored)?.find(({ name }) => name === row.name);
  return {
    ...changed,
    ModelRatio: before?.ModelRatio ?? NEW_RATIO,
    CompletionRatio: changed.CompletionRatio ?? before?.CompletionRatio,
  };
}

/** Returns the texts without a model. */
export function removePriceRow(texts: PriceTexts, name: string): PriceTexts {
  return changeMaps(texts, (map) => map.delete(name));
}

/** Parses a number of at least 0; undefined for empty text, null if invalid. */
export function readNumber(text: string): number | undefined | null {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d{1,10}(\.\d{1,9})?$/.test(trimmed) ? Number(trimmed) : null;
}

function changeMaps(
  texts: PriceTexts,
  change: (map: Map<string, number>, key: PriceKey) => void,
): PriceTexts {
  const entries = PRICE_KEYS.map((key) => {
    const map = readMap(texts[key]) ?? new Map<string, number>();
    change(map, key);
    return [key, JSON.stringify(Object.fromEntries(map), null, 2)];
  });
  return Object.fromEntries(entries) as PriceTexts;
}

function readMap(text: string): Map<string, number> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every(([, number]) => typeof number === 'number')
      ? new Map(entries as [string, number][])
      : undefined;
  } catch {
    return undefined;
  }
}
