/** The options that the visual table edits, each a JSON object of numbers by model. */
export const PRICE_KEYS = ['ModelPrice', 'ModelRatio', 'CompletionRatio'] as const;
/** What a prompt token of a model costs that is new to the table. */
export const NEW_RATIO = 1;
export type PriceKey = (typeof PRICE_KEYS)[number];
export type PriceTexts = Readonly<Record<PriceKey, string>>;

/** What one model costs: a fixed price, or ratios. */
export interface PriceRow {
  name: string;
  ModelPrice: number | undefined;
  ModelRatio: number | undefined;
  CompletionRatio: number | undefined;
}

/** The models of the three options, sorted; undefined while one of the texts is no such object. */
export function readPriceRows(texts: PriceTexts): PriceRow[] | undefined {
  const maps = PRICE_KEYS.map((key) => readMap(texts[key]));
  const [prices, ratios, completions] = maps;
  if (!prices || !ratios || !completions) return undefined;
  const names = new Set([...prices.keys(), ...ratios.keys(), ...completions.keys()]);
  return [...names].toSorted().map((name) => ({
    name,
    ModelPrice: prices.get(name),
    ModelRatio: ratios.get(name),
    CompletionRatio: completions.get(name),
  }));
}

/** The texts with a row as it is given. A model with a price has no ratios: they would never hold. */
export function writePriceRow(texts: PriceTexts, row: PriceRow): PriceTexts {
  const fixed = row.ModelPrice !== undefined;
  return changeMaps(texts, (map, key) => {
    const value = fixed && key !== 'ModelPrice' ? undefined : row[key];
    if (value === undefined) map.delete(row.name);
    else map.set(row.name, value);
  });
}

/**
 * A row with one of its numbers changed. Without its fixed price a model gets the ratios that are
 * stored for it, else those of a new one: with none it would be gone from the table.
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

/** The texts without a model. */
export function removePriceRow(texts: PriceTexts, name: string): PriceTexts {
  return changeMaps(texts, (map) => map.delete(name));
}

/** A typed number of 0 or more; undefined for an empty text, null for what is no such number. */
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
