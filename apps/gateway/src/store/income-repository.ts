import { sql } from 'kysely';
import type { Db } from './schema.ts';

/**
 * Sums what paid orders, without their refunded part, and redeemed codes brought in, in quota units, for each of
 * several consecutive periods (seconds, ascending). Codes that agents bought do not count: the orders that
 * filled the agents' balances do.
 */
export async function readIncome(db: Db, edges: readonly number[]): Promise<number[]> {
  const periods = edges
    .slice(1)
    .map(
      (end, index) => sql`(${sql.lit(index)}, ${sql.lit(edges[index] as number)}, ${sql.lit(end)})`,
    );
  const values = periods.map(() => 0);
  if (periods.length === 0) return values;
  const { rows } = await sql<Record<'piece' | 'quota', number | string>>`
    WITH pieces (piece, begins, ends) AS (VALUES ${sql.join(periods)})
    SELECT piece, sum(quota) AS quota FROM (
      SELECT piece, orders.quota - orders.refunded_quota AS quota FROM pieces CROSS JOIN orders
      WHERE orders.paid_at >= begins AND orders.paid_at < ends AND orders.status = 'paid'
      UNION ALL
      SELECT piece, redemptions.quota FROM pieces CROSS JOIN redemptions
      WHERE redemptions.redeemed_time >= begins AND redemptions.redeemed_time < ends
        AND redemptions.status = 3 AND redemptions.seller_id = 0
    ) AS paid GROUP BY piece`.execute(db);
  for (const { piece, quota } of rows) values[Number(piece)] = Number(quota);
  return values;
}
