import { type RawBuilder, sql } from 'kysely';
import { splitStatsRange } from './split-stats-range.ts';
import { STATS_SPANS, type StatsSpan } from './usage-stats.ts';
import type { Db } from './schema.ts';
import { COUNTS, type CountedKeys, isPostgres } from './usage-stats-parts.ts';

/** Rows of one span used by several intervals: what one subtracts, the next one may add. */
export interface SharedPart {
  from: number;
  to: number;
  span: StatsSpan;
  uses: { interval: number; sign: 1 | -1 }[];
}

/** Returns the parts that consecutive intervals are made of, each once. */
export function splitIntervals(edges: readonly number[]): SharedPart[] {
  const shared = new Map<string, SharedPart>();
  for (const [interval, to] of edges.slice(1).entries())
    for (const { span, sign, ...part } of splitStatsRange({
      from: edges[interval] as number,
      to,
    })) {
      const key = `${span} ${part.from} ${part.to}`;
      const known = shared.get(key);
      if (known) known.uses.push({ interval, sign });
      else shared.set(key, { span, from: part.from, to: part.to, uses: [{ interval, sign }] });
    }
  return [...shared.values()];
}

/**
 * Selects the rows of shared parts, with the index of their part. The keys are the common table `counted`.
 */
export function rowsOfParts(
  db: Db,
  { scope }: CountedKeys,
  parts: readonly SharedPart[],
): RawBuilder<unknown> {
  const names = sql.raw(COUNTS.map((name) => `stats.${name}`).join(', '));
  const arms = STATS_SPANS.flatMap((span) => {
    const rows = parts.flatMap((part, number) => (part.span === span ? [{ ...part, number }] : []));
    if (rows.length === 0) return [];
    const values = rows.map(({ number, from, to }) => sql.raw(`(${number}, ${from}, ${to})`));
    const ofOnePart = sql`usage_stats AS stats
      WHERE stats.scope = ${scope} AND stats.span = ${sql.lit(span)} AND stats.key = counted.key
        AND stats.start >= parts.begins AND stats.start < parts.ends`;
    return sql`
      SELECT parts.part, stats.key, ${names}, stats.first_token, stats.total
      FROM counted CROSS JOIN (SELECT column1 AS part, column2 AS begins, column3 AS ends
        FROM (VALUES ${sql.join(values)}) AS listed) AS parts CROSS JOIN ${isPostgres(db) ? eachByItself(ofOnePart) : ofOnePart}`;
  });
  return sql.join(arms, sql` UNION ALL `);
}

/**
 * Makes PostgreSQL look each part up in the index. As a plain join it compared each row of a key with each
 * part: 150,000 comparisons for a week in pieces of 6 hours. The offset keeps it from becoming one again.
 */
function eachByItself(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`LATERAL (SELECT * FROM ${rows} OFFSET 0) AS stats`;
}
