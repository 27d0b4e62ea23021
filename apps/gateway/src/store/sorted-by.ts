import { type RawBuilder, sql } from 'kysely';

/** How a list is asked to be sorted: a name of its own, with a minus for descending; empty for its usual order. */
export type SortOrder<Name extends string = string> = Name | `-${Name}` | '';

/** What a query is ordered by: what a name stands for and then the usual order, or that alone. */
export function sortedBy<Name extends string>(
  order: SortOrder<Name> | undefined,
  columns: Readonly<Record<Name, RawBuilder<unknown>>>,
  usual: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!order) return usual;
  const direction = sql.raw(order.startsWith('-') ? 'DESC' : 'ASC');
  return sql`${columns[order.replace('-', '') as Name]} ${direction}, ${usual}`;
}
