import type { DataOf, endpoints } from '@tollgate/contract';
import type { RatioMaps, UsdPrice } from '@tollgate/pricing';
import { PRICE_FIELDS, type PriceDifference, priceOf } from './price-draft.ts';
import type { PriceQuery } from './query.ts';

export const ROWS_A_PAGE = 50;

/** A model of the table. */
export interface PriceRow {
  model: string;
  price: UsdPrice | undefined;
  /** The stored price; the same object if unchanged. */
  before: UsdPrice | undefined;
  calls: number;
  served: boolean;
}

export interface RowSource {
  book: DataOf<typeof endpoints.getPriceBook>;
  models: readonly string[];
  maps: RatioMaps;
  before: RatioMaps | undefined;
  /** Models that were changed or have an invalid cell. */
  changed: ReadonlySet<string>;
}

/** Returns models with a difference or an invalid cell. */
export function changedModels(
  differences: readonly PriceDifference[],
  badCells: readonly { model: string }[],
): ReadonlySet<string> {
  return new Set([...differences, ...badCells].map(({ model }) => model));
}

/** Returns the rows that match the filters, sorted. */
export function listRows(source: RowSource, query: PriceQuery): PriceRow[] {
  const { book, models, maps, before, changed } = source;
  const words = query.q.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = models
    .filter((model) => words.every((word) => model.toLowerCase().includes(word)))
    .filter((model) => query.provider === 0 || book.served[model]?.includes(query.provider))
    .map((model) => ({
      model,
      price: priceOf(maps, model),
      before: before && priceOf(before, model),
      calls: book.calls[model] ?? 0,
      served: Object.hasOwn(book.served, model),
    }))
    .filter((row) => isShown(row, query, changed));
  return sortRows(rows, query);
}

function isShown(row: PriceRow, { show }: PriceQuery, changed: ReadonlySet<string>): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'served':
      return row.served;
    case 'used':
      return row.calls > 0;
    case 'unpriced':
      return row.served && (row.price === undefined || changed.has(row.model));
    case 'changed':
      return changed.has(row.model);
  }
}

const WELL_KNOWN = /^(?:claude|deepseek|gemini|gpt|o\d|qwen|doubao|glm|kimi|grok)/i;

/**
 * Models served by channels come first: those are actually charged. Where nothing is served yet, the list
 * begins with names that everybody knows.
 */
const rankOf = ({ served, model }: PriceRow) => (served ? 0 : WELL_KNOWN.test(model) ? 1 : 2);

/** Models without the amount come last, in either direction. */
function sortRows(rows: PriceRow[], { sort, desc }: PriceQuery): PriceRow[] {
  const sign = desc ? -1 : 1;
  if (sort === 'calls') return rows.toSorted((left, right) => sign * (left.calls - right.calls));
  const field = PRICE_FIELDS.find((one) => one === sort);
  if (!field && desc) return rows.toReversed();
  if (!field) return rows.toSorted((left, right) => rankOf(left) - rankOf(right));
  return rows.toSorted((left, right) => {
    const [first, second] = [left.before?.[field], right.before?.[field]];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return sign * (Number(first) - Number(second));
  });
}
