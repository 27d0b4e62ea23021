import type { PriceSource } from './imported-price.ts';
import { type DefaultedTable, newApiDefault } from './new-api-defaults.ts';
import { numbersOf, objectOf } from './source-values.ts';

/** The price tables of one-api and new-api, by option name. */
export type PriceTable = DefaultedTable | 'ModelRatio' | 'CreateCacheRatio';

/** Reads the price tables of a database. */
export interface PriceTables {
  /**
   * Returns a table's value for a model: the saved one, or the program's default if the table was never
   * saved.
   */
  valueOf(table: PriceTable, model: string): number | undefined;
  /** Returns all saved values of a table. */
  saved(table: PriceTable): Readonly<Record<string, number>>;
  /** Returns whether a table was saved. */
  has(table: PriceTable): boolean;
}

const DEFAULTED: readonly DefaultedTable[] = [
  'CompletionRatio',
  'CacheRatio',
  'ImageRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'ModelPrice',
];
/** Largest ratio or price that is accepted. */
export const RATIO_MAX = 1_000_000_000;

/** Opens the tables; reports those of new-api that were never saved, once each. */
export function openPriceTables(source: PriceSource): PriceTables {
  const { family, options, findings, isComplete } = source;
  const saved = new Map<PriceTable, Record<string, number>>();
  for (const table of [...DEFAULTED, 'ModelRatio', 'CreateCacheRatio'] as const) {
    const text = options.get(table);
    if (text === undefined || text.trim() === '') continue;
    const value = objectOf(text);
    if (!value) findings.add('prices', 'price_invalid', table);
    const entries = Object.entries(
      numbersOf(value, (model, number) =>
        findings.add('prices', 'price_invalid', model, `${table} ${number}`),
      ),
    );
    for (const [model, number] of entries)
      if (number > RATIO_MAX) findings.add('prices', 'price_invalid', model, `${table} ${number}`);
    saved.set(table, Object.fromEntries(entries.filter(([, number]) => number <= RATIO_MAX)));
  }
  const has = (table: PriceTable) => saved.has(table);
  if (family === 'new-api' && !isComplete)
    for (const table of DEFAULTED)
      if (!has(table)) findings.add('prices', 'price_table_missing', table);
  return {
    has,
    saved: (table) => saved.get(table) ?? {},
    valueOf(table, model) {
      const values = saved.get(table);
      if (values) return Object.hasOwn(values, model) ? values[model] : undefined;
      return family === 'new-api' && isDefaulted(table)
        ? newApiDefault(table, model, source)
        : undefined;
    },
  };
}

const isDefaulted = (table: PriceTable): table is DefaultedTable =>
  (DEFAULTED as readonly PriceTable[]).includes(table);
