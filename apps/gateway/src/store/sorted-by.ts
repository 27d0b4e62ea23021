import { type RawBuilder, sql } from 'kysely';

/** The requested order of a list: a name, with a minus for descending; empty for the default order. */
export type SortOrder<Name extends string = string> = Name | `-${Name}` | '';

/** Returns what a query is ordered by: the named expression and then the default order, or just that. */
export function sortedBy<Name extends string>(
  order: SortOrder<Name> | undefined,
  columns: Readonly<Record<Name, RawBuilder<unknown>>>,
  usual: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!order) return usual;
  const direction = sql.raw(order.startsWith('-') ? 'DESC' : 'ASC');
  return sql`${columns[order.replace('-', '') as Name]} ${direction}, ${usual}`;
}
