import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

export interface UsageWindow {
  /** Whose calls; undefined means everybody's, an empty list nobody's. */
  userIds: readonly number[] | undefined;
  /** Seconds, both included. */
  start: number;
  end: number;
  /** How long a piece is, and how many seconds before 1970 in UTC one begins. */
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

/** What calls come to by piece of time and model, oldest first. Hours are the finest there is. */
export async function sumUsage(
  db: Kysely<Database>,
  { userIds, start, end, span, shift }: UsageWindow,
): Promise<UsageRow[]> {
  if (userIds?.length === 0) return [];
  const piece = sql<number>`hour - ((hour + ${shift}) % ${span})`;
  const total = (column: string) => sql<number | string>`cast(sum(${sql.raw(column)}) as bigint)`;
  let query = db
    .selectFrom('usage_hourly')
    .select([
      'model_name',
      piece.as('created_at'),
      total('quota').as('quota'),
      total('request_count').as('count'),
      total('prompt_tokens + completion_tokens').as('token_used'),
    ])
    .where('hour', '>=', start)
    .where('hour', '<=', end)
    // What older hours were folded into names no model.
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
