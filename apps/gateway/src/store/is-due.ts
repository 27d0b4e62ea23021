import { type RawBuilder, sql, type SqlBool } from 'kysely';

const DAYS = 2;

/** Nothing is scheduled this many seconds ahead: a later time was set before the clock jumped backward. */
export const FAR_AHEAD_SECONDS = DAYS * 86_400;
export const FAR_AHEAD_MS = FAR_AHEAD_SECONDS * 1000;

/**
 * The condition of a row whose `next_check_at` has come, or was set before the clock jumped backward. `now` and
 * `farAhead` are in the unit of the column.
 */
export function isDue(now: number, farAhead: number): RawBuilder<SqlBool> {
  const at = sql.ref('next_check_at');
  return sql<SqlBool>`${at} is not null and (${at} <= ${now} or ${at} > ${now + farAhead})`;
}
