import { sql } from 'kysely';
import type { Db } from './schema.ts';

export interface UsageWindow {
  /** Owners of the calls; undefined means everybody, an empty list nobody. */
  userIds: readonly number[] | undefined;
  /** Seconds, both inclusive. */
  start: number;
  end: number;
  /** The length of an interval, and its offset: how many seconds before 1970 in UTC one begins. */
  span: number;
  shift: number;
}

export interface UsageRow {
  model_name: string;
  created_at: number;
  quota: number;
  count: number;
  token_used: number;
}

/** Sums calls by interval and model, oldest first. Intervals cannot be shorter than an hour. */
export async function sumUsage(
  db: Db,
  { userIds, start, end, span, shift }: UsageWindow,
): Promise<UsageRow[]> {
  if (userIds?.length === 0) return [];
  const interval = sql<number>`hour - ((hour + ${shift}) % ${span})`;
  const total = (column: string) => sql<number | string>`cast(sum(${sql.raw(column)}) as bigint)`;
  let query = db
    .selectFrom('usage_hourly')
    .select([
      'model_name',
      interval.as('created_at'),
      total('quota').as('quota'),
      total('request_count').as('count'),
      total('prompt_tokens + completion_tokens').as('token_used'),
    ])
    .where('hour', '>=', start)
    .where('hour', '<=', end)
    // Rows that older hours were folded into have no model.
    .where('model_name', '<>', '')
    .groupBy(['model_name', sql`2`])
    .orderBy('created_at')
    .orderBy('model_name');
  if (userIds) query = query.where('user_id', 'in', userIds);
  const rows = await query.execute();
  return rows.map((row) => ({
    model_name: row.model_name,
    created_at: Number(row.created_at),
    quota: Number(row.quota),
    count: Number(row.count),
    token_used: Number(row.token_used),
  }));
}
